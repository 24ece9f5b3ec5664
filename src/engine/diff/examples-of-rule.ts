import { assertNever, type ToolEntry, type Writ } from "../language/index.ts";
import {
	compareRules,
	compileToolName,
	parseTermsRule,
	patternLookup,
	type Rule,
	type RulePattern,
	toolNameText,
} from "../tool-rules/index.ts";
import { canonicalToolName, TOOLS, toolOf } from "../tools/index.ts";
import type { Example, Sides } from "./changes.ts";
import { exampleCommands, exampleHosts, examplePaths, type PathWish, shownPath } from "./example-values.ts";
import { examplesOfTool, inputWith, usesOf } from "./examples-of-tool.ts";
import { rememberDeclared, rememberWrits } from "./memory.ts";

/** Calls that a rule covers, where it holds; `use` says whether it gives or takes. */
export function* examplesOfRule(sides: Sides, text: string, use: "grant" | "deny", thorough: boolean): Generator<Example> {
	const declare = { ...sides.narrow.terms.tools.declare, ...sides.wide.terms.tools.declare };
	const parsed = parseTermsRule(text === "everything" ? "*" : text, patternLookup(declare), use);
	if (!parsed.ok) return;
	for (const example of callsOfRule(sides, parsed.rule, declare, use, thorough))
		yield parsed.rule.conditional ? { ...example, facts: { ...example.facts, confined: true } } : example;
}

function* callsOfRule(
	{ wide, narrow }: Sides,
	rule: Rule,
	declare: Writ["terms"]["tools"]["declare"],
	use: "grant" | "deny",
	thorough: boolean,
): Generator<Example> {
	if (rule.pattern === null) {
		const known = holdersOf(narrow, declare);
		const isNew = (tool: string) => known.some((holds) => holds(tool) !== true);
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
		case "text":
			for (const argument of entry.named ?? []) yield { request: { kind: "tool", tool: entry.name, input: { [argument]: pattern.text } } };
			return;
		case "argument":
			yield { request: { kind: "tool", tool: entry.name, input: { [pattern.argument]: pattern.value.replaceAll("*", "example") } } };
			return;
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
function heldPaths(writ: Writ, tool: string): readonly string[] {
	return pathsByTool(writ).get(tool) ?? [];
}

const pathsByTool: (writ: Writ) => ReadonlyMap<string, readonly string[]> = rememberWrits(({ terms }) => {
	const lookup = patternLookup(terms.tools.declare);
	const byTool = new Map<string, string[]>();
	for (const text of terms.tools.allowed.flat()) {
		const parsed = parseTermsRule(text, lookup);
		if (!parsed.ok || parsed.rule.pattern?.kind !== "path") continue;
		const tool = toolNameText(parsed.rule.name);
		const entries = byTool.get(tool) ?? [];
		entries.push(parsed.rule.pattern.entry);
		byTool.set(tool, entries);
	}
	return byTool;
});

const holdersOf = rememberDeclared((writ, declarations) => writ.terms.tools.allowed.map((set) => compareRules(set, { declarations })));

/** Words that a program can be given: a file that may be read, and one that may be written. */
function operandsFor(writ: Writ): readonly string[] {
	const { read_paths, write_paths } = writ.terms.filesystem;
	const first = [...(write_paths[0] ?? []).slice(0, 1), ...(read_paths[0] ?? []).slice(0, 1)];
	const paths = first.flatMap((entry) => [...examplePaths(entry, writ)].slice(0, 1).map((path) => shownPath(path, writ)));
	return [...new Set([...paths, "README.md", "example"])];
}
