import type { ArgumentUse, ToolEntry } from "../../vocabulary/index.ts";
import { argumentValues } from "./argument-values.ts";
import { globBase } from "./glob-base.ts";
import { ABSENT, ownValue } from "./own-value.ts";
import { changeDirectory } from "./quote-words.ts";
import { type ToolPlan, toolPlan } from "./tool-plan.ts";
import { uncheckedArguments } from "./unchecked-arguments.ts";

/** One value that must be judged, and the argument that holds it. */
export interface CheckedValue<V = string> {
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
export interface BadArgument {
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
export interface ReadArguments {
	readonly ok: true;
	readonly reads: readonly CheckedValue[];
	readonly writes: readonly CheckedValue[];
	/** Shell text; what came as words is quoted, a working directory stands before it as `cd`. */
	readonly commands: readonly CheckedValue[];
	/** As they came: a missing target is `undefined`, and what is no text stays what it is. */
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
	if (typeof input !== "object" || input === null || Array.isArray(input)) return bad("", "the arguments are no object");
	const plan = toolPlan(tool);
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
function foreignArgument({ known, only }: ToolPlan, input: object): BadArgument | null {
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

/** Each value is judged by itself: a call with more is no call a person could follow. */
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

function runs(plan: ToolPlan, input: object): Values {
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
