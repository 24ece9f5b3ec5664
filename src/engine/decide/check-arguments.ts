import { canonicalPathEntry, compileWildcard } from "../match/index.ts";
import type { ArgumentRule, ArgumentUse, Facts, ToolEntry, ToolRequest, Writ } from "../vocabulary/index.ts";
import { admits, type PathView, pathViews } from "./compiled-paths.ts";
import { locatePath } from "./locate-path.ts";
import { denied, type Outcome } from "./outcome.ts";

interface Surroundings {
	readonly writ: Writ;
	readonly facts: Facts;
	readonly cwd: string;
	readonly entry: ToolEntry | undefined;
}

/** Judges the arguments of a call by the rules under `tools.permissions`; an absent argument passes unless it is required. */
export function matchArguments(
	records: readonly Readonly<Record<string, ArgumentRule>>[],
	{ tool, input }: ToolRequest,
	around: Surroundings,
): readonly Outcome[] {
	return records.flatMap((rules) =>
		Object.entries(rules).flatMap(([name, rule]) => {
			const value: unknown = spelled(input, name, around.entry);
			const why = breaks(rule, value, name, around);
			return why === null
				? []
				: [
						denied("argument-not-allowed", `Tool '${tool}': '${name}' ${why}`, {
							segment: name,
							rule: `tools.permissions.${tool}.arguments.${name}`,
						}),
					];
		}),
	);
}

/** The value of an argument, under whatever spelling the tool takes it. */
function spelled(input: Readonly<Record<string, unknown>>, name: string, entry: ToolEntry | undefined): unknown {
	if (Object.hasOwn(input, name)) return input[name];
	const uses = [
		...(entry?.reads ?? []),
		...(entry?.writes ?? []),
		...(entry?.commands ?? []),
		...(entry?.hosts ?? []),
		...(entry?.targets ?? []),
	];
	const named = uses.flatMap((use) => (typeof use === "string" ? [] : [use]));
	const main = named.find((use) => use.argument === name)?.insteadOf ?? name;
	const other = named.find((use) => (use.argument === main || use.insteadOf === main) && Object.hasOwn(input, use.argument));
	return other === undefined ? undefined : input[other.argument];
}

/** Why a value breaks a rule, or `null`. */
function breaks(rule: ArgumentRule, value: unknown, name: string, around: Surroundings): string | null {
	if (value === undefined) return typeof rule === "object" && rule.required === true ? "is missing" : null;
	if (typeof rule !== "object") return fits(rule, value, name, around) ? null : `must be ${JSON.stringify(rule)}`;
	if (rule.any !== undefined && !rule.any.some((one) => fits(one, value, name, around)))
		return `must be one of ${JSON.stringify(rule.any)}`;
	const forbidden = rule.not === undefined ? [] : typeof rule.not === "object" ? rule.not : [rule.not];
	if (forbidden.some((one) => resembles(one, value) || fits(one, value, name, around))) return `must not be ${JSON.stringify(rule.not)}`;
	if (rule.min !== undefined && !(typeof value === "number" && value >= rule.min)) return `must be a number of ${rule.min} or more`;
	if (rule.max !== undefined && !(typeof value === "number" && value <= rule.max)) return `must be a number of ${rule.max} or less`;
	if (rule.max_length !== undefined && !(typeof value === "string" && value.length <= rule.max_length))
		return `must be a text of at most ${rule.max_length} characters`;
	return null;
}

/** Tools read `"true"`, `1` and `[true]` as they like: what is forbidden is forbidden in every such form. */
function resembles(one: string | number | boolean, value: unknown): boolean {
	if (Array.isArray(value)) return value.some((item) => resembles(one, item));
	const text = String(value).toLowerCase();
	return text === String(one).toLowerCase() || (one === true && text === "1") || (one === false && text === "0");
}

function fits(wanted: string | number | boolean, value: unknown, name: string, around: Surroundings): boolean {
	if (wanted === value) return true;
	if (typeof wanted !== "string" || typeof value !== "string") return false;
	if (isPath(around.entry, name) || /^(?:\.{1,2}\/|\/)/.test(wanted)) return fitsPath(wanted, value, around);
	return wanted.includes("*") && compileWildcard(wanted.replaceAll("**", "*"))(value);
}

function isPath(entry: ToolEntry | undefined, name: string): boolean {
	const named = (use: string | ArgumentUse): boolean => (typeof use === "string" ? use : use.argument) === name;
	return entry !== undefined && [...(entry.reads ?? []), ...(entry.writes ?? [])].some(named);
}

function fitsPath(wanted: string, value: string, { writ, facts, cwd }: Surroundings): boolean {
	const entry = canonicalPathEntry(wanted, "grant");
	const located = locatePath(value, cwd, facts, writ.places);
	if (!entry.ok || !located.ok) return false;
	const views: readonly PathView[] = pathViews([[entry.text]], writ.places, "grant");
	return admits(views, located.written, located.real) !== null;
}
