import { parseHostEntry } from "../hosts/index.ts";
import type { AllOf, AnyOf, NetworkRequest, Place, Places, Writ } from "../language/index.ts";
import { compilePathSet, containsPathEntry, directoryOf, escapeGlob, splitEntry } from "../paths/index.ts";
import { findProgram, type ProgramTable } from "../programs/index.ts";
import { type CommandPattern, commandText } from "../rules/index.ts";

/** Lists that an example must lie in, and entries that it must avoid. */
export interface PathWish {
	/** Search with automata instead of guessing plain names. */
	readonly thorough?: boolean;
	readonly within?: AllOf;
	/** Grants that must not hold it. */
	readonly outside?: AnyOf;
	/** Denials that must not cover it. */
	readonly notDenied?: AnyOf;
}

/** Paths that an entry matches: plain ones, or a shortest one that fits the whole wish. */
export function* examplePaths(entry: string, writ: Writ, wish: PathWish = {}): Generator<string> {
	for (const absolute of absoluteEntries(entry, writ.places)) {
		if (wish.thorough !== true) yield* plainExamples(absolute);
		else {
			const found = searchExample(absolute, writ, wish);
			if (found !== undefined) yield found;
		}
	}
}

/** A path below the workspace as an agent would write it, another one as it is. */
export function shownPath(path: string, { places }: Writ): string {
	const root = places.written.workspace;
	if (root === undefined || places.real.workspace !== root) return path;
	if (path === root) return ".";
	return path.startsWith(`${root}/`) ? path.slice(root.length + 1) : path;
}

function plainExamples(absolute: string): readonly string[] {
	if (!/[*?[{]/.test(absolute)) {
		const below = absolute === "/" ? "" : absolute;
		return looksLikeFile(absolute) ? [absolute, `${below}/example.txt`] : [`${below}/example.txt`, `${below}/folder/example.txt`];
	}
	const filled = absolute
		.replace(/\{([^{},]*)[^{}]*\}/g, "$1")
		.replaceAll("/**/", "/")
		.replace(/\/\*\*$/, "/example.txt")
		.replaceAll("*", "example");
	return /[?[{]/.test(filled) ? [] : [filled];
}

function looksLikeFile(path: string): boolean {
	return /\/[^/]*\.[^/]*$/.test(path);
}

const MOST_ROUNDS = 8;

/**
 * A shortest path that fits. Lists of denials are long and rarely matter, so that only those that have spoiled an earlier
 * example are searched with.
 */
function searchExample(absolute: string, { places }: Writ, { within = [], outside = [], notDenied = [] }: PathWish): string | undefined {
	const at = (entries: AnyOf): AnyOf => entries.flatMap((entry) => absoluteEntries(entry, places));
	const denials = compilePathSet(at(notDenied), places, "real", "deny");
	const besides = within.map(at);
	let avoided = at(outside);
	for (let round = 0; round < MOST_ROUNDS; round++) {
		const found = containsPathEntry(absolute, { parent: avoided, besides });
		if (found.contained !== false || !found.example.startsWith("/")) return undefined;
		const spoiled = denials.match(found.example);
		if (spoiled === null) return found.example;
		// A denial covers what lies below what it matches; a grant with glob characters does not.
		avoided = [...avoided, spoiled, `${spoiled === "/" ? "" : spoiled}/**`];
	}
	return undefined;
}

const OWN: readonly Place[] = ["own", "workspace", "shared", "exports", "claude"];

/** A canonical entry at its places on the disk; none when its place is nowhere. */
function absoluteEntries(entry: string, places: Places): readonly string[] {
	const parts = splitEntry(entry);
	if (parts === undefined) return [];
	if (parts.place === null) return [entry];
	return (parts.place === "own" ? OWN : [parts.place]).flatMap((place) => {
		const root = directoryOf(place, places, "real");
		if (root === undefined) return [];
		const below = parts.rest === "" ? "" : `/${parts.rest}`;
		return [`${root === "/" ? "" : escapeGlob(root)}${below}` || "/"];
	});
}

/** Connections that a host entry matches. */
export function exampleHosts(entry: string): readonly NetworkRequest[] {
	const parsed = parseHostEntry(entry === "everything" ? "*" : entry);
	if (!parsed.ok) return [];
	const { kind, host, port } = parsed.entry;
	const hosts = {
		name: [host],
		literal: [host],
		suffix: [`www.${host}`, `a.b.${host}`],
		any: ["example.com", "www.example.org", "203.0.113.7"],
	}[kind];
	const ports = port === null ? [443, 80, 8443] : [port];
	return ports.flatMap((one) => hosts.map((name) => ({ kind: "network", host: name, port: one }) as const));
}

/** Commands for a rule that names none. */
const COMMON = [
	"git status",
	"ls",
	"cat README.md",
	"npm test",
	"make",
	"node script.js",
	"python3 script.py",
	"rm -r build",
	"curl https://example.com",
	"git push",
];

type Form = Pick<ProgramTable, "options" | "subcommands">;

/** Commands that a pattern covers, the telling ones first; `null` = every command. */
export function* exampleCommands(pattern: CommandPattern | null, operands: readonly string[]): Generator<string> {
	if (pattern === null || pattern.words.length === 0) {
		yield* COMMON;
		return;
	}
	const { prefix, forms, bindings = [] } = pattern;
	// Something stands for every star.
	const words = pattern.words.map((word, at) =>
		(forms?.[at] ?? "literal") === "literal" ? word : word.replaceAll("*", at === 0 ? "x" : "example"),
	);
	const before = bindings.map(({ name, value }) => `${name}=${commandText([value])} `).join("");
	const say = (...more: readonly string[]) => before + commandText([...words, ...more]);
	if (!prefix) {
		yield say();
		return;
	}
	const form = formOf(words);
	for (const name of Object.keys(form?.subcommands ?? {})) yield say(name);
	yield say();
	for (const operand of operands) yield say(operand);
	// SECURITY: a rule with `:*` leaves out the options that run or change something; whether the other side has them is what counts.
	for (const { names, value } of (form?.options ?? []).filter(
		({ hazard, operandsBecome }) => hazard !== undefined || operandsBecome === "write",
	)) {
		const name = names.find((one) => one.startsWith("--")) ?? names[0] ?? "";
		const option = value === "required" ? [name, "example"] : [name];
		yield say(...option);
		for (const operand of operands.slice(0, 2)) yield say(...option, operand);
	}
	for (const option of ["--help", "--version", "-v", "-n"]) yield say(option);
}

/** The form of a program that the words of a pattern lead to. */
function formOf([program = "", ...rest]: readonly string[]): Form | undefined {
	let form: Form | undefined = findProgram(program.slice(program.lastIndexOf("/") + 1));
	for (const word of rest) {
		const below: Form | undefined =
			form?.subcommands === undefined || !Object.hasOwn(form.subcommands, word) ? undefined : form.subcommands[word];
		// A word that is not a subcommand ends the way down.
		form = below ?? { options: form?.options ?? [] };
	}
	return form;
}
