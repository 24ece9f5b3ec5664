import type { Origins, Source, ToolDeclaration } from "../../vocabulary/index.ts";
import { parseHostEntry } from "../host/index.ts";
import { canonicalPathEntry } from "../path/index.ts";
import { parseRule, patternLookup } from "../rule/index.ts";
import { deepFreeze } from "./deep-freeze.ts";

type Declarations = Readonly<Record<string, ToolDeclaration>>;

/**
 * Sources by the texts that stand in the terms, made from sources by the texts that people wrote. Of two that became one
 * entry the first stays.
 */
export function canonicalOrigins(origins: Origins, declarations: Declarations = {}): Origins {
	const canonical: Record<string, Record<string, Source>> = Object.create(null);
	for (const [dimension, entries] of Object.entries(origins)) {
		const rewrite = rewriterOf(dimension, declarations);
		const rewritten: Record<string, Source> = Object.create(null);
		for (const [entry, source] of Object.entries(entries)) {
			const text = rewrite(entry);
			if (!Object.hasOwn(rewritten, text)) rewritten[text] = source;
		}
		canonical[dimension] = rewritten;
	}
	return deepFreeze(canonical);
}

function rewriterOf(dimension: string, declarations: Declarations): (entry: string) => string {
	// A plain value (`null`) among the allowed tools is the rule `*`.
	if (dimension === "tools.allowed") return (entry) => (entry === "" ? "*" : rule(entry, "grant", declarations));
	if (dimension === "tools.disallowed" || dimension === "tools.ask") return (entry) => rule(entry, "deny", declarations);
	if (dimension === "network.allow" || dimension === "network.deny") return host;
	if (/(?:^|\.)(?:blocked_paths|protected_paths)$/.test(dimension)) return (entry) => path(entry, "deny");
	if (/(?:^|\.)(?:read_paths|write_paths|allowed_paths)$/.test(dimension)) return (entry) => path(entry, "grant");
	return (entry) => entry;
}

function rule(entry: string, use: "grant" | "deny", declarations: Declarations): string {
	const parsed = parseRule(entry, patternLookup(declarations), use);
	return parsed.ok ? parsed.rule.text : entry;
}

function path(entry: string, use: "grant" | "deny"): string {
	const canonical = canonicalPathEntry(entry, use);
	return canonical.ok ? canonical.text : entry;
}

function host(entry: string): string {
	const parsed = parseHostEntry(entry);
	return parsed.ok ? parsed.entry.text : entry;
}
