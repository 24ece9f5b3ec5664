import type { Catalog } from "./definition.ts";
import type { List, Resolve } from "./resolution.ts";
import type { Limit, Terms } from "./terms.ts";
import type { Writ } from "./writ.ts";

/** What the edges say of one target; the engine shows an agent only `no-edge`. */
export type EdgeVerdict = "allow" | "none" | "block" | "expired" | "rate";

/** A temporary widening by a person. */
export interface GrantFact {
	readonly id: string;
	readonly rule: string;
}

/** What was used of one budget; the authority counts. */
export interface BudgetCounters {
	readonly agent: string;
	readonly totalTokens: number;
	readonly requestsThisMinute: number;
	readonly costUsd: number;
	/** Limits of this member of the chain; absent = the writ's own. */
	readonly limits?: {
		readonly max_total_tokens?: Limit;
		readonly max_requests_per_minute?: Limit;
		readonly max_cost_usd?: Limit;
		readonly max_tokens_per_request?: Limit;
	};
}

/** What the engine cannot know by itself. Everything is optional; a missing fact never widens. */
export interface Facts {
	readonly resolve?: Resolve;
	/** Without it nobody knows what a tree holds, and searching one is a question. */
	readonly list?: List;
	/** Live writs of the ancestors, the parent first: a tightened ancestor tightens the next decision. */
	readonly lineage?: readonly Writ[];
	/** Live children; absent = the writ's own list. */
	readonly children?: readonly string[];
	/** Depth of this agent below its root (root = 0). */
	readonly depth?: number;
	readonly edges?: (target: string) => EdgeVerdict;
	readonly grants?: readonly GrantFact[];
	/** Bounds grants too. */
	readonly ceiling?: Terms;
	/** The agent first, then every ancestor. */
	readonly budget?: readonly BudgetCounters[];
	/**
	 * The place where the request will be carried out is a living sandbox of at least the profile's level. Whoever makes the facts must
	 * know it; it is never taken from what a caller says.
	 */
	readonly confined?: boolean;
	/** Names of variables that the agent's shell has in its environment, as far as they are known. */
	readonly environment?: readonly string[];
	/** The sandbox hides blocked paths from every process. */
	readonly masked?: boolean;
	/** Someone can answer an `ask`; `false` turns it into a denial at once. */
	readonly approver?: boolean;
	/** The caller is an agent: reasons never tell whether a target exists. */
	readonly uniform?: boolean;
	/** Escalations of a spawn wish; supplied by the engine's own `decide`. */
	readonly escalations?: (wish: unknown) => readonly { readonly dimension: string; readonly message: string }[];
	/** What names in a spawn wish refer to; without it only whole profiles can be wished for. */
	readonly catalog?: Catalog;
}
