import type { ReasonCode } from "./reason-codes.ts";
import type { Source } from "./source.ts";

export type Effect = "allow" | "deny" | "ask";

/** Why a decision is what it is. */
export interface Reason {
	readonly code: ReasonCode;
	readonly message: string;
	/** The rule or entry that decided, as written. */
	readonly rule?: string;
	readonly source?: Source;
	/** The offending part of the request, verbatim. */
	readonly segment?: string;
	/** The narrowest rule that would allow it, or what to do instead. */
	readonly remedy?: string;
}

/** What the caller must do when it acts on the decision. */
export type Obligation =
	| { readonly kind: "timeout"; readonly seconds: number }
	| { readonly kind: "unchecked-arguments"; readonly arguments: readonly string[] }
	| { readonly kind: "redact"; readonly arguments: readonly string[] }
	| { readonly kind: "unresolved-paths" }
	| { readonly kind: "environment"; readonly set: Readonly<Record<string, string>> };

/** The answer to one request: frozen JSON, reasons never empty. */
export interface Decision {
	readonly effect: Effect;
	readonly reasons: readonly [Reason, ...Reason[]];
	readonly obligations: readonly Obligation[];
}
