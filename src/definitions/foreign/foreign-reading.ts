import type { AllowedEntry, Problem, Profile } from "../../engine/index.ts";

/** A foreign permission object as a profile, or what is wrong with it. */
export type ForeignReading =
	| {
			readonly ok: true;
			readonly profile: Profile;
			/** What the object says and a profile does not need or cannot hold. */
			readonly warnings: readonly Problem[];
			/** Place in the profile, and the place in the object that it was made from. */
			readonly moves: readonly Move[];
	  }
	| { readonly ok: false; readonly problems: readonly Problem[] };

/** `tools.allowed` ← `allowed_tools`; what lies below moves with it. */
export type Move = readonly [to: string, from: string];

/** What a foreign form cannot say of a profile, one sentence each. */
export interface ForeignWriting<T> {
	readonly dictionary: T;
	readonly loss: readonly string[];
}

/** A problem at a place of a foreign object. */
export function foreignProblem(code: string, path: string, message: string, hint?: string): Problem {
	return { severity: "error", code, path, message, ...(hint === undefined ? {} : { hint }) };
}

/** The same as a warning: it is said, and nothing is refused. */
export function foreignWarning(code: string, path: string, message: string): Problem {
	return { severity: "warning", code, path, message };
}

/** The rules that hold always, for forms that know of no condition; `null` = every known tool. */
export function plainRules(allowed: readonly AllowedEntry[] | null | undefined): readonly string[] | null {
	if (allowed === null) return null;
	return (allowed ?? []).flatMap((entry) => (typeof entry === "string" ? [entry] : []));
}

/** What is said where rules with a condition are left out. */
export const CONDITIONAL_LOSS = "rules that apply only inside a sandbox cannot be expressed: they are left out";
