import {
	canonicalToolName,
	compileToolName,
	parseRule,
	patternLookup,
	type Rule,
	type RulePattern,
	TOOLS,
	toolNameText,
	toolOf,
	uncoveredRules,
} from "../../match/index.ts";
import { assertNever, type ToolEntry, type Writ } from "../../vocabulary/index.ts";
import type { Example, Sides } from "../writ-diff.ts";
import { exampleCommands } from "./example-commands.ts";
import { exampleHosts } from "./example-hosts.ts";
import { inputWith, usesOf } from "./example-input.ts";
import { examplePaths, type PathWish, shownPath } from "./example-paths.ts";
import { examplesOfTool } from "./examples-of-tool.ts";

/** Calls that a rule covers; `use` says whether it gives or takes. */
export function* examplesOfRule({ wide, narrow }: Sides, text: string, use: "grant" | "deny", thorough: boolean): Generator<Example> {
	const declare = { ...narrow.terms.tools.declare, ...wide.terms.tools.declare };
	const parsed = parseRule(text === "everything" ? "*" : text, patternLookup(declare), use);
	if (!parsed.ok) return;
	const { rule } = parsed;
	if (rule.pattern === null) {
		const isNew = (tool: string) =>
			narrow.terms.tools.allowed.some((set) => uncoveredRules(set, [tool], { declarations: declare }).length > 0);
		const meant = toolsOf(rule, use, declare);
		// Of the many tools that a star means, those that the other side has too show nothing.
		const tools = use === "grant" && meant.length > 1 ? meant.filter(isNew) : meant;
		if (tools.length > 1) for (const tool of tools) yield* [...callsOf(wide, tool)].slice(0, 1);
		for (const tool of tools) yield* callsOf(wide, tool);
		return;
	}
	const tool = toolNameText(rule.name);
	const entry = toolOf(tool, declare);
	if (entry === undefined) return;
	const { pattern } = rule;
	const outside = pattern.kind === "path" && use === "grant" ? heldPaths(narrow, tool) : [];
	yield* examplesOfPattern(wide, entry, pattern, { thorough, outside });
}

function* callsOf(writ: Writ, tool: string): Generator<Example> {
	yield* examplesOfTool(writ, tool);
	for (const operation of operationsOf(tool)) yield* pathsFor(writ, operation);
}

/** The tools that a name means; of many only some of each family. */
function toolsOf({ name }: Rule, use: "grant" | "deny", declare: Writ["terms"]["tools"]["declare"]): readonly string[] {
	const text = toolNameText(name);
	if (!text.includes("*")) return [text];
	const matches = compileToolName(name, use);
	const known = [...TOOLS.filter(({ aliasOf }) => aliasOf === undefined).map((entry) => entry.name), ...Object.keys(declare)].filter(
		matches,
	);
	return text === "*" ? known : [...known, text.replaceAll("*", "example")];
}

function* examplesOfPattern(writ: Writ, entry: ToolEntry, pattern: RulePattern, wish: PathWish): Generator<Example> {
	switch (pattern.kind) {
		case "command": {
			for (const command of exampleCommands(pattern.command, operandsFor(writ))) {
				if (entry.name === "Bash") yield { request: { kind: "command", command } };
				else
					for (const use of usesOf(entry.commands))
						yield { request: { kind: "tool", tool: entry.name, input: inputWith({}, use, command) } };
			}
			return;
		}
		case "path": {
			const { read_paths, write_paths, blocked_paths } = writ.terms.filesystem;
			const reads = usesOf(entry.reads);
			const writes = usesOf(entry.writes);
			const within = writes.length > 0 ? write_paths : read_paths;
			for (const path of examplePaths(pattern.entry, writ, { ...wish, within, notDenied: blocked_paths })) {
				const input = [...reads, ...writes].reduce<Readonly<Record<string, unknown>>>(
					(filled, use) => inputWith(filled, use, shownPath(path, writ)),
					{},
				);
				yield { request: { kind: "tool", tool: entry.name, input } };
				for (const operation of operationsOf(entry.name)) yield { request: { kind: "path", operation, path: shownPath(path, writ) } };
			}
			return;
		}
		case "domain":
			for (const { host, port } of exampleHosts(pattern.host.text)) {
				for (const use of usesOf(entry.hosts))
					yield {
						request: { kind: "tool", tool: entry.name, input: inputWith({}, use, `https://${host}${port === 443 ? "" : `:${port}`}/`) },
					};
			}
			return;
		case "profile":
			for (const use of usesOf(entry.profiles))
				yield { request: { kind: "tool", tool: entry.name, input: inputWith({}, use, pattern.profile) } };
			return;
		case "target": {
			const { target } = pattern;
			const related = [...(writ.parent === null ? [] : [writ.parent]), ...writ.children];
			for (const id of "id" in target ? [target.id] : related) yield { request: { kind: "target", tool: entry.name, target: id } };
			return;
		}
		default:
			assertNever(pattern);
	}
}

/** What rules of the file tools say besides of paths that no tool call carries. */
function operationsOf(tool: string): readonly ("read" | "write")[] {
	const canonical = canonicalToolName(tool);
	return canonical === "Read" ? ["read"] : canonical === "Write" || canonical === "Edit" ? ["write"] : [];
}

function* pathsFor(writ: Writ, operation: "read" | "write"): Generator<Example> {
	for (const entry of writ.terms.filesystem[`${operation}_paths`][0] ?? []) {
		for (const path of examplePaths(entry, writ)) yield { request: { kind: "path", operation, path: shownPath(path, writ) } };
	}
}

/** Paths of the rules that the other side has for the same tool. */
function heldPaths({ terms }: Writ, tool: string): readonly string[] {
	const lookup = patternLookup(terms.tools.declare);
	return terms.tools.allowed.flat().flatMap((text) => {
		const parsed = parseRule(text, lookup);
		return parsed.ok && parsed.rule.pattern?.kind === "path" && toolNameText(parsed.rule.name) === tool ? [parsed.rule.pattern.entry] : [];
	});
}

/** Words that a program can be given: a file that may be read, and one that may be written. */
function operandsFor(writ: Writ): readonly string[] {
	const { read_paths, write_paths } = writ.terms.filesystem;
	const first = [...(write_paths[0] ?? []).slice(0, 1), ...(read_paths[0] ?? []).slice(0, 1)];
	const paths = first.flatMap((entry) => [...examplePaths(entry, writ)].slice(0, 1).map((path) => shownPath(path, writ)));
	return [...new Set([...paths, "README.md", "example"])];
}
