import type { Decision, EdgeVerdict, Limit, Reason, Source } from "../language/index.ts";

/** What one step of a decision came to; `skip` = the request has nothing that the step looks at. */
export type StepOutcome = "pass" | "deny" | "ask" | "skip";

/** One step of a decision, judged whether or not an earlier step has already denied. */
export interface ExplainedStep {
	readonly name: string;
	/** The ancestor whose writ says it; absent = the agent's own. */
	readonly ancestor?: string;
	readonly outcome: StepOutcome;
	/** What the step found, in words. */
	readonly message: string;
	readonly reasons: readonly Reason[];
	/** The rule or entry that decided, and where it was written. */
	readonly rule?: string;
	readonly source?: Source;
	readonly details: readonly StepDetail[];
}

/** An entry of a list that matches, and where it was written. */
export interface MatchedEntry {
	readonly dimension: string;
	readonly entry: string;
	readonly source?: Source;
}

/** One thing in a request that a step looked at. */
export type StepDetail =
	/** One simple command of a shell text. */
	| {
			readonly kind: "part";
			readonly text: string;
			readonly outcome: Exclude<StepOutcome, "skip">;
			readonly message: string;
			readonly rule?: string;
			readonly source?: Source;
	  }
	| {
			readonly kind: "path";
			/** As the request spells it. */
			readonly asked: string;
			/** Absolute, `..` worked out by text. */
			readonly written: string;
			/** With links followed; `null` = it leads nowhere. */
			readonly real: string | null;
			readonly viaLink: boolean;
			/** `null` = the disk was not asked. */
			readonly exists: boolean | null;
			readonly matches: readonly MatchedEntry[];
	  }
	| {
			readonly kind: "target";
			readonly target: string;
			readonly relation: "parent" | "child" | "other" | "missing";
			readonly restrictions: readonly { readonly dimension: string; readonly allows: string; readonly holds: boolean }[];
			/** Absent = the edges were not asked, or the asker may not know. */
			readonly edge?: EdgeVerdict;
	  }
	| { readonly kind: "host"; readonly host: string; readonly matches: readonly MatchedEntry[] }
	| {
			readonly kind: "counter";
			/** `""` = the agent itself. */
			readonly agent: string;
			readonly limit: Limit;
			readonly unit: string;
			readonly used: number;
			readonly asked: number;
			readonly holds: boolean;
	  };

/** One change of a profile (or, for `edges`, one edge). */
export interface RemedyChange {
	/** `tools.allowed`, `filesystem.read_paths`, `network.allow`, `edges` … */
	readonly dimension: string;
	readonly entry: string;
	/** As a person would write or say it. */
	readonly text: string;
}

/** Changes that together allow the request: tried with `decide`, none of them superfluous. */
export interface Remedy {
	readonly changes: readonly [RemedyChange, ...RemedyChange[]];
	/** Ancestors (the parent first) whose writs must be changed as well. */
	readonly ancestors: readonly string[];
}

/** Why a request is decided as it is, and what would allow it. */
export interface Explanation {
	readonly decision: Decision;
	/** Every step, in order, also those after the first denial. */
	readonly steps: readonly ExplainedStep[];
	/** What would allow it, the narrowest first; empty when it is allowed or nothing can. */
	readonly nearest: readonly Remedy[];
	/** The denial that no rule can overcome, with the place where it was written. */
	readonly obstacle: Reason | null;
	/** The whole explanation as plain text. */
	readonly text: string;
}
