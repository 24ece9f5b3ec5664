import type { AllowedEntry } from "../../engine/index.ts";

/** The rules that hold always, for forms that know of no condition; `null` = every known tool. */
export function plainRules(allowed: readonly AllowedEntry[] | null | undefined): readonly string[] | null {
	if (allowed === null) return null;
	return (allowed ?? []).flatMap((entry) => (typeof entry === "string" ? [entry] : []));
}

/** What is said where rules with a condition are left out. */
export const CONDITIONAL_LOSS = "rules that hold only inside a sandbox cannot be said: they are left out";
