import type { ArgumentRule, ArgumentUse, ToolEntry, Writ } from "../language/index.ts";
import { parseTermsRule, patternLookup } from "../tool-rules/index.ts";
import { toolOf } from "../tools/index.ts";
import type { Example } from "./changes.ts";
import { exampleCommands, exampleHosts, examplePaths, shownPath } from "./example-values.ts";
import { rememberWrits } from "./memory.ts";

const MOST_OF_A_KIND = 8;

/** Calls of a tool that the writ may well allow; `entry` says where its paths shall lie. */
export function* examplesOfTool(writ: Writ, tool: string, entry?: string): Generator<Example> {
	for (const name of toolNames(writ, tool)) {
		const known = toolOf(name, writ.terms.tools.declare);
		for (const input of exampleInputs(writ, known, entry)) {
			const { command } = input;
			yield {
				request: name === "Bash" && typeof command === "string" ? { kind: "command", command } : { kind: "tool", tool: name, input },
			};
		}
	}
}

/** Inputs of a call, filled with what the writ grants. */
function exampleInputs(writ: Writ, entry: ToolEntry | undefined, pathEntry?: string): readonly Readonly<Record<string, unknown>>[] {
	if (entry === undefined) return [{}];
	const { read_paths, write_paths } = writ.terms.filesystem;
	const reads = usesOf(entry.reads);
	const writes = usesOf(entry.writes);
	const readable = pathEntry === undefined ? (read_paths[0] ?? ["/"]) : [pathEntry];
	const writable = pathEntry === undefined ? (write_paths[0] ?? ["/"]) : [pathEntry];
	const kinds: readonly (readonly [readonly ArgumentUse[], readonly string[]])[] = [
		[reads, pathsOf(writ, readable)],
		[writes, pathsOf(writ, writable)],
		[usesOf(entry.commands), commandsOf(writ)],
		[usesOf(entry.targets), targetsOf(writ)],
		[
			usesOf(entry.hosts),
			(writ.terms.network.allow[0] ?? ["*"])
				.flatMap((host) => exampleHosts(host))
				.map(({ host, port }) => `https://${host}${port === 443 ? "" : `:${port}`}/`),
		],
		[usesOf(entry.profiles), writ.terms.capabilities.spawn.profiles ?? ["researcher"]],
	];
	// A call that leaves out what it is about does nothing, and so shows nothing.
	if (kinds.some(([uses, values]) => values.length === 0 && uses.some(({ required }) => required === true))) return [];
	const rounds = Math.min(2 * MOST_OF_A_KIND, Math.max(1, ...kinds.map(([uses, values]) => (uses.length === 0 ? 0 : values.length))));
	return Array.from({ length: rounds }, (_, round) =>
		kinds.reduce<Readonly<Record<string, unknown>>>((input, [uses, values]) => {
			const value = values[round % Math.max(1, values.length)];
			return value === undefined ? input : uses.reduce((filled, use) => inputWith(filled, use, value), input);
		}, {}),
	);
}

function pathsOf(writ: Writ, entries: readonly string[]): readonly string[] {
	return entries.slice(0, MOST_OF_A_KIND).flatMap((entry) => [...examplePaths(entry, writ)].map((path) => shownPath(path, writ)));
}

/** Commands that the writ's own rules are about, then common ones. */
const commandsOf: (writ: Writ) => readonly string[] = rememberWrits(({ terms }) => {
	const lookup = patternLookup(terms.tools.declare);
	const ruled = terms.tools.allowed.flat().flatMap((text) => {
		const parsed = parseTermsRule(text, lookup);
		return parsed.ok && parsed.rule.pattern?.kind === "command" ? [...exampleCommands(parsed.rule.pattern.command, [])].slice(0, 1) : [];
	});
	return [...ruled.slice(0, MOST_OF_A_KIND), ...exampleCommands(null, [])];
});

function targetsOf({ terms, parent, children }: Writ): readonly string[] {
	const listed = terms.messaging.allowed_targets.targets.flatMap((set) => (typeof set === "string" ? [] : set));
	return [...(parent === null ? [] : [parent]), ...children, ...listed, "some-other-agent"];
}

/** The name itself, or for a name with stars some that it matches. */
function toolNames({ terms }: Writ, tool: string): readonly string[] {
	return tool.includes("*") ? [tool.replaceAll("*", "example"), ...Object.keys(terms.tools.declare)] : [tool];
}

/** Calls of a tool that differ in one argument, around what some rules say of it. */
export function* examplesOfArgument(writ: Writ, tool: string, argument: string, rules: readonly ArgumentRule[]): Generator<Example> {
	const values = [...new Set(rules.flatMap(valuesAround))];
	for (const input of exampleInputs(writ, toolOf(tool, writ.terms.tools.declare)).slice(0, 3)) {
		for (const value of values) yield { request: { kind: "tool", tool, input: { ...input, [argument]: value } } };
		const { [argument]: _left, ...without } = input;
		yield { request: { kind: "tool", tool, input: without } };
	}
}

/** Values on either side of a rule. */
function valuesAround(rule: ArgumentRule): readonly (string | number | boolean)[] {
	if (typeof rule !== "object") return around(rule);
	const not = rule.not === undefined ? [] : typeof rule.not === "object" ? rule.not : [rule.not];
	return [
		...[...(rule.any ?? []), ...not].flatMap(around),
		...(rule.min === undefined ? [] : [rule.min, rule.min - 1]),
		...(rule.max === undefined ? [] : [rule.max, rule.max + 1]),
		...(rule.max_length === undefined
			? []
			: ["x".repeat(Math.min(rule.max_length, 1000)), "x".repeat(Math.min(rule.max_length + 1, 1001))]),
		"example",
	];
}

function around(value: string | number | boolean): readonly (string | number | boolean)[] {
	if (typeof value === "string") return [value.replaceAll("**", "example").replaceAll("*", "example"), `${value}-other`];
	return typeof value === "number" ? [value, value + 1, value - 1] : [value, !value];
}

/** The uses that a call must fill: one spelling of each argument. */
export function usesOf(uses: readonly (string | ArgumentUse)[] | undefined): readonly ArgumentUse[] {
	const full = (uses ?? []).map((use) => (typeof use === "string" ? { argument: use } : use));
	return full.filter((use) => use.insteadOf === undefined && use.within === undefined);
}

/** An input with a value in an argument, in the shape that the tool declares. */
export function inputWith(input: Readonly<Record<string, unknown>>, use: ArgumentUse, value: string): Readonly<Record<string, unknown>> {
	return { ...input, [use.argument]: shaped(use, value) };
}

function shaped({ shape = "text", field = "" }: ArgumentUse, value: string): unknown {
	switch (shape) {
		case "list":
			return [value];
		case "objects":
			return [{ [field]: value }];
		case "object":
			return { [field]: value };
		case "argv":
			return value.split(" ");
		case "patch":
			return `*** Begin Patch\n*** Update File: ${value}\n*** End Patch`;
		default:
			return value;
	}
}
