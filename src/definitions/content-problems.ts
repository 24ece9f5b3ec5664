import { allowedText, composeProfile, conditionProblems, type Definition, findTool, type Problem, type Profile } from "../engine/index.ts";

/**
 * What is wrong in the rules, paths, hosts and limits of one document by itself. What only shows when it is composed
 * with others is found then.
 */
export function contentProblems(profile: Profile, kind: Definition["kind"]): readonly Problem[] {
	const { extends: bases, include, when: _, ...own } = profile;
	const conditional = conditionProblems(profile);
	const outcome = composeProfile(own);
	if (outcome.ok) return conditional;
	const alone = kind !== "fragment" && bases === undefined && include === undefined;
	const problems = outcome.problems.filter((problem) => problem.severity === "error" && (alone || !speaksOfForeignTool(problem, profile)));
	return [...conditional, ...problems];
}

/** A rule with a pattern for a tool that another part may declare. */
function speaksOfForeignTool({ code, path }: Problem, { tools = {} }: Profile): boolean {
	const [, list, index] = /^tools\.(allowed|disallowed|ask)\[(\d+)\]$/.exec(path) ?? [];
	if (code !== "bad-rule" || (list !== "allowed" && list !== "disallowed" && list !== "ask")) return false;
	const entry = tools[list]?.[Number(index)];
	const name = entry === undefined ? "" : allowedText(entry).replace(/\(.*$/s, "").trim();
	return /^[\w.:/@-]+$/.test(name) && !findTool(name);
}
