/** Whose form a permission object has. */
export type Dialect = "writ" | "nexus" | "orchestrator";

/** Keys that only writ's own form (which is KSI's too) has at the top. */
const WRIT_KEYS = ["tools", "filesystem", "network", "environment", "resources", "capabilities", "messaging", "events", "acp", "include"];
const NEXUS_KEYS = [
	"tool_permissions",
	"base_preset",
	"effective_policy",
	"allowed_paths",
	"blocked_paths",
	"network_access",
	"default_tool_timeout",
];
const ORCHESTRATOR_KEYS = ["allowed_tools", "bash_policy", "project_scoped"];

/**
 * The form of a permission object, by the keys that only one form has. What is none of the foreign forms is read as
 * writ's own, where every unknown key is a problem.
 */
export function recogniseForeign(value: unknown): Dialect {
	if (typeof value !== "object" || value === null || Array.isArray(value)) return "writ";
	const has = (keys: readonly string[]): boolean => keys.some((key) => Object.hasOwn(value, key));
	if (has(WRIT_KEYS)) return "writ";
	if (has(NEXUS_KEYS)) return "nexus";
	return has(ORCHESTRATOR_KEYS) ? "orchestrator" : "writ";
}
