import type { ArgumentRule, ToolDeclaration, ToolPermission, ToolTerms } from "../../vocabulary/index.ts";
import { parseToolName } from "../rule/index.ts";
import { childPath, quoteText } from "../shape/index.ts";
import { findTool } from "../tools/index.ts";
import { pathTerms } from "./list-terms.ts";
import { type Notes, noteError } from "./notes.ts";
import { warnOfUnknownTool } from "./rule-terms.ts";
import { targetTerms } from "./target-terms.ts";

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

/** The declarations of a person's own tools; what the registry knows cannot be declared anew. */
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
				`the tool ${quoteText(tool)} is known; its arguments are not yours to declare`,
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
