import {
	allowedText,
	canonicalPathEntry,
	compileToolName,
	containsPathEntry,
	containsRules,
	parseRule,
	parseTermsRule,
	patternLookup,
	quoteText,
	toolNameText,
} from "../match/index.ts";
import type { AllowedEntry, Profile } from "../vocabulary/index.ts";

/** A list without some entries, what must be forbidden because it is only a part of what stays, and what was not there. */
export interface Removal<Entry = string> {
	readonly kept: readonly Entry[] | null;
	readonly forbid: readonly string[];
	readonly notes: readonly {
		readonly entry: string;
		readonly index: number;
		readonly severity: "error" | "warning";
		readonly code: string;
		readonly says: string;
	}[];
}

/** Takes rules away from `tools.allowed`; what a wider rule still covers is forbidden instead, so that removing always works. */
export function removeRules(tools: NonNullable<Profile["tools"]>, removed: readonly string[]): Removal<AllowedEntry> {
	const declarations = tools.declare ?? {};
	const lookup = patternLookup(declarations);
	let kept = tools.allowed === undefined ? [] : tools.allowed;
	const forbid: string[] = [];
	const notes: Removal["notes"][number][] = [];
	removed.forEach((entry, index) => {
		const parsed = parseRule(entry, lookup);
		if (!parsed.ok) {
			notes.push({ entry, index, severity: "error", code: parsed.code, says: `${quoteText(entry)}: ${parsed.message}` });
			return;
		}
		const left = kept?.filter((held) => !containsRules([entry], [allowedText(held)], { declarations })) ?? null;
		if (left === null || left.some((held) => mayOverlap(allowedText(held), entry, lookup))) forbid.push(entry);
		else if (left.length === kept?.length) notes.push(notThere(entry, index));
		kept = left;
	});
	return { kept, forbid, notes };
}

/** Takes paths away from a list; what a wider entry still covers is forbidden instead. */
export function removePaths(paths: readonly string[], removed: readonly string[]): Removal {
	let kept = paths;
	const forbid: string[] = [];
	const notes: Removal["notes"][number][] = [];
	removed.forEach((entry, index) => {
		const parsed = canonicalPathEntry(entry, "grant");
		if (!parsed.ok) {
			notes.push({ entry, index, severity: "error", code: parsed.code, says: `${quoteText(entry)}: ${parsed.message}` });
			return;
		}
		const left = kept.filter((held) => !covers(parsed.text, held));
		if (left.some((held) => overlaps(held, parsed.text))) forbid.push(parsed.text);
		else if (left.length === kept.length) notes.push(notThere(entry, index));
		kept = left;
	});
	return { kept, forbid, notes };
}

function notThere(entry: string, index: number): Removal["notes"][number] {
	return {
		entry,
		index,
		severity: "warning",
		code: "nothing-to-remove",
		says: `${quoteText(entry)} is not granted, so there is nothing to remove`,
	};
}

/** Whether two rules may speak of the same tool; two names with stars may. */
function mayOverlap(one: string, other: string, lookup: ReturnType<typeof patternLookup>): boolean {
	const [left, right] = [parseTermsRule(one, lookup), parseRule(other, lookup)];
	if (!left.ok || !right.ok) return true;
	const [first, second] = [toolNameText(left.rule.name), toolNameText(right.rule.name)];
	if (first.includes("*") && second.includes("*")) return true;
	return compileToolName(left.rule.name, "deny")(second) || compileToolName(right.rule.name, "deny")(first);
}

function covers(outer: string, held: string): boolean {
	const inner = canonicalPathEntry(held, "grant");
	return inner.ok && containsPathEntry(inner.text, { parent: [outer] }).contained === true;
}

/** Whether two entries have a path in common, or may have. */
function overlaps(one: string, other: string): boolean {
	const left = canonicalPathEntry(one, "grant");
	return !left.ok || containsPathEntry(left.text, { parent: [], besides: [[other]] }).contained !== true;
}
