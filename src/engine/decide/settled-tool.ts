import type { Decision, TargetTerms } from "../vocabulary/index.ts";
import type { ToolPlan } from "./compiled-tools.ts";
import type { KeptAnswer } from "./kept-answer.ts";

/** What the terms alone settle about one tool, kept because agents ask again and again. */
export interface SettledTool {
	/** Refused whatever the arguments are; `null` = they matter. */
	readonly refused: Decision | null;
	/** Open, and a call without arguments touches nothing. */
	readonly bare: Decision | null;
	/** The answer to a call without arguments, at the workspace; `null` when there is none yet. */
	kept: KeptAnswer | null;
	readonly plan: ToolPlan;
	/** The answer when the rules leave the tool open and nothing in the call must be looked at; else `null`. */
	readonly open: Decision | null;
	/** It reaches no agent: nothing about it hangs on who calls. */
	readonly alone: boolean;
	/** Whom the tool may reach, its own restriction first. */
	readonly restrictions: readonly TargetTerms[];
	/** What the restrictions of an open tool say of a target; `null` when that hangs on the agent's own parent and children. */
	readonly targets: Map<string, Decision> | null;
	/** Nothing but the shell text of a call counts; `rule` allows every text as far as rules go. `null` when there is more to look at. */
	readonly text: { readonly rule: string | null } | null;
	/** Allowed calls, for each kind of obligations by the rule that allows them; `null` when it is refused. */
	readonly allowed: Map<string, Decision>[] | null;
}
