import { principalName } from "../../engine/index.ts";
import { createGrant, findGrant, type Grant, type GrantScope, listGrants, revokeGrant } from "../../state/grants/index.ts";
import { listMessages } from "../../state/messages/index.ts";
import type { Connection, Transaction } from "../../store/index.ts";
import { type Caller, hasRole, mayChange } from "../caller.ts";
import type { Context } from "../context.ts";
import { findAgentFor } from "../find-agent.ts";
import { done, type Outcome, refuse } from "../refusal.ts";
import { changing, note } from "../work.ts";

/** What a person grants for a while. */
interface GrantWish {
	readonly agent: string;
	readonly rule: string;
	readonly scope: GrantScope;
	readonly minutes?: number;
	readonly calls?: number;
	readonly reason?: string;
}

/** Widens one agent's writ for a while, under the ceiling and under every deny rule. */
export function grant(context: Context, caller: Caller, wish: GrantWish): Promise<Outcome<Grant>> {
	return changing(context, caller, async (transaction) => {
		if (caller.principal.kind !== "person") return refuse("person-required", "Only a person may do this");
		const found = await findAgentFor(context, transaction, caller, wish.agent);
		if (!found.ok) return found;
		if (!mayChange(caller, found.value.agent)) return refuse("not-permitted", "Only the owner can modify agent permissions");
		const made = await createGrant(transaction, {
			...wish,
			...(await taskOf(transaction, wish.agent, wish.scope)),
			by: principalName(caller.principal),
			declare: found.value.writ.terms.tools.declare,
			now: context.clock.now(),
		});
		if (!made.ok) return refuse(made.code, made.message);
		note(context, transaction, caller, {
			kind: "grant",
			agent: wish.agent,
			request: {
				action: "created",
				grant: made.grant.id,
				rule: wish.rule,
				scope: wish.scope,
				...(wish.reason === undefined ? {} : { reason: wish.reason }),
			},
			effect: "allow",
			code: "granted",
			rule: wish.rule,
			writDigest: found.value.writ.digest,
		});
		return done(made.grant);
	});
}

/** Takes a grant back; the next decision no longer sees it. */
export function revoke(context: Context, caller: Caller, id: string): Promise<Outcome<Grant>> {
	return changing(context, caller, async (transaction) => {
		if (caller.principal.kind !== "person") return refuse("person-required", "Only a person may do this");
		const existing = await findGrant(transaction, id, context.clock.now());
		if (existing === null) return refuse("not-found", "Grant not found");
		const found = await findAgentFor(context, transaction, caller, existing.agent);
		if (!found.ok || !mayChange(caller, found.value.agent)) return refuse("not-found", "Grant not found");
		return endGrant(context, transaction, caller, existing);
	});
}

/** Ends a grant inside a work, with its record. */
export async function endGrant(
	context: Context,
	transaction: Transaction,
	caller: Caller,
	{ id, agent, rule }: Grant,
): Promise<Outcome<Grant>> {
	const revoked = await revokeGrant(transaction, id, context.clock.now());
	if (!revoked.ok) return refuse(revoked.code, revoked.message);
	note(context, transaction, caller, {
		kind: "grant",
		agent,
		request: { action: "revoked", grant: id, rule },
		code: "grant-revoked",
		rule,
	});
	return done(revoked.grant);
}

/** Grants that the caller may see. */
export function grants(
	context: Context,
	caller: Caller,
	query: { readonly agent?: string; readonly limit: number; readonly cursor: string | null },
): ReturnType<typeof listGrants> {
	return context.store.look((connection) => {
		const { principal } = caller;
		const agent = principal.kind === "agent" ? principal.id : query.agent;
		const owner = principal.kind === "person" && !hasRole(caller, "admin") ? principal.email : undefined;
		return listGrants(connection, {
			...query,
			...(agent === undefined ? {} : { agent }),
			...(owner === undefined ? {} : { accessibleTo: owner }),
			now: context.clock.now(),
		});
	});
}

/** The message that an agent handles, as the scope `task` needs it; other scopes, and an agent that handles none, have none. */
export async function taskOf(connection: Connection, agent: string, scope: string | undefined): Promise<{ readonly message?: string }> {
	if (scope !== "task") return {};
	const { items } = await listMessages(connection, agent, { state: "taken", limit: 1 });
	const [handled] = items;
	return handled === undefined ? {} : { message: handled.id };
}
