import { parseRule, patternLookup, type ToolDeclaration } from "../engine/index.ts";
import { randomId } from "../platform/index.ts";
import { existingAgentIds, insertGrantRow, type Refusal, refused, storedText, type Transaction } from "../store/index.ts";
import { GRANT_SCOPES, type Grant, grantOf } from "./grant.ts";

/** What is granted, and for how long. */
export interface GrantTerms {
	/** Rule text of a profile, e.g. a tool's name. */
	readonly rule: string;
	/** One of `GRANT_SCOPES`; any other is refused. */
	readonly scope: string;
	/** With scope `minutes`, and only then. */
	readonly minutes?: number;
	/** With scope `calls`, and only then. */
	readonly calls?: number;
	/** With scope `task`, and only then: the message that the agent handles. */
	readonly message?: string;
	readonly reason?: string | null;
	/** Tools that the agent's profile declares, so that rules about them can be read. */
	readonly declare?: Readonly<Record<string, ToolDeclaration>>;
}

/** A grant that a person makes. */
export interface GrantWish extends GrantTerms {
	readonly agent: string;
	readonly by: string;
	readonly approval?: string | null;
	readonly now: number;
}

export type CreateGrantOutcome = { readonly ok: true; readonly grant: Grant } | Refusal<"invalid-grant" | "unknown-agent">;

const MOST_MINUTES = 366 * 24 * 60;
const MOST_CALLS = 1_000_000;

/** Widens one agent for a while. The engine keeps it under the ceiling and under every deny rule. */
export async function createGrant(transaction: Transaction, wish: GrantWish): Promise<CreateGrantOutcome> {
	const { agent, scope, message = null, minutes = 0, calls = 0, reason = null, approval = null, now } = wish;
	const problem = checkGrant(wish);
	if (problem !== null) return refused("invalid-grant", problem);
	if ((await existingAgentIds(transaction, [agent])).size === 0) return refused("unknown-agent", `Agent ${agent} not found`);
	const row = await insertGrantRow(transaction, {
		...{ id: randomId("grant"), agent, rule: wish.rule.trim(), scope, message, approval, created_at: now },
		expires_at: scope === "minutes" ? now + Math.ceil(minutes * 60_000) : null,
		uses_left: scope === "once" ? 1 : scope === "calls" ? calls : null,
		granted_by: wish.by,
		reason: storedText(reason),
	});
	transaction.touch("grant", agent);
	return { ok: true, grant: grantOf(row, now) };
}

/** What is wrong with a grant. */
export function checkGrant({ rule, scope, minutes, calls, message, declare }: GrantTerms): string | null {
	if (!GRANT_SCOPES.some((known) => known === scope)) return `A scope is one of ${GRANT_SCOPES.join(", ")}`;
	const problem = checkRule(rule, declare);
	if (problem !== null) return problem;
	if ((minutes !== undefined) !== (scope === "minutes")) return "'minutes' belongs to scope 'minutes'";
	if ((calls !== undefined) !== (scope === "calls")) return "'calls' belongs to scope 'calls'";
	if ((message !== undefined) !== (scope === "task"))
		return "Scope 'task' needs the message that the agent handles, other scopes have none";
	if (minutes !== undefined && !(minutes > 0 && minutes <= MOST_MINUTES)) return `'minutes' is more than 0 and at most ${MOST_MINUTES}`;
	if (calls !== undefined && !(Number.isSafeInteger(calls) && calls >= 1 && calls <= MOST_CALLS))
		return `'calls' is a whole number from 1 to ${MOST_CALLS}`;
	return null;
}

/** What is wrong with the text of a rule that somebody sent. */
export function checkRule(rule: string, declare: GrantTerms["declare"]): string | null {
	if (rule.includes("\0") || !rule.isWellFormed()) return "A rule holds no NUL and no half characters";
	const parsed = parseRule(rule, patternLookup(declare));
	return parsed.ok ? null : `'${rule}' is no rule: ${parsed.message}`;
}
