import { type Address, canonicalHost, readAddress } from "../hosts/index.ts";
import type { ArgumentRule, ArgumentUse, Facts, ToolEntry, ToolRequest, Writ } from "../language/index.ts";
import { canonicalPathEntry, locatePath } from "../paths/index.ts";
import { compileWildcard, type RuleTarget } from "../tool-rules/index.ts";
import { ABSENT, COMPUTED, ownValue } from "../tools/index.ts";
import { admits, covers, pathViews, ruleViews } from "./compiled-paths.ts";
import { denied, type Outcome } from "./outcome.ts";
import type { ToolContext } from "./tool-context.ts";
import type { ToolRules } from "./tool-plan.ts";

/** One thing in a call that a rule with a pattern speaks of. */
type CallPart =
	| { readonly kind: "path"; readonly value: string }
	| { readonly kind: "domain"; readonly value: Pick<Address, "host" | "port"> | null }
	| { readonly kind: "profile"; readonly value: string }
	| { readonly kind: "target"; readonly value: unknown }
	| { readonly kind: "text"; readonly value: unknown };

/** Where a call is made, as far as rules with patterns need it. */
type CallPlace = Pick<ToolContext, "writ" | "cwd" | "facts">;

/** Whether the rules of one list (and what was granted) admit every part of a call. */
export function admitsCall(
	list: ToolRules,
	granted: ToolRules,
	parts: readonly CallPart[],
	context: ToolContext,
): { readonly refused: string | null; readonly rules: readonly string[] } {
	if (list.whole !== null) return { refused: null, rules: [list.whole] };
	// Command rules are judged by the walk over the command itself.
	if (context.plan.entry?.pattern === "command") return { refused: null, rules: [] };
	if (parts.length === 0) return { refused: context.request.tool, rules: [] };
	const rules: string[] = [];
	for (const part of parts) {
		const rule = admittingRule(list, part, context) ?? admittingRule(granted, part, context);
		if (rule === null) return { refused: shown(part), rules };
		rules.push(rule);
	}
	return { refused: null, rules };
}

/** A forbidding (or asking) rule with a pattern that touches any part of a call. */
export function coversCall(list: ToolRules, parts: readonly CallPart[], context: CallPlace): string | null {
	if (list.first === null) return null;
	for (const part of parts) {
		const rule =
			part.kind === "path"
				? pathRule(list, part.value, context, "deny")
				: part.kind === "text"
					? textRule(list, part.value, "deny")
					: admittingRule(list, part, context);
		if (rule !== null) return rule;
	}
	return null;
}

/** A forbidding (or asking) rule that speaks of an argument of the call. */
export function coversArguments(list: ToolRules, input: Readonly<Record<string, unknown>>): string | null {
	for (const { rule, argument, matches } of list.arguments) {
		const value = ownValue(input, argument);
		if (typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? matches(String(value)) : value === COMPUTED)
			return rule;
	}
	return null;
}

/** A name that a rule gives is that name alone, or with `:*` what begins with it at a blank or a colon; a denial is meant either way. */
function textRule(list: ToolRules, value: unknown, use: "grant" | "deny"): string | null {
	if (typeof value !== "string") return use === "grant" ? null : (list.texts[0]?.rule ?? null);
	const asked = value.trim().replace(/^\//, "");
	const found = list.texts.find(({ text, prefix, verbatim }) => {
		if (verbatim) return value === text;
		if (use === "deny" && prefix) return asked.startsWith(text);
		if (asked === text) return true;
		return (prefix || use === "deny") && (asked.startsWith(`${text} `) || (prefix && asked.startsWith(`${text}:`)));
	});
	return found?.rule ?? null;
}

function admittingRule(list: ToolRules, part: CallPart, context: CallPlace): string | null {
	switch (part.kind) {
		case "path":
			return pathRule(list, part.value, context, "grant");
		case "domain": {
			const { value } = part;
			const host = value === null ? null : canonicalHost(value.host);
			if (value === null || host === null || !host.ok) return null;
			return list.domains.find((rule) => rule.host.match(host.host, value.port) !== null)?.rule ?? null;
		}
		case "profile":
			return list.profiles.find((rule) => rule.profile === part.value)?.rule ?? null;
		case "target":
			return list.targets.find((rule) => reaches(rule.target, part.value, context))?.rule ?? null;
		case "text":
			return textRule(list, part.value, "grant");
	}
}

function pathRule(list: ToolRules, path: string, context: CallPlace, use: "grant" | "deny"): string | null {
	if (list.paths.length === 0) return null;
	const { places } = context.writ;
	const located = locatePath(path, context.cwd, context.facts, places);
	// A path that leads nowhere is refused by the path step; here it matches no grant and every denial.
	if (!located.ok) return use === "grant" ? null : (list.paths[0]?.rule ?? null);
	const found = ruleViews(list.paths, places, use).find(
		([, view]) => (use === "grant" ? admits([view], located.written, located.real) : covers(view, located.written, located.real)) !== null,
	);
	return found?.[0] ?? null;
}

function reaches(target: RuleTarget, value: unknown, { writ, facts }: CallPlace): boolean {
	if (typeof value !== "string" || value === "") return false;
	if ("id" in target) return target.id === value;
	const parent = writ.parent !== null && value === writ.parent;
	const children: readonly string[] = facts.children ?? writ.children;
	if (target.relation === "parent") return parent;
	return target.relation === "children" ? children.includes(value) : parent || children.includes(value);
}

function shown(part: CallPart): string {
	if (part.kind === "domain") {
		if (part.value === null) return "that host";
		return part.value.port === null ? part.value.host : `${part.value.host}:${part.value.port}`;
	}
	return String(part.value).slice(0, 200);
}

/** The parts of a call that rules with patterns speak of. */
export function callParts({ read, plan, request }: ToolContext): readonly CallPart[] {
	if (read === null) return [];
	const kind = plan.entry?.pattern;
	if (kind === "name" || kind === "text")
		return (plan.entry?.named ?? []).flatMap((name) => {
			const value = ownValue(request.input, name);
			return value === ABSENT ? [] : [{ kind: "text", value } as const];
		});
	if (kind === "path") return [...read.reads, ...read.writes].map(({ value }) => ({ kind: "path", value }));
	if (kind === "domain")
		return read.hosts.map(({ value }) => {
			const address = readAddress(value);
			return { kind: "domain", value: address.ok ? address.address : null };
		});
	if (kind === "agent")
		return [
			...read.profiles.map(({ value }) => ({ kind: "profile", value }) as const),
			...read.targets.map(({ value }) => ({ kind: "target", value }) as const),
		];
	return [];
}

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
	return admits(pathViews([[entry.text]], writ.places, "grant"), located.written, located.real) !== null;
}
