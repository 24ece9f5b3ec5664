import type { AllowedEntry, AnyOf, ToolDeclaration } from "../../vocabulary/index.ts";
import type { PathUse } from "../path/index.ts";
import { allowedText, isConditional, patternLookup, type Rule, readRules, toolNameText, unconditional } from "../rule/index.ts";
import { nearestName, quoteText } from "../shape/index.ts";
import { TOOLS, toolOf } from "../tools/index.ts";
import { sortedEntries } from "./list-terms.ts";
import { type Notes, noteError, noteWarning, type Said } from "./notes.ts";
import { countPath, hasRoom } from "./path-bounds.ts";

type Declarations = Readonly<Record<string, ToolDeclaration>>;

/** Canonical rules of a list as written. */
export function ruleTerms(
	notes: Notes,
	dimension: string,
	entries: readonly AllowedEntry[],
	use: PathUse,
	declarations: Declarations,
): AnyOf {
	const lookup = patternLookup(declarations);
	return sortedEntries(entries, (entry, index) => {
		if (!hasRoom(notes)) return [];
		const said = { dimension, entry: allowedText(entry), index };
		const written = typeof entry === "string" ? entry : entry.rule;
		const outcome = readRules(written, lookup, use);
		if (!outcome.ok) {
			// Clients save what they cut out of a longer text; it grants nothing, and a list that holds it is good all the same.
			if (outcome.code === "debris" && use === "grant")
				noteWarning(notes, said, outcome.code, `${quoteText(written)} is left out: ${outcome.message}`, outcome.hint);
			else noteError(notes, said, "bad-rule", `${quoteText(written)}: ${outcome.message}`, hintFor(written, outcome.hint, use));
			return [];
		}
		for (const { pattern } of outcome.rules) if (pattern?.kind === "path") countPath(notes, said, pattern.entry);
		warnOfUnknownTool(notes, said, nameOf(outcome.rules[0]), use, declarations);
		return outcome.rules.map(({ text }) => (typeof entry === "string" ? text : allowedText({ ...entry, rule: text })));
	});
}

/** A condition is written beside a rule, never inside its text. */
function hintFor(written: string, hint: string, use: PathUse): string {
	return use === "grant" && isConditional(written) ? `write {rule: ${JSON.stringify(unconditional(written))}, when: confined}` : hint;
}

/** A tool that the registry does not know can be named, but nothing can be said about its arguments. */
export function warnOfUnknownTool(notes: Notes, said: Said, name: string, use: PathUse, declarations: Declarations): void {
	if (name.includes("*") || toolOf(name, declarations)) return;
	const near = name.startsWith("mcp__") ? undefined : nearestName(name, TOOL_NAMES);
	const says =
		use === "grant"
			? `the tool ${quoteText(name)} is not known: it is allowed by its name, and its arguments are not checked`
			: `the tool ${quoteText(name)} is not known`;
	noteWarning(notes, said, "unknown-tool", says, near === undefined ? "declare it under tools.declare" : `did you mean ${near}?`);
}

const TOOL_NAMES: readonly string[] = TOOLS.map(({ name }) => name);

function nameOf(rule: Rule): string {
	return toolNameText(rule.name);
}
