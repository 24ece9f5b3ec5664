import { type CommandPolicy, EMPTY_PATTERNS } from "../commands/index.ts";
import { type Outcome, TOOL_STEPS, type ToolContext } from "../decide/index.ts";
import { judgeCommand } from "../shell/index.ts";
import type { StepDetail } from "./explanation.ts";
import { findSource, sourceOfReason } from "./find-source.ts";

export type CommandPart = Extract<StepDetail, { readonly kind: "part" }>;

/** The simple commands of a shell text, each with the rule that covers it or what stands against it. */
export function commandParts(text: string, context: ToolContext, found: readonly Outcome[]): readonly CommandPart[] {
	const parts = simpleCommands(text, context.cwd).slice(0, mostParts(context));
	return parts.map((part): CommandPart => {
		const alone = judgeAlone(part, context);
		const against = found.find(({ reason: { segment = "" } }) => {
			if (segment === "" || !part.includes(segment)) return false;
			// The same word may stand in several parts; a part that is fine by itself has none of its own.
			return alone.outcomes.length > 0 || parts.filter((other) => other.includes(segment)).length === 1;
		});
		if (against !== undefined) {
			const { effect, reason } = against;
			return {
				kind: "part",
				text: part,
				outcome: effect,
				message: reason.message,
				...named(reason.rule, sourceOfReason(context.writ, reason)),
			};
		}
		const [rule] = alone.rules;
		if (rule === undefined) return { kind: "part", text: part, outcome: "pass", message: "nothing stands against it" };
		return {
			kind: "part",
			text: part,
			outcome: "pass",
			message: `allowed by ${rule}`,
			...named(rule, findSource(context.writ, "tools.allowed", rule)),
		};
	});
}

/** SECURITY: each part is judged once more, against every rule (test/decide/bad-input.test.ts). */
function mostParts({ terms: { tools } }: ToolContext): number {
	const rules = [...(tools.allowed ?? []), tools.disallowed, tools.ask].reduce((sum, list) => sum + list.length, 0);
	return Math.max(1, Math.min(MOST_PARTS, Math.floor(MOST_COMPARED / (rules + 1))));
}

const MOST_PARTS = 20;
const MOST_COMPARED = 20_000;

function named(rule: string | undefined, source: CommandPart["source"]): Pick<CommandPart, "rule" | "source"> {
	return { ...(rule === undefined ? {} : { rule }), ...(source === undefined ? {} : { source }) };
}

/** Under no rule at all every simple command is refused with its own text: that lists them, launchers looked through. */
function simpleCommands(text: string, cwd: string): readonly string[] {
	const { findings } = judgeCommand(text, cwd, NO_RULES);
	const segments = findings.filter(({ code }) => code === "command-not-allowed").map(({ segment }) => segment);
	return segments
		.map((segment, index) => ({ segment, at: placeOf(text, segment, segments.slice(0, index)) }))
		.sort((one, other) => one.at - other.at)
		.map(({ segment }) => segment);
}

/** Where a part stands in the text; of equal parts the later one stands later. */
function placeOf(text: string, segment: string, before: readonly string[]): number {
	let at = text.indexOf(segment);
	for (const earlier of before) if (earlier === segment) at = text.indexOf(segment, at + 1);
	return at < 0 ? text.length : at;
}

function judgeAlone(part: string, context: ToolContext): { readonly outcomes: readonly Outcome[]; readonly rules: readonly string[] } {
	const { read } = context;
	if (read === null) return { outcomes: [], rules: [] };
	const rules: string[] = [];
	const alone: ToolContext = { ...context, rules, read: { ...read, commands: [{ argument: "command", value: part }] } };
	const outcomes = TOOL_STEPS.filter(({ name }) => name === "command").flatMap(({ check }) => check(alone) ?? []);
	return { outcomes, rules };
}

const nothing = () => null;

/** Nothing is allowed, and every file and host is open. */
export const NO_RULES: CommandPolicy = {
	allowed: [EMPTY_PATTERNS],
	disallowed: EMPTY_PATTERNS,
	ask: EMPTY_PATTERNS,
	granted: EMPTY_PATTERNS,
	files: {
		everythingReadable: true,
		read: nothing,
		write: nothing,
		writeTree: nothing,
		writeLinks: nothing,
		writeCopies: nothing,
		remove: nothing,
		blocked: nothing,
		readTree: nothing,
		readGlob: nothing,
		glob: nothing,
		exists: () => false,
		enter: (path, directory) => ({
			finding: null,
			directory: path.startsWith("/") ? path : `${directory}/${path}`,
			linked: false,
		}),
	},
	host: nothing,
	home: null,
	confined: false,
	environment: new Set<string>(),
};
