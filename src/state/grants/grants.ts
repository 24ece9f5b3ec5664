import { type GrantFact, parseRule, patternLookup, type ToolDeclaration } from "../../engine/index.ts";
import { randomId } from "../../platform/index.ts";
import {
	type Connection,
	numberOf,
	numberOrNull,
	type Page,
	pageOf,
	plainText,
	type Refusal,
	type Row,
	refused,
	storedText,
	type Transaction,
	textOf,
	textOrNull,
} from "../../store/index.ts";
import { existingAgentIds } from "../edges/index.ts";
import { cursorOf, placeOf } from "./approval-rows.ts";
import {
	countOpenGrants,
	endDueGrantRows,
	endGrantRow,
	endGrantRowsOf,
	findGrantRow,
	insertGrantRow,
	liveGrantRowsOf,
	pageOfGrantRows,
	takeGrantUse,
} from "./grant-rows.ts";

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

type CreateGrantOutcome = { readonly ok: true; readonly grant: Grant } | Refusal<"invalid-grant" | "unknown-agent">;

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
	return parsed.ok ? null : `'${rule}' is not a rule: ${parsed.message}`;
}

/** For how long a grant widens: one call, until a message is answered, until a restart, for minutes, for calls. */
export const GRANT_SCOPES = ["once", "task", "session", "minutes", "calls"] as const;
export type GrantScope = (typeof GRANT_SCOPES)[number];

/** `ended` = its task or session is over. */
type GrantStatus = "active" | "used" | "expired" | "revoked" | "ended";

/** A temporary widening of one agent by a person. */
export interface Grant {
	readonly id: string;
	readonly agent: string;
	readonly rule: string;
	readonly scope: GrantScope;
	/** Scope `task`: the message. */
	readonly message: string | null;
	readonly expires_at: number | null;
	readonly uses_left: number | null;
	readonly granted_by: string;
	readonly reason: string | null;
	/** The approval that it answered. */
	readonly approval: string | null;
	readonly created_at: number;
	readonly ended_at: number | null;
	readonly status: GrantStatus;
	readonly version: number;
}

/** A grant from its row, as it is at this moment. */
function grantOf(row: Row, now: number): Grant {
	const expires = numberOrNull(row, "expires_at");
	return {
		id: textOf(row, "id"),
		agent: textOf(row, "agent"),
		rule: textOf(row, "rule"),
		scope: scopeOf(textOf(row, "scope")),
		message: textOrNull(row, "message"),
		expires_at: expires,
		uses_left: numberOrNull(row, "uses_left"),
		granted_by: textOf(row, "granted_by"),
		reason: plainText(textOrNull(row, "reason")),
		approval: textOrNull(row, "approval"),
		created_at: numberOf(row, "created_at"),
		ended_at: numberOrNull(row, "ended_at"),
		status: statusOf(row, expires, now),
		version: numberOf(row, "version"),
	};
}

/** The scope of this name; an unknown one was never written by writ, and counts as the narrowest. */
function scopeOf(text: string): GrantScope {
	return GRANT_SCOPES.find((scope) => scope === text) ?? "once";
}

function statusOf(row: Row, expires: number | null, now: number): GrantStatus {
	switch (textOrNull(row, "ended_by")) {
		case null:
			break;
		case "used":
			return "used";
		case "expired":
			return "expired";
		case "revoked":
			return "revoked";
		default:
			return "ended";
	}
	if (expires !== null && expires <= now) return "expired";
	return numberOrNull(row, "uses_left") === 0 ? "used" : "active";
}

/** What widens an agent at this moment, as the engine wants it. */
export async function activeGrants(connection: Connection, agent: string, now: number): Promise<readonly GrantFact[]> {
	return (await liveGrantsOf(connection, agent, now)).map(({ id, rule }) => ({ id, rule }));
}

/** What widens an agent at this moment, with when it ends. */
export async function liveGrantsOf(connection: Connection, agent: string, now: number): Promise<readonly Grant[]> {
	return (await liveGrantRowsOf(connection, agent, now)).map((row) => grantOf(row, now));
}

/** How many grants an agent has that were not ended; 0 = `activeGrants` finds nothing, now and until one is made. */
export function countGrants(connection: Connection, agent: string): Promise<number> {
	return countOpenGrants(connection, agent);
}

export async function findGrant(connection: Connection, id: string, now: number): Promise<Grant | null> {
	const row = await findGrantRow(connection, id);
	return row === null ? null : grantOf(row, now);
}

/** Which grants a list shows, and from where on. */
interface GrantList {
	readonly agent?: string;
	/** Of agents that this person owns or that are shared with them. */
	readonly accessibleTo?: string;
	readonly limit: number;
	readonly cursor?: string | null;
	readonly now: number;
}

/** Grants, ended ones too, the oldest first, page by page. */
export async function listGrants(connection: Connection, { limit, cursor = null, now, ...filter }: GrantList): Promise<Page<Grant>> {
	const place = placeOf(cursor);
	const rows = place === null ? [] : await pageOfGrantRows(connection, filter, place, limit + 1);
	return pageOf(rows, limit, (row) => grantOf(row, now), cursorOf);
}

type UseGrantOutcome = { readonly ok: true; readonly grant: Grant } | Refusal<"grant-expired" | "grant-revoked">;

/**
 * Uses a grant for one request, in the transaction that decides it. A refusal means: decide again without this grant.
 * A counter, so it may run in `record`: it touches nothing, and a node that still remembers a grant that is used up is refused here.
 */
export async function useGrant(transaction: Transaction, id: string, now: number): Promise<UseGrantOutcome> {
	const row = await findGrantRow(transaction, id);
	if (row === null) return refused("grant-expired", "There is no such grant");
	const grant = grantOf(row, now);
	// Only what is counted needs to be written.
	const used = grant.status !== "active" ? null : grant.uses_left === null ? row : await takeGrantUse(transaction, id, now);
	if (used !== null) return { ok: true, grant: grantOf(used, now) };
	return grant.status === "revoked"
		? refused("grant-revoked", "A person took the grant back")
		: refused("grant-expired", "The grant has expired or is used up");
}

type RevokeOutcome =
	| { readonly ok: true; readonly grant: Grant }
	| Refusal<"not-found">
	| (Refusal<"already-ended"> & { readonly grant: Grant });

/** Takes a grant back. It widens nothing from here on, also in later works of the same commit. */
export async function revokeGrant(transaction: Transaction, id: string, now: number): Promise<RevokeOutcome> {
	const row = await findGrantRow(transaction, id);
	if (row === null) return refused("not-found", "There is no such grant");
	const grant = grantOf(row, now);
	const ended = grant.status === "active" ? await endGrantRow(transaction, id, "revoked", now) : null;
	if (ended === null) return { ...refused("already-ended", `The grant is ${grant.status}`), grant };
	return { ok: true, grant: told(transaction, now)(ended) };
}

/** Ends what was granted for the handling of one message, because it is answered. */
export async function endTaskGrants(transaction: Transaction, agent: string, message: string, now: number): Promise<readonly Grant[]> {
	return (await endGrantRowsOf(transaction, { agent, scope: "task", message }, now)).map(told(transaction, now));
}

/** Ends what was granted until a restart, because the agent restarts. */
export async function endSessionGrants(transaction: Transaction, agent: string, now: number): Promise<readonly Grant[]> {
	return (await endGrantRowsOf(transaction, { agent, scope: "session", message: null }, now)).map(told(transaction, now));
}

/** Marks the grants whose time is over; they widened nothing since then. */
export async function expireGrants(transaction: Transaction, now: number): Promise<readonly Grant[]> {
	return (await endDueGrantRows(transaction, now)).map(told(transaction, now));
}

function told(transaction: Transaction, now: number): (row: Row) => Grant {
	return (row) => {
		const grant = grantOf(row, now);
		transaction.touch("grant", grant.agent);
		return grant;
	};
}
