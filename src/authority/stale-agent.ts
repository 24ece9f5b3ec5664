import type { Agent } from "../agents/index.ts";
import { type Outcome, refuse } from "./refusal.ts";

/** The refusal for whoever saw an earlier version of an agent; `null` = they saw this one, or did not say. */
export function staleAgent(
	{ version }: Agent,
	expectedVersion: number | undefined,
): Extract<Outcome<never>, { readonly ok: false }> | null {
	if (expectedVersion === undefined || expectedVersion === version) return null;
	return refuse("stale", "The agent was changed by someone else", { retryable: true });
}
