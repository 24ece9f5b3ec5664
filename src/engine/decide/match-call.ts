import { canonicalHost, type RuleTarget } from "../match/index.ts";
import type { Places } from "../vocabulary/index.ts";
import { admits, covers, type PathView, pathViews } from "./compiled-paths.ts";
import { locatePath } from "./locate-path.ts";
import type { ToolContext } from "./tool-context.ts";
import type { ToolRules } from "./tool-rules.ts";

/** One thing in a call that a rule with a pattern speaks of. */
export type CallPart =
	| { readonly kind: "path"; readonly value: string }
	| { readonly kind: "domain"; readonly value: { readonly host: string; readonly port: number } | null }
	| { readonly kind: "profile"; readonly value: string }
	| { readonly kind: "target"; readonly value: unknown };

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
		const rule = part.kind === "path" ? pathRule(list, part.value, context, "deny") : admittingRule(list, part, context);
		if (rule !== null) return rule;
	}
	return null;
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
	if (part.kind === "domain") return part.value === null ? "that host" : `${part.value.host}:${part.value.port}`;
	return String(part.value).slice(0, 200);
}
