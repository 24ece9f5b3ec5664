import type { Terms, ToolTerms } from "../../vocabulary/index.ts";

/** The keys under which the terms speak of a tool. */
export function permissionKeys(terms: Terms, permissions: readonly ToolTerms[]): readonly string[] {
	return Object.entries(terms.tools.permissions).flatMap(([key, held]) => (permissions.includes(held) ? [key] : []));
}

/** The terms with what they say under one key changed. */
export function changePermission(terms: Terms, key: string, change: (held: ToolTerms) => ToolTerms): Terms {
	const held = terms.tools.permissions[key];
	if (held === undefined) return terms;
	return { ...terms, tools: { ...terms.tools, permissions: { ...terms.tools.permissions, [key]: change(held) } } };
}
