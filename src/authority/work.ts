import type { LedgerEntry } from "../ledger/index.ts";
import type { Transaction } from "../store/index.ts";
import { by, type Caller } from "./caller.ts";
import type { Context } from "./context.ts";
import { type Outcome, refuse, undoing } from "./refusal.ts";

type Work<T> = (transaction: Transaction) => Promise<Outcome<T>>;

/** Runs a work that changes state; a refusal undoes all of it. */
export function changing<T>(context: Context, caller: Caller, work: Work<T>): Promise<Outcome<T>> {
	return undoing((keep) => context.store.change(async (transaction) => keep(await asHolder(context, transaction, caller, work))));
}

/** Runs a work that only counts and records; a refusal undoes all of it. */
export function recording<T>(context: Context, caller: Caller, work: Work<T>): Promise<Outcome<T>> {
	return undoing((keep) => context.store.record(async (transaction) => keep(await asHolder(context, transaction, caller, work))));
}

/** SECURITY: a key that was revoked while its request waited, here or on another node, does nothing more. */
async function asHolder<T>(context: Context, transaction: Transaction, caller: Caller, work: Work<T>): Promise<Outcome<T>> {
	if (!(await context.knownKeys.isLive(transaction, caller.principal, context.clock.now())))
		return refuse("unknown-principal", "The key is no longer valid");
	if (!(await mayAct(context, transaction, caller))) return refuse(STOPPED.code, STOPPED.message);
	return work(transaction);
}

/** Who did something that nobody asked for: the authority itself. */
const ITSELF: Pick<LedgerEntry, "principal" | "keyId" | "point" | "correlationId"> = {
	principal: "system:authority",
	keyId: null,
	point: null,
	correlationId: null,
};

/** Appends a record of a change; `null` as the caller means the authority itself. */
export function note(
	context: Context,
	transaction: Transaction,
	caller: Caller | null,
	entry: Pick<LedgerEntry, "kind" | "agent" | "request"> & Partial<Pick<LedgerEntry, "effect" | "code" | "rule" | "writDigest">>,
): string {
	return context.ledger.append(transaction, {
		...(caller === null ? ITSELF : by(caller)),
		effect: null,
		code: null,
		writDigest: null,
		...entry,
	});
}

/** SECURITY: a stopped agent does nothing, neither for itself nor to others, until it is started again. */
export async function mayAct(context: Context, transaction: Transaction, { principal }: Caller): Promise<boolean> {
	if (principal.kind !== "agent") return true;
	const known = await context.known.find(transaction, principal.id);
	return known !== null && known.agent.status !== "stopped";
}

/** Whether a caller may do anything at all. */
export function acts(context: Context, caller: Caller): Promise<boolean> {
	return context.store.record((transaction) => mayAct(context, transaction, caller));
}

/** How a stopped agent is refused. */
export const STOPPED = { code: "unknown-agent", message: "The agent is stopped" } as const;

/** Records that a point turned somebody away before any verb was called. */
export async function refusePoint(context: Context, caller: Caller, request: unknown, code: string): Promise<void> {
	await context.store.record(async (transaction) => {
		note(context, transaction, caller, {
			kind: "decision",
			agent: caller.principal.kind === "agent" ? caller.principal.id : null,
			request,
			effect: "deny",
			code,
		});
	});
}
