import type { AnyOf, ToolDeclaration } from "../../vocabulary/index.ts";
import type { PathUse } from "../path/index.ts";
import { parseRule, patternLookup, type Rule, toolNameText } from "../rule/index.ts";
import { nearestName, quoteText } from "../shape/index.ts";
import { TOOLS, toolOf } from "../tools/index.ts";
import { canonicalEntries } from "./list-terms.ts";
import { type Notes, noteError, noteWarning, type Said } from "./notes.ts";
import { countPath, hasRoom } from "./path-bounds.ts";

type Declarations = Readonly<Record<string, ToolDeclaration>>;

/** Canonical rules of a list as written. */
export function ruleTerms(notes: Notes, dimension: string, entries: readonly string[], use: PathUse, declarations: Declarations): AnyOf {
	const lookup = patternLookup(declarations);
	return canonicalEntries(entries, (entry, index) => {
		if (!hasRoom(notes)) return undefined;
		const said = { dimension, entry, index };
		const outcome = parseRule(entry, lookup, use);
		if (!outcome.ok) {
			noteError(notes, said, outcome.code, `${quoteText(entry)}: ${outcome.message}`, outcome.hint);
			return undefined;
		}
		if (outcome.rule.pattern?.kind === "path") countPath(notes, said, outcome.rule.pattern.entry);
		warnOfUnknownTool(notes, said, nameOf(outcome.rule), use, declarations);
		return outcome.rule.text;
	});
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
