import type { Agent } from "../agents/index.ts";
import { principalName } from "../engine/index.ts";
import { createKey } from "../identity/index.ts";
import { LONGEST_WORK } from "../runners/index.ts";
import { revokeKeyRow } from "../store/index.ts";
import type { Caller } from "./caller.ts";
import type { Context } from "./context.ts";
import { ENDED } from "./events.ts";
import { note } from "./work.ts";

/** A key by which the program of one message acts as its agent. */
export interface RunKey {
	readonly value: string;
	end(): Promise<void>;
}

/** Beyond the longest work, for the case that nobody lives to end the key. */
const GRACE = 60_000;

/** Makes a key that ends with the work on one message. SECURITY: values of keys are not kept, so a program gets one of its own. */
export async function makeRunKey(context: Context, caller: Caller, agent: Agent, message: string): Promise<RunKey> {
	const { key, value } = await context.store.change(async (transaction) => {
		const now = context.clock.now();
		const made = await createKey(transaction, {
			name: `runner ${message}`,
			scope: "agent",
			agent: agent.id,
			createdBy: principalName(caller.principal),
			expiresAt: now + LONGEST_WORK * 1000 + GRACE,
			now,
		});
		note(context, transaction, caller, { kind: "key", agent: agent.id, request: { action: "created", key: made.key.id, message } });
		return made;
	});
	return {
		value,
		async end() {
			await context.store.change(async (transaction) => {
				// Keys of children that the program has started live on: their agents do.
				if (!(await revokeKeyRow(transaction, key.id, context.clock.now()))) return;
				transaction.touch("key", key.id);
				note(context, transaction, caller, { kind: "key", agent: agent.id, request: { action: "revoked", key: key.id, message } });
			});
			context.signals.raise(ENDED);
		},
	};
}
