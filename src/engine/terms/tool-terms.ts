import type { AllowedEntry, AnyOf, ArgumentRule, ToolDeclaration, ToolPermission, ToolTerms } from "../language/index.ts";
import type { PathUse } from "../paths/index.ts";
import { childPath, nearestName, quoteText } from "../shapes/index.ts";
import {
	allowedText,
	isConditional,
	parseToolName,
	patternLookup,
	type Rule,
	readRules,
	toolNameText,
	unconditional,
} from "../tool-rules/index.ts";
import { findTool, TOOLS, toolOf } from "../tools/index.ts";
import { countPath, hasRoom, pathTerms, sortedEntries } from "./list-terms.ts";
import { type Notes, noteError, noteWarning, type Said } from "./notes.ts";
import { targetTerms } from "./targets.ts";

/** Sealed form of `tools.permissions`. */
export function permissionTerms(
	notes: Notes,
	permissions: Readonly<Record<string, ToolPermission>>,
	declarations: Readonly<Record<string, ToolDeclaration>>,
): Readonly<Record<string, ToolTerms>> {
	// SECURITY: decisions look tools up by the name that an agent sends; without a prototype `constructor` finds nothing.
	const terms: Record<string, ToolTerms> = Object.create(null);
	for (const [tool, permission] of Object.entries(permissions)) {
		const dimension = childPath("tools.permissions", tool);
		if (!isOneTool(notes, dimension, tool)) continue;
		warnOfUnknownTool(notes, { dimension, entry: "" }, tool, "deny", declarations);
		terms[tool] = toolTerms(notes, dimension, permission);
	}
	return terms;
}

/** The declarations of a person's own tools; what the registry knows cannot be declared again. */
export function declarationTerms(
	notes: Notes,
	declarations: Readonly<Record<string, ToolDeclaration>>,
): Readonly<Record<string, ToolDeclaration>> {
	const terms: Record<string, ToolDeclaration> = Object.create(null);
	for (const [tool, declaration] of Object.entries(declarations)) {
		const dimension = childPath("tools.declare", tool);
		if (!isOneTool(notes, dimension, tool)) continue;
		if (findTool(tool))
			noteError(
				notes,
				{ dimension, entry: "" },
				"known-tool",
				`the tool ${quoteText(tool)} is known; its arguments cannot be declared again`,
				"remove it",
			);
		else terms[tool] = declaration;
	}
	return terms;
}

function toolTerms(notes: Notes, dimension: string, permission: ToolPermission): ToolTerms {
	const { allowed_paths: allowed, allowed_targets: targets, arguments: rules } = permission;
	for (const [argument, rule] of Object.entries(rules ?? {})) checkArgumentRule(notes, childPath(`${dimension}.arguments`, argument), rule);
	return {
		enabled: permission.enabled ?? true,
		allowed_paths: allowed ? [pathTerms(notes, `${dimension}.allowed_paths`, allowed, "grant")] : [],
		blocked_paths: pathTerms(notes, `${dimension}.blocked_paths`, permission.blocked_paths ?? [], "deny"),
		timeout: permission.timeout ?? null,
		requires_confirmation: permission.requires_confirmation ?? false,
		allowed_targets: targets === undefined || targets === null ? null : targetTerms(notes, `${dimension}.allowed_targets`, targets),
		arguments: rules && Object.keys(rules).length > 0 ? [rules] : [],
	};
}

function isOneTool(notes: Notes, dimension: string, tool: string): boolean {
	const parsed = parseToolName(tool);
	if (parsed.ok && !tool.includes("*")) return true;
	const message = parsed.ok ? "the details of a tool need the name of one tool" : parsed.message;
	noteError(
		notes,
		{ dimension, entry: "" },
		"bad-value",
		`${quoteText(tool)}: ${message}`,
		parsed.ok ? "write the name without '*'" : parsed.hint,
	);
	return false;
}

function checkArgumentRule(notes: Notes, dimension: string, rule: ArgumentRule): void {
	if (typeof rule !== "object") return;
	const said = { dimension, entry: "" };
	if (rule.min !== undefined && rule.max !== undefined && rule.min > rule.max) {
		noteError(notes, said, "never-matches", `no number is at least ${rule.min} and at most ${rule.max}`, "exchange min and max");
	}
	if (rule.any?.length === 0)
		noteError(notes, said, "never-matches", "any names no value, so nothing matches", "list the values, or remove the rule");
	if (Object.keys(rule).length === 0)
		noteError(notes, said, "bad-value", "the constraint says nothing", "give it not, any, min, max, max_length or required");
}

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
function warnOfUnknownTool(notes: Notes, said: Said, name: string, use: PathUse, declarations: Declarations): void {
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
