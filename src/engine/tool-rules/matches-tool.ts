import type { AnyOf, ToolDeclaration } from "../language/index.ts";
import type { PathUse } from "../paths/index.ts";
import { canonicalToolName, findTool, TOOLS, toolOf } from "../tools/index.ts";
import { type Rule, readRules } from "./rule.ts";
import { BETWEEN, isEveryTool, isWild, type ToolName, toolKey, toolNameText } from "./tool-name.ts";
import { compileWildcard } from "./wildcard.ts";

/**
 * A test of concrete tool names against the name of a rule. Rules for a tool and for its other names govern both.
 * The star alone gives the tools of the registry and takes every tool there is.
 */
export function compileToolName(name: ToolName, use: PathUse): (tool: string) => boolean {
	if (isEveryTool(name)) return use === "deny" ? () => true : (tool) => findTool(tool) !== undefined;
	if (!isWild(name)) {
		const wanted = canonicalToolName(toolNameText(name));
		return (tool) => canonicalToolName(tool) === wanted;
	}
	const matches = compileNamePattern(name);
	return (tool) => toolKeys(tool).some(matches);
}

/**
 * The tools that a rule speaks of. A rule that forbids or asks about editing a path is meant for every tool that writes files, one
 * about reading for every tool that reads or writes them, and one about `Bash` for every tool that runs a shell command (`git`,
 * `Monitor`, a declared one), since those would do what was forbidden.
 *
 * INVARIANT: only rules that take are read so; a rule that gives `Bash` gives no other tool ([finding-bash-binds]).
 */
export function compileRuleTools(
	rule: Rule,
	use: PathUse,
	declarations: Readonly<Record<string, ToolDeclaration>> = {},
): (tool: string) => boolean {
	const named = compileToolName(rule.name, use);
	if (use !== "deny") return named;
	if (named(SHELL)) return (tool) => named(tool) || runsCommands(tool, declarations);
	const wide = rule.pattern?.kind === "path" ? fileUseOf(toolNameText(rule.name)) : null;
	if (wide === null) return named;
	return (tool) => {
		if (named(tool)) return true;
		const entry = toolOf(tool, declarations);
		if (entry === undefined) return false;
		return (entry.writes?.length ?? 0) > 0 || (wide === "read" && (entry.reads?.length ?? 0) > 0);
	};
}

/** The tool whose denials bind every shell. */
export const SHELL = "Bash";

/** Whether a tool does what `Bash` does, under whatever name and in whatever shape. */
export function runsCommands(tool: string, declarations?: Readonly<Record<string, ToolDeclaration>>): boolean {
	const entry = toolOf(tool, declarations);
	return entry !== undefined && (entry.pattern === "command" || entry.shell === true);
}

/** A test of keys against a name with stars. INVARIANT: a star never reaches from the server into the tool. */
export function compileNamePattern(name: ToolName): (key: string) => boolean {
	if (name.kind === "tool") {
		const matches = compileWildcard(name.text);
		return (key) => !key.includes(BETWEEN) && matches(key);
	}
	const server = compileWildcard(name.server);
	const tool = compileWildcard(name.tool);
	return (key) => {
		const at = key.indexOf(BETWEEN);
		return at > 0 && server(key.slice(0, at)) && tool(key.slice(at + 1));
	};
}

/** The keys of a tool under all of its names. */
export function toolKeys(tool: string): readonly string[] {
	const canonical = canonicalToolName(tool);
	return KEYS.get(canonical) ?? [toolKey(tool)];
}

/** The tools of the registry, one name for each. */
export function registryTools(): Iterable<string> {
	return KEYS.keys();
}

const KEYS: ReadonlyMap<string, readonly string[]> = keysByTool();

function keysByTool(): ReadonlyMap<string, readonly string[]> {
	const keys = new Map<string, string[]>();
	for (const { name } of TOOLS) {
		const canonical = canonicalToolName(name);
		const known = keys.get(canonical);
		if (known === undefined) keys.set(canonical, [toolKey(name)]);
		else known.push(toolKey(name));
	}
	return keys;
}

type FileUse = "read" | "write";

/** Tools by which clients let people speak of files as such; another tool's rule is about that tool alone. */
const SPEAKS_OF_FILES: Readonly<Record<string, FileUse>> = {
	Read: "read",
	read: "read",
	read_file: "read",
	Edit: "write",
	Write: "write",
	MultiEdit: "write",
	NotebookEdit: "write",
	edit: "write",
	write: "write",
	write_file: "write",
};

/** What a rule for a tool says of files, if it speaks of files as such: `Edit(p)` of all that writes p, `Read(p)` of all that reads it. */
function fileUseOf(tool: string): FileUse | null {
	return Object.hasOwn(SPEAKS_OF_FILES, tool) ? (SPEAKS_OF_FILES[tool] ?? null) : null;
}

/**
 * What disallowed rules close for everybody, programs included: `Read(p)` blocks p, `Edit(p)` protects it from writing, and
 * `WebFetch(domain:h)` denies the host. The rule alone would bind one tool and leave `cat p` open.
 */
export function deniedPlaces(
	disallowed: AnyOf,
	declarations: Readonly<Record<string, ToolDeclaration>>,
): { readonly blocked: AnyOf; readonly guarded: AnyOf; readonly hosts: AnyOf } {
	const rules = disallowed.flatMap((text): readonly Rule[] => {
		if (!text.includes("(")) return [];
		const read = readRules(text, (name) => toolOf(name, declarations)?.pattern, "deny");
		return read.ok ? read.rules : [];
	});
	const paths = (use: FileUse): AnyOf =>
		rules.flatMap(({ name, pattern }) => (pattern?.kind === "path" && fileUseOf(toolNameText(name)) === use ? [pattern.entry] : []));
	return {
		blocked: paths("read"),
		guarded: paths("write"),
		hosts: rules.flatMap(({ pattern }) => (pattern?.kind === "domain" ? [pattern.host.text] : [])),
	};
}
