import type { ArgumentUse, ToolEntry } from "../language/index.ts";
import { expandAlternatives } from "../paths/index.ts";
import { ABSENT, argumentValues, changeDirectory, ownValue } from "./argument-values.ts";
import { rememberEntries } from "./memory.ts";

/** One value that must be judged, and the argument that holds it. */
interface CheckedValue<V = string> {
	readonly argument: string;
	readonly value: V;
	/** The path covers everything below it. */
	readonly tree?: boolean;
	/** The pattern whose matches are read; `value` is where they begin. */
	readonly glob?: string;
	/** The argument was left out: the tool acts on the working directory. */
	readonly implied?: boolean;
}

/** An argument is not what was declared. */
interface BadArgument {
	readonly ok: false;
	readonly argument: string;
	readonly why: string;
}

/**
 * What one call touches.
 *
 * INVARIANT: an empty list says that the call names nothing of the kind, never that everything is fine: a rule with
 * a pattern is not satisfied by it.
 */
interface ReadArguments {
	readonly ok: true;
	readonly reads: readonly CheckedValue[];
	readonly writes: readonly CheckedValue[];
	/** Shell text; what came as words is quoted, a working directory stands before it as `cd`. */
	readonly commands: readonly CheckedValue[];
	/** As they came: a missing target is `undefined`, and what is not text stays what it is. */
	readonly targets: readonly CheckedValue<unknown>[];
	/** URLs or host names, as they came. */
	readonly hosts: readonly CheckedValue[];
	readonly profiles: readonly CheckedValue[];
	/** Arguments that look like a path, command or host, and that nobody declared. */
	readonly unchecked: readonly string[];
}

export type ArgumentReading = ReadArguments | BadArgument;

type Uses = readonly ArgumentUse[];
type Values = readonly CheckedValue[] | BadArgument;

const NONE: readonly never[] = Object.freeze([]);

/** Pulls the values that must be judged out of a call; a known argument in an undeclared shape is refused. */
export function readArguments(tool: ToolEntry | undefined, input: unknown): ArgumentReading {
	if (typeof input !== "object" || input === null || Array.isArray(input)) return bad("", "the arguments are not an object");
	const plan = argumentPlan(tool);
	const unchecked = uncheckedArguments(plan.known, input);
	if (isBad(unchecked)) return unchecked;
	const reads = values(plan.reads, input);
	if (isBad(reads)) return reads;
	const writes = values(plan.writes, input);
	if (isBad(writes)) return writes;
	const commands = runs(plan, input);
	if (isBad(commands)) return commands;
	const foreign = plan.commands.length === 0 ? null : foreignArgument(plan, input);
	if (foreign !== null) return foreign;
	const hosts = values(plan.hosts, input);
	if (isBad(hosts)) return hosts;
	const profiles = values(plan.profiles, input);
	if (isBad(profiles)) return profiles;
	return { ok: true, reads, writes, commands, targets: targets(plan.targets, input), hosts, profiles, unchecked };
}

/**
 * What a tool that runs commands cannot be called with.
 *
 * SECURITY: an argument that nobody knows may say where, as what, or with which variables the command runs, and
 * `dangerouslyDisableSandbox` says it in so many words ([finding-15-arguments], test/decide/command-arguments.test.ts).
 */
function foreignArgument({ known, only }: ArgumentPlan, input: object): BadArgument | null {
	for (const argument of Object.keys(input))
		if (!known.has(argument) && ownValue(input, argument) !== ABSENT)
			return bad(argument, `'${argument}' is not an argument that this tool is known to take`);
	for (const [argument, values] of only) {
		const value = ownValue(input, argument);
		if (value !== ABSENT && !values.some((one) => one === value))
			return bad(argument, `'${argument}' can only be ${values.map((one) => JSON.stringify(one)).join(" or ")}`);
	}
	return null;
}

/** Each value is judged by itself: a call with more is not a call a person could follow. */
const MOST_VALUES = 1_000;

function values(uses: Uses, input: object): Values {
	if (uses.length === 0) return NONE;
	const found: CheckedValue[] = [];
	for (const use of uses) {
		const value = ownValue(input, use.argument);
		// Tools take an empty text for "here" as well.
		if (value === ABSENT || (value === "" && use.defaultsToCwd === true)) {
			if (isMissing(use, uses, input)) return bad(use.argument, `'${use.argument}' is missing`);
			if (use.defaultsToCwd === true && !hasOtherSpelling(use, uses, input)) found.push(checked(use, ".", true));
			continue;
		}
		const read = argumentValues(use, value, input);
		if (!read.ok) return bad(use.argument, `'${use.argument}': ${read.why}`);
		for (const text of read.texts) {
			const starts = use.glob === true ? patternStarts(text, use, uses, input) : [text];
			if (starts === undefined) return bad(use.argument, `'${use.argument}': the pattern could match outside of where it starts`);
			for (const start of starts)
				found.push(use.glob === true && use.tree === true ? { ...checked(use, start, false), glob: text } : checked(use, start, false));
			if (found.length > MOST_VALUES) return bad(use.argument, `'${use.argument}' has more than ${MOST_VALUES} values`);
		}
	}
	return found;
}

/** The paths below which a glob pattern can match, given the argument that names its start. */
function patternStarts(pattern: string, use: ArgumentUse, uses: Uses, input: object): readonly string[] | undefined {
	const base = globBase(pattern);
	if (base === undefined) return undefined;
	if (base.startsWith("/") || use.within === undefined) return [base === "" ? "." : base];
	// The start itself is judged as an argument of its own.
	if (base === "") return [];
	const starts = uses
		.filter((other) => other.argument === use.within || other.insteadOf === use.within)
		.map((other) => ownValue(input, other.argument))
		.filter((start) => typeof start === "string" && start !== "");
	return starts.length === 0 ? [base] : starts.map((start) => `${start}/${base}`);
}

function runs(plan: ArgumentPlan, input: object): Values {
	const commands = values(plan.commands, input);
	if (isBad(commands) || plan.directories.length === 0) return commands;
	const directories = values(plan.directories, input);
	if (isBad(directories)) return directories;
	const [directory, second] = directories.filter((one) => one.value !== "");
	if (directory === undefined) return commands;
	if (second !== undefined) return bad(second.argument, `'${second.argument}' is a second working directory`);
	const start = changeDirectory(directory.value);
	return commands.map((command) => ({ ...command, value: `${start}\n${command.value}` }));
}

function targets(uses: Uses, input: object): readonly CheckedValue<unknown>[] {
	const [main] = uses;
	if (main === undefined) return NONE;
	const found: CheckedValue<unknown>[] = [];
	for (const { argument, shape } of uses) {
		const value = ownValue(input, argument);
		if (value === ABSENT) continue;
		if (shape !== "list" || !Array.isArray(value)) found.push({ argument, value });
		else for (let index = 0; index < value.length; index++) found.push({ argument, value: ownValue(value, String(index)) });
	}
	// A tool that acts on an agent always has a target to judge, be it a missing one.
	return found.length > 0 ? found : [{ argument: main.argument, value: undefined }];
}

/** A call without any argument does nothing; one that has others must have this one too. */
function isMissing(use: ArgumentUse, uses: Uses, input: object): boolean {
	return use.required === true && !hasOtherSpelling(use, uses, input) && Object.keys(input).length > 0;
}

function hasOtherSpelling(use: ArgumentUse, uses: Uses, input: object): boolean {
	return uses.some((other) => other.insteadOf === use.argument && ownValue(input, other.argument) !== ABSENT);
}

function checked({ argument, tree }: ArgumentUse, value: string, implied: boolean): CheckedValue {
	if (implied) return tree === true ? { argument, value, tree, implied } : { argument, value, implied };
	return tree === true ? { argument, value, tree } : { argument, value };
}

function bad(argument: string, why: string): BadArgument {
	return { ok: false, argument, why };
}

function isBad(result: object): result is BadArgument {
	return "ok" in result;
}

/** A tool's declaration with every use written out: what one call after another is read by. */
interface ArgumentPlan {
	readonly reads: readonly ArgumentUse[];
	readonly writes: readonly ArgumentUse[];
	readonly commands: readonly ArgumentUse[];
	readonly targets: readonly ArgumentUse[];
	readonly hosts: readonly ArgumentUse[];
	readonly profiles: readonly ArgumentUse[];
	readonly directories: readonly ArgumentUse[];
	/** Arguments with the values that they may have. */
	readonly only: readonly (readonly [argument: string, values: readonly (string | boolean)[]])[];
	/** Every argument that the tool declares, plain ones too. */
	readonly known: ReadonlySet<string>;
}

const UNKNOWN: ArgumentPlan = {
	reads: [],
	writes: [],
	commands: [],
	targets: [],
	hosts: [],
	profiles: [],
	directories: [],
	only: [],
	known: new Set(),
};

/** The plan of a tool; a tool that nobody declared has an empty one. */
function argumentPlan(tool: ToolEntry | undefined): ArgumentPlan {
	return tool === undefined ? UNKNOWN : planArguments(tool);
}

const planArguments: (tool: ToolEntry) => ArgumentPlan = rememberEntries((tool) => {
	const uses = {
		reads: full(tool.reads),
		writes: full(tool.writes),
		commands: full(tool.commands),
		targets: full(tool.targets),
		hosts: full(tool.hosts),
		profiles: full(tool.profiles),
		directories: full(tool.directories),
	};
	const named = Object.values(uses).flatMap((list) =>
		list.flatMap((use) => (use.rest === undefined ? [use.argument] : [use.argument, use.rest])),
	);
	const only = Object.entries(tool.only ?? {});
	return { ...uses, only, known: new Set([...named, ...only.map(([argument]) => argument), ...(tool.plain ?? [])]) };
});

function full(uses: readonly (string | ArgumentUse)[] | undefined): readonly ArgumentUse[] {
	return (uses ?? []).map((use) => (typeof use === "string" ? { argument: use } : use));
}

/** The arguments of a tool, and those that the pattern of a rule speaks of. */
export function knownArguments(tool: ToolEntry): { readonly all: ReadonlySet<string>; readonly main: ReadonlySet<string> } {
	const { known, reads, writes, commands, hosts, targets, profiles } = argumentPlan(tool);
	const main = [...reads, ...writes, ...commands, ...hosts, ...targets, ...profiles].map(({ argument }) => argument);
	return { all: new Set([...known, ...(tool.named ?? [])]), main: new Set([...main, ...(tool.named ?? [])]) };
}

/** How deep and how far an undeclared argument is looked at; beyond it the call is refused. */
const MAX_DEPTH = 16;
const MAX_VALUES = 2_000;

const NAMES_SOMETHING =
	/path|file|dir|folder|cwd|root|source|dest|target|glob|command|cmd|script|shell|exec|argv|program|url|uri|host|domain|endpoint|server|address|port/i;

const LOOKS_LIKE_PATH = /^~|^\.{1,2}(\/|$)|^[A-Za-z]:[\\/]|\/|\\|^file:|^\.[a-z]|^[^\s]+\.[A-Za-z][A-Za-z0-9]{0,9}$/;
const LOOKS_LIKE_COMMAND = /\$\(|`|&&|\|\||[;|<>]\s|\s[;|<>]|^[a-z][a-z0-9_.-]*\s+--?[a-z]/;
const LOOKS_LIKE_HOST =
	/^[a-z][a-z0-9+.-]*:\/\/|^([a-z0-9-]+\.)+[a-z]{2,}(:\d+)?(\/|$)|^\d{1,3}(\.\d{1,3}){3}(:\d+)?$|^\[?[0-9a-f]*:[0-9a-f:]+\]?$|^localhost\b/i;

/** The arguments that nobody declared and that look like a path, a command or a host, by their place (`options.out[0]`). */
function uncheckedArguments(
	known: ReadonlySet<string>,
	input: object,
): readonly string[] | { readonly ok: false; readonly argument: string; readonly why: string } {
	const unknown = Object.keys(input).filter((key) => !known.has(key));
	if (unknown.length === 0) return unknown;
	const names: string[] = [];
	let budget = MAX_VALUES;
	for (const key of unknown) {
		if (!look(key, key, ownValue(input, key), 0)) return { ok: false, argument: key, why: `'${key}' is too large to look through` };
	}
	return names;

	function look(place: string, name: string, value: unknown, depth: number): boolean {
		budget--;
		if (budget < 0 || depth > MAX_DEPTH) return false;
		if (typeof value === "object" && value !== null) {
			const list = Array.isArray(value);
			return Object.keys(value).every((key) => {
				const inner = list ? `${place}[${key}]` : `${place}.${key}`;
				return look(inner, list ? name : key, ownValue(value, key), depth + 1);
			});
		}
		if (value !== ABSENT && looksChecked(name, value)) names.push(place);
		return true;
	}
}

function looksChecked(name: string, value: unknown): boolean {
	// What is computed when read cannot be judged, so it is reported.
	if (typeof value === "symbol" || typeof value === "function") return true;
	if (typeof value === "number") return /port/i.test(name);
	if (typeof value !== "string" || value === "") return false;
	return NAMES_SOMETHING.test(name) || LOOKS_LIKE_PATH.test(value) || LOOKS_LIKE_COMMAND.test(value) || LOOKS_LIKE_HOST.test(value);
}

const GLOB_CHARACTER = /[*?[\]{}()!+@|\\]/;

/**
 * The directory below which a glob pattern can match: the part before its first glob character, `""` when that is
 * the start itself. `undefined` when the pattern could climb out of it.
 *
 * SECURITY: `{..,a}/x`, `{.,}./x`, `@(..)/x`, `.[.]/x` and `.?/x` hide the climb behind a glob character.
 */
function globBase(pattern: string): string | undefined {
	const first = pattern.search(GLOB_CHARACTER);
	if (first < 0) return pattern;
	const slash = pattern.lastIndexOf("/", first);
	const expanded = expandAlternatives(pattern.slice(slash + 1));
	if (!expanded.ok || expanded.texts.some(couldClimb)) return undefined;
	return slash === 0 ? "/" : pattern.slice(0, Math.max(slash, 0));
}

/** Whether a pattern without braces could name a parent directory, or the root. */
function couldClimb(text: string): boolean {
	if (text.startsWith("/") || text.includes("\\")) return true;
	return text.split("/").some((name) => {
		if (name.replaceAll(/[[\]]/g, "") === "..") return true;
		if (/[?*+@!]\(/.test(name) || name.includes("|")) return name.includes(".");
		return /^\.[?*[]/.test(name) || /^\[[^\]]*\./.test(name);
	});
}
