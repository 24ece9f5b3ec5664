import { randomBytes } from "node:crypto";
import { closeSync, fsyncSync, openSync, readFileSync, rmSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { errorCode, WritError } from "../platform/index.ts";
import { redeliverAt } from "../state/messages/index.ts";
import { deleteNode, saveNodeSeen, type Transaction } from "../store/index.ts";
import { examineMachine, type MachineExamination } from "../supervise/index.ts";
import { type Caller, hasRole } from "./caller.ts";
import type { Context } from "./context.ts";
import { done, type Outcome, refuse } from "./refusal.ts";

const EVERY = 10_000;
/** A node that has not been seen for so long is gone; clocks of nodes may differ by less. */
const GONE_AFTER = 60_000;

/** At a start: what this node had taken before, and what nodes had that are gone, is offered again. */
export async function takeOver(context: Context, transaction: Transaction): Promise<void> {
	await offerAgain(context, transaction, context.node);
}

/** Tells the other nodes of a database that this one is there, and looks after those that are gone; the returned function ends it. */
export function keepNode(context: Context): () => Promise<void> {
	// A database file has only one server.
	if (context.store.database === "sqlite") return async () => undefined;
	const beat = setInterval(() => {
		context.store
			.record((transaction) => offerAgain(context, transaction, null))
			.catch((error: unknown) => {
				context.log(`this node could not report that it is alive: ${error instanceof Error ? error.message : String(error)}`);
			});
	}, EVERY);
	beat.unref();
	return async () => {
		clearInterval(beat);
		// A node that cannot say that it is leaving is missed soon enough.
		await context.store.record((transaction) => deleteNode(transaction, context.node)).catch(() => undefined);
	};
}

async function offerAgain(context: Context, transaction: Transaction, starting: string | null): Promise<void> {
	const now = context.clock.now();
	if (context.store.database === "postgres") await saveNodeSeen(transaction, context.node, now);
	await redeliverAt(transaction, starting, now - GONE_AFTER);
}

/** The name under which this home writes its own chain of the ledger; made once. */
export function nodeName(home: string): string {
	const file = join(home, "ledger", "node");
	try {
		const name = readFileSync(file, "utf8").trim();
		if (!/^node_[0-9a-f]{8,32}$/.test(name)) throw new WritError("ledger-broken", `${file} holds no node name`);
		return name;
	} catch (error) {
		if (errorCode(error) !== "ENOENT") throw error;
		// Short, because it stands in every record; it only has to differ from the few other nodes of one database.
		const name = `node_${randomBytes(4).toString("hex")}`;
		writeFileSync(file, `${name}\n`, { mode: 0o600, flag: "wx" });
		return name;
	}
}

/** Whether a change could be recorded now; asked again and again, it looks at most once a second. */
export async function isReady(context: Context): Promise<boolean> {
	const { asked } = LAST.get(context) ?? { asked: null };
	if (asked !== null) return asked;
	const looking = look(context);
	LAST.set(context, { asked: looking });
	setTimeout(() => LAST.delete(context), 1_000).unref();
	return looking;
}

const LAST = new WeakMap<Context, { readonly asked: Promise<boolean> }>();

/** A full disk accepts one more commit that fits into the space the database already has, and then fails. */
const SOME_BYTES = Buffer.alloc(65_536);

async function look(context: Context): Promise<boolean> {
	const file = join(context.home, "ready.tmp");
	try {
		await context.store.change(async () => undefined);
		const descriptor = openSync(file, "w", 0o600);
		try {
			writeSync(descriptor, SOME_BYTES);
			fsyncSync(descriptor);
		} finally {
			closeSync(descriptor);
			rmSync(file, { force: true });
		}
		return true;
	} catch {
		return false;
	}
}

/** What the server's machine can confine, tried out now, for administrators; nothing is recorded. */
export async function doctor(context: Context, caller: Caller): Promise<Outcome<MachineExamination>> {
	if (!hasRole(caller, "admin")) return refuse("not-permitted", "Only an administrator may do this");
	// Trying it out starts processes: those who ask at the same time get one answer.
	const running = RUNNING.get(context) ?? examineMachine().finally(() => RUNNING.delete(context));
	RUNNING.set(context, running);
	return done(await running);
}

const RUNNING = new WeakMap<Context, Promise<MachineExamination>>();
