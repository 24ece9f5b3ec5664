import type { Decision, TargetTerms } from "../vocabulary/index.ts";
import type { ToolPlan } from "./compiled-tools.ts";

/** What the terms alone settle about one tool, kept because agents ask again and again. */
export interface SettledTool {
	readonly plan: ToolPlan;
	/** Refused whatever the arguments are; `null` = they matter. */
	readonly refused: Decision | null;
	/** The answer when the rules leave the tool open and nothing in the call must be looked at; else `null`. */
	readonly open: Decision | null;
	/** Open, and a call without arguments touches nothing. */
	readonly bare: Decision | null;
	/** It reaches no agent: nothing about it hangs on who calls. */
	readonly alone: boolean;
	/** Whom the tool may reach, its own restriction first. */
	readonly restrictions: readonly TargetTerms[];
	/** What the restrictions of an open tool say of a target; `null` when that hangs on the agent's own parent and children. */
	readonly targets: Map<string, Decision> | null;
	/** Allowed calls by the rule that allows them and the kind of obligations; `null` when it is refused. */
	readonly allowed: Map<string, Decision> | null;
}

const MOST = 256;

/** The allowing decision for a rule and a kind of obligations. */
export function sameAllowance({ allowed }: SettledTool, key: string, make: () => Decision): Decision {
	const known = allowed?.get(key);
	if (known !== undefined) return known;
	const made = make();
	if (allowed !== null && allowed.size < MOST) allowed.set(key, made);
	return made;
}
