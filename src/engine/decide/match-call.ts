import { type Address, COMPUTED, canonicalHost, ownValue, type RuleTarget } from "../match/index.ts";
import type { Places } from "../vocabulary/index.ts";
import { admits, covers, type PathView, pathViews } from "./compiled-paths.ts";
import { locatePath } from "./locate-path.ts";
import type { ToolContext } from "./tool-context.ts";
import type { ToolRules } from "./tool-rules.ts";

/** One thing in a call that a rule with a pattern speaks of. */
export type CallPart =
	| { readonly kind: "path"; readonly value: string }
	| { readonly kind: "domain"; readonly value: Pick<Address, "host" | "port"> | null }
	| { readonly kind: "profile"; readonly value: string }
	| { readonly kind: "target"; readonly value: unknown }
	| { readonly kind: "text"; readonly value: unknown };

/** Where a call is made, as far as rules with patterns need it. */
export type CallPlace = Pick<ToolContext, "writ" | "cwd" | "facts">;

const views = new WeakMap<ToolRules, WeakMap<Places, readonly (readonly [rule: string, view: PathView])[]>>();

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
	let byPlaces = views.get(list);
	if (byPlaces === undefined) views.set(list, (byPlaces = new WeakMap()));
	let compiled = byPlaces.get(places);
	if (compiled === undefined) {
		compiled = list.paths.flatMap(({ rule, entry }) => pathViews([[entry]], places, use).map((view) => [rule, view] as const));
		byPlaces.set(places, compiled);
	}
	const found = compiled.find(
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
