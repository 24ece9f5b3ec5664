import type { Catalog } from "./definition.ts";
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
	 * The place where the request will be carried out is a living sandbox of at least the profile's level. The maker of the facts must
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

declare const realPathBrand: unique symbol;

/** An absolute path as the kernel would reach it; only a `Resolve` makes one. */
export type RealPath = string & { readonly [realPathBrand]: true };

/** What the disk says of one path. */
export type Resolution =
	| {
			readonly ok: true;
			/** Absolute, `.` and `//` removed, `..` and links as written. */
			readonly written: string;
			/** Every link followed, the last component too. */
			readonly real: RealPath;
			/** Every link followed but the last component: the directory entry itself (delete, rename, new link). */
			readonly entry: RealPath;
			/** A link was followed on the way to `real`. */
			readonly viaLink: boolean;
			/** A link was followed on the way to `entry` (so not counting the last component). */
			readonly entryViaLink: boolean;
			readonly exists: boolean;
			readonly directory: boolean;
			/** Names of the same file; 1 for what does not exist. */
			readonly links: number;
	  }
	| { readonly ok: false; readonly why: "nul" | "too-long" | "loop" | "denied" | "alias"; readonly message: string };

/** The engine's view of one path on the disk: kernel semantics, synchronous. `platform/real-path` makes the real one. */
export type Resolve = (path: string, cwd: string) => Resolution;

/** The names in one directory, by what they are; a link is a link, wherever it leads. */
export interface Listing {
	readonly ok: true;
	/** Ordinary files, and whatever is neither a directory nor a link. */
	readonly files: readonly string[];
	readonly directories: readonly string[];
	readonly links: readonly string[];
}

/** `missing`: there is no such directory, so it holds nothing. `unknown`: what it holds cannot be told. */
export type DirectoryListing = Listing | { readonly ok: false; readonly why: "missing" | "unknown"; readonly message: string };

/**
 * The engine's view of one directory, given by its real path. Bounded: a directory with too many entries is unknown.
 * The same object may be given again while nothing in the directory has changed. `platform/list-directory` makes the real one.
 */
export type List = (directory: string) => DirectoryListing;

/** All that the engine sees of the disk. */
export interface Disk {
	readonly resolve: Resolve;
	readonly list: List;
}
