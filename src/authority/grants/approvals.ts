import { principalName, type Request } from "../../engine/index.ts";
import type { Agent } from "../../state/agents/index.ts";
import {
	type Approval,
	answerApproval,
	denyApprovalsOf,
	expireApprovals,
	findApproval,
	type Grant,
	type GrantScope,
	listApprovals,
	requestApproval,
} from "../../state/grants/index.ts";
import type { Transaction } from "../../store/index.ts";
import { type Caller, hasRole, mayChange } from "../caller.ts";
import type { Context } from "../context.ts";
import { wantedRule } from "../decisions/confirm.ts";
import { weigh } from "../decisions/decide.ts";
import { findAgentFor, seeAgent } from "../find-agent.ts";
import type { Known } from "../memory/agents.ts";
import { done, type Outcome, refuse } from "../refusal.ts";
import { changing, note, recording } from "../work.ts";
import { taskOf } from "./grants.ts";

/** What an agent would like to be allowed. */
interface Asking {
	readonly agent: string;
	/** A rule, or else a request that a rule is found for. */
	readonly rule?: string;
	readonly request?: Request;
	readonly reason: string;
	readonly timeoutSeconds?: number;
}

/** A person's answer. */
interface Answering {
	readonly id: string;
	readonly effect: "allow" | "deny";
	readonly scope?: GrantScope;
	readonly minutes?: number;
	readonly calls?: number;
	readonly reason?: string;
}

/** What an answer came to. */
interface Answered {
	readonly approval: Approval;
	readonly grant: Grant | null;
}

/** Asks people for a rule; the same question that is already open is joined. */
export function ask(context: Context, caller: Caller, { agent, reason, timeoutSeconds, ...asked }: Asking): Promise<Outcome<Approval>> {
	return recording(context, caller, async (transaction) => {
		const found = await findAgentFor(context, transaction, caller, agent);
		if (!found.ok) return found;
		if (caller.principal.kind === "person" && !mayChange(caller, found.value.agent))
			return refuse("not-permitted", "Only the owner asks in an agent's name");
		const { request } = asked;
		const rule = asked.rule ?? (request === undefined ? null : await ruleFor(context, transaction, found.value, request));
		const requested = await requestApproval(transaction, {
			agent,
			rule,
			...(request === undefined ? {} : { request }),
			reason,
			timeoutSeconds: timeoutSeconds ?? found.value.writ.terms.approvals.deadline_seconds,
			now: context.clock.now(),
			declare: found.value.writ.terms.tools.declare,
		});
		if (!requested.ok) return refuse(requested.code, requested.message);
		const { approval, joined } = requested;
		if (!joined) {
			note(context, transaction, caller, {
				kind: "approval",
				agent,
				request: { action: "requested", approval: approval.id, rule, reason },
				code: "needs-confirmation",
				writDigest: found.value.writ.digest,
			});
		}
		return done(approval);
	});
}

/** What would let a request pass that does not now. */
async function ruleFor(context: Context, transaction: Transaction, known: Known, request: Request): Promise<string | null> {
	const { decision } = await weigh(context, transaction, known, request, context.clock.now());
	return wantedRule(context, known, request, decision);
}

/** A person answers an approval; allowing makes a grant. */
export async function answer(context: Context, caller: Caller, answering: Answering): Promise<Outcome<Answered>> {
	const outcome = await changing<Answered>(context, caller, (transaction) => answerWithin(context, transaction, caller, answering));
	if (outcome.ok) context.signals.raise(`approval:${answering.id}`);
	return outcome;
}

async function answerWithin(context: Context, transaction: Transaction, caller: Caller, answering: Answering): Promise<Outcome<Answered>> {
	if (caller.principal.kind !== "person") return refuse("person-required", "Only a person may do this");
	await expire(context, transaction);
	const approval = await findApproval(transaction, answering.id);
	if (approval === null) return refuse("not-found", "Approval not found");
	const found = await findAgentFor(context, transaction, caller, approval.agent);
	if (!found.ok || !mayChange(caller, found.value.agent)) return refuse("not-found", "Approval not found");
	const answered = await answerApproval(transaction, {
		...answering,
		...(await taskOf(transaction, approval.agent, answering.scope)),
		by: principalName(caller.principal),
		now: context.clock.now(),
		declare: found.value.writ.terms.tools.declare,
	});
	if (!answered.ok) return refuse(answered.code, answered.message);
	const allowed = answering.effect === "allow";
	note(context, transaction, caller, {
		kind: "approval",
		agent: approval.agent,
		request: {
			action: "answered",
			approval: approval.id,
			status: answered.approval.status,
			...(answering.reason === undefined ? {} : { reason: answering.reason }),
		},
		effect: answering.effect,
		code: allowed ? "granted" : "approval-denied",
		writDigest: found.value.writ.digest,
	});
	const grant = answered.grant ?? null;
	if (grant !== null) {
		note(context, transaction, caller, {
			kind: "grant",
			agent: approval.agent,
			request: { action: "created", grant: grant.id, rule: grant.rule, scope: grant.scope },
			effect: "allow",
			code: "granted",
			rule: grant.rule,
			writDigest: found.value.writ.digest,
		});
	}
	return done({ approval: answered.approval, grant });
}

/** Waits until an approval is answered or its time is over; time over is never an approval. */
export async function awaitApproval(context: Context, caller: Caller, id: string, seconds: number): Promise<Outcome<Approval>> {
	const until = context.clock.now() + seconds * 1000;
	for (;;) {
		await context.store.record((transaction) => expire(context, transaction));
		const approval = await context.store.look(async (connection) => {
			const found = await findApproval(connection, id);
			return found !== null && (await seeAgent(connection, caller, found.agent)).ok ? found : null;
		});
		if (approval === null) return refuse("not-found", "Approval not found");
		const left = until - context.clock.now();
		if (approval.status !== "pending" || left <= 0) return done(approval);
		await context.signals.wait(`approval:${id}`, Math.min(left, 1_000));
	}
}

/** The approvals that the caller may see. */
export async function approvals(
	context: Context,
	caller: Caller,
	query: { readonly status?: Approval["status"]; readonly agent?: string; readonly limit: number; readonly cursor: string | null },
): ReturnType<typeof listApprovals> {
	await context.store.record((transaction) => expire(context, transaction));
	return context.store.look((connection) => {
		const { principal } = caller;
		const owner = principal.kind === "person" && !hasRole(caller, "admin") ? principal.email : undefined;
		const agent = principal.kind === "agent" ? principal.id : query.agent;
		return listApprovals(connection, {
			...query,
			...(agent === undefined ? {} : { agent }),
			...(owner === undefined ? {} : { accessibleTo: owner }),
		});
	});
}

/** Closes what nobody answered in time, with a record each. */
async function expire(context: Context, transaction: Transaction): Promise<void> {
	for (const approval of await expireApprovals(transaction, context.clock.now())) {
		note(context, transaction, null, {
			kind: "approval",
			agent: approval.agent,
			request: { action: "answered", approval: approval.id, status: "expired" },
			effect: "deny",
			code: "approval-timeout",
		});
	}
}

/** Denies whatever an agent still waits for, with a record each: it ends, stops or starts over. */
export async function denyOpenApprovals(context: Context, transaction: Transaction, caller: Caller, agent: Agent): Promise<void> {
	for (const approval of await denyApprovalsOf(transaction, agent.id, context.clock.now(), principalName(caller.principal))) {
		note(context, transaction, caller, {
			kind: "approval",
			agent: agent.id,
			request: { action: "answered", approval: approval.id, status: "denied" },
			effect: "deny",
			code: "approval-denied",
			writDigest: agent.digest,
		});
	}
}
