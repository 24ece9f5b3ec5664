import { parseTermsRule, patternLookup } from "../match/index.ts";
import type { Terms } from "../vocabulary/index.ts";

const kept = new WeakMap<Terms, readonly string[]>();

/** Every path entry of the terms, those inside of rules too, each once. */
export function pathEntriesOf(terms: Terms): readonly string[] {
	const known = kept.get(terms);
	if (known) return known;
	const { filesystem, tools } = terms;
	const entries = new Set([
		...filesystem.sandbox_root.flat(),
		...filesystem.read_paths.flat(),
		...filesystem.write_paths.flat(),
		...filesystem.blocked_paths,
		...filesystem.protected_paths,
		...Object.values(tools.permissions).flatMap((permission) => [...permission.allowed_paths.flat(), ...permission.blocked_paths]),
		...tools.allowed.flat().flatMap((rule) => pathOf(rule, "grant", terms)),
		...[...tools.disallowed, ...tools.ask].flatMap((rule) => pathOf(rule, "deny", terms)),
	]);
	const list = [...entries];
	kept.set(terms, list);
	return list;
}

function pathOf(rule: string, use: "grant" | "deny", { tools }: Terms): readonly string[] {
	if (!rule.includes("(")) return [];
	const parsed = parseTermsRule(rule, patternLookup(tools.declare), use);
	return parsed.ok && parsed.rule.pattern?.kind === "path" ? [parsed.rule.pattern.entry] : [];
}
