import {
	allowedText,
	type Catalog,
	canonicalToolName,
	conditioned,
	isConditional,
	type Profile,
	readShape,
	type Shape,
} from "../../engine/index.ts";
import { namesOf } from "../names-of.ts";
import { type ForeignReading, type ForeignWriting, foreignProblem, type Move } from "./foreign-reading.ts";

/** The command fragments that each `bash_policy` stands for. */
const BASH_POLICIES = {
	read_only: ["commands/inspect", "commands/git_read"],
	exploration: ["commands/inspect", "commands/git_read"],
	build_test: [
		"commands/inspect",
		"commands/git_read",
		"commands/node_build",
		"commands/python_build",
		"commands/other_build",
		"commands/run_code",
	],
} as const;
/** What an agent that builds, tests and may write has besides. */
const FOR_WRITERS = ["commands/git_write", "commands/files", "commands/formatters"] as const;
type BashPolicy = keyof typeof BASH_POLICIES;

/** An orchestrator profile (seed 002). */
const orchestratorShape = {
	kind: "object",
	required: ["allowed_tools"],
	keys: {
		name: { kind: "text" },
		description: { kind: "text", maxLength: 100_000 },
		allowed_tools: { kind: "list", of: { kind: "text", minLength: 1 } },
		bash_policy: { kind: "choice", of: namesOf(BASH_POLICIES) },
		project_scoped: { kind: "boolean" },
	},
} as const satisfies Shape;

const WRITERS = new Set(["Write", "Edit", "MultiEdit", "NotebookEdit"]);

/**
 * An orchestrator profile as a profile: the tools, the command fragments of its `bash_policy`, paths inside the
 * workspace. An agent that may write may also move, format and commit what it wrote; one that may not leaves the sources alone.
 */
export function fromOrchestrator(dictionary: unknown): ForeignReading {
	const read = readShape(dictionary, orchestratorShape, "the orchestrator profile");
	if (!read.ok) return read;
	const { name, description, allowed_tools: tools, bash_policy, project_scoped } = read.value;
	const problems = [...unscoped(project_scoped), ...unboundedShell(tools, bash_policy), ...unnamed(tools)];
	if (problems.length > 0) return { ok: false, problems };
	const writes = tools.some((tool) => WRITERS.has(tool));
	const include = [
		...(bash_policy ? BASH_POLICIES[bash_policy] : []),
		...(bash_policy === "build_test" ? (writes ? FOR_WRITERS : ["commands/keep_sources"]) : []),
		"commands/never",
	];
	// The policy says which commands; the bare shell would be all of them.
	const kept = tools.map((tool, index) => ({ tool, index })).filter(({ tool }) => !isShell(tool));
	const profile: Profile = {
		...(name === undefined ? {} : { name }),
		...(description === undefined ? {} : { description }),
		include,
		tools: { allowed: kept.map(({ tool }) => tool) },
		filesystem: { read_paths: ["./workspace"], write_paths: writes ? ["./workspace"] : [], allow_symlinks: "inside" },
	};
	const moves = kept.map(({ index }, position): Move => [`tools.allowed[${position}]`, `allowed_tools[${index}]`]);
	return {
		ok: true,
		profile,
		warnings: [],
		moves: [...moves, ["tools.allowed", "allowed_tools"], ["include", "bash_policy"], ["filesystem", "project_scoped"]],
	};
}

function unscoped(project_scoped: boolean | undefined) {
	if (project_scoped !== false) return [];
	const hint = "write a profile with filesystem.read_paths and write_paths instead";
	return [
		foreignProblem("bad-value", "project_scoped", "project_scoped: false does not say which paths outside the project are meant", hint),
	];
}

function unboundedShell(tools: readonly string[], policy: BashPolicy | undefined) {
	const index = tools.findIndex(isShell);
	if (index < 0 || policy !== undefined) return [];
	const hint = `add bash_policy: ${Object.keys(BASH_POLICIES).join(", ")}, or list commands such as Bash(git log:*)`;
	return [foreignProblem("missing-key", `allowed_tools[${index}]`, `${tools[index]} without a bash_policy would be every command`, hint)];
}

/** SECURITY: a star could stand for the shell. */
function unnamed(tools: readonly string[]) {
	return tools.flatMap((tool, index) =>
		/^(?!mcp__)[^(]*\*/.test(tool)
			? [foreignProblem("bad-value", `allowed_tools[${index}]`, "tools are listed by their names", "write the names out")]
			: [],
	);
}

/** The shell by any of its names, without a pattern that says which commands. */
function isShell(tool: string): boolean {
	return canonicalToolName(tool.trim()) === "Bash";
}

/** A profile in the form of the orchestrator of seed 002. */
interface OrchestratorDictionary {
	readonly allowed_tools: readonly string[];
	readonly bash_policy?: BashPolicy;
	readonly project_scoped: true;
}

/**
 * A flat profile as an orchestrator profile, never wider than the profile: `bash_policy` is the widest whose commands are
 * all allowed. What the form cannot say is listed as loss.
 */
export function toOrchestrator(profile: Profile, catalog: Catalog): ForeignWriting<OrchestratorDictionary> {
	const { allowed = [], disallowed = [] } = profile.tools ?? {};
	const rules = (allowed ?? []).map(allowedText);
	const policy = POLICIES.find((name) => rulesOf(name, catalog).every((rule) => rules.includes(rule)));
	const named = rules.filter((rule) => !rule.includes("(") && !isConditional(rule) && !disallowed.includes(rule) && rule !== "Bash");
	const said = new Set([...named, ...(policy ? rulesOf(policy, catalog) : [])]);
	const unsaid = rules.filter((rule) => !said.has(rule) && !disallowed.includes(rule));
	const outside = [...(profile.filesystem?.read_paths ?? []), ...(profile.filesystem?.write_paths ?? [])].filter(
		(path) => !/^\.\/workspace(?:\/|$)/.test(path),
	);
	return {
		dictionary: {
			allowed_tools: [...named, ...(policy ? ["Bash"] : [])],
			...(policy ? { bash_policy: policy } : {}),
			project_scoped: true,
		},
		loss: [
			...(allowed === null ? ["every known tool cannot be expressed: none is listed"] : []),
			...unsaid.map((rule) => `${rule} is in no bash_policy`),
			...outside.map((path) => `${path} lies outside the project`),
		],
	};
}

/** Widest first; `exploration` is `read_only` by another name. */
const POLICIES = ["build_test", "read_only"] as const satisfies readonly BashPolicy[];

function rulesOf(policy: BashPolicy, catalog: Catalog): readonly string[] {
	return BASH_POLICIES[policy].flatMap((name) => {
		const fragment = catalog.fragments[name]?.profile;
		const rules = fragment === undefined ? undefined : conditioned(fragment).tools?.allowed;
		// A fragment that is not there or allows everything must not make the policy look granted.
		return rules?.map(allowedText) ?? [`missing ${name}`];
	});
}
