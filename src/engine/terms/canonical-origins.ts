import { parseHostEntry } from "../hosts/index.ts";
import type { Origins, Source, ToolDeclaration } from "../language/index.ts";
import { canonicalPathEntry } from "../paths/index.ts";
import { deniedPlaces, patternLookup, readTermsRules } from "../tool-rules/index.ts";
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
			for (const text of rewrite(entry)) if (!Object.hasOwn(rewritten, text)) rewritten[text] = source;
		}
		canonical[dimension] = rewritten;
	}
	addDenied(canonical, declarations);
	return deepFreeze(canonical);
}

/** What a disallowed rule closes for programs comes from where the rule was written. */
function addDenied(canonical: Record<string, Record<string, Source>>, declarations: Declarations): void {
	for (const [rule, source] of Object.entries(canonical["tools.disallowed"] ?? {})) {
		const { blocked, guarded, hosts } = deniedPlaces([rule], declarations);
		for (const [dimension, entries] of [
			["filesystem.blocked_paths", blocked],
			["filesystem.protected_paths", guarded],
			["network.deny", hosts],
		] as const) {
			for (const entry of entries) {
				const made: Record<string, Source> = Object.create(null);
				const known = (canonical[dimension] ??= made);
				if (!Object.hasOwn(known, entry)) known[entry] = source;
			}
		}
	}
}

function rewriterOf(dimension: string, declarations: Declarations): (entry: string) => readonly string[] {
	// A plain value (`null`) among the allowed tools is the rule `*`.
	if (dimension === "tools.allowed") return (entry) => (entry === "" ? ["*"] : rules(entry, "grant", declarations));
	if (dimension === "tools.disallowed" || dimension === "tools.ask") return (entry) => rules(entry, "deny", declarations);
	if (dimension === "network.allow" || dimension === "network.deny") return (entry) => [host(entry)];
	if (/(?:^|\.)(?:blocked_paths|protected_paths)$/.test(dimension)) return (entry) => [path(entry, "deny")];
	if (/(?:^|\.)(?:read_paths|write_paths|allowed_paths)$/.test(dimension)) return (entry) => [path(entry, "grant")];
	return (entry) => [entry];
}

function rules(entry: string, use: "grant" | "deny", declarations: Declarations): readonly string[] {
	const read = readTermsRules(entry, patternLookup(declarations), use);
	return read.ok ? read.rules.map(({ text }) => text) : [entry];
}

function path(entry: string, use: "grant" | "deny"): string {
	const canonical = canonicalPathEntry(entry, use);
	return canonical.ok ? canonical.text : entry;
}

function host(entry: string): string {
	const parsed = parseHostEntry(entry);
	return parsed.ok ? parsed.entry.text : entry;
}
