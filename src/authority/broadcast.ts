import { agents } from "./agents.ts";
import type { Caller } from "./caller.ts";
import type { Context } from "./context.ts";
import { send } from "./send.ts";

const PAGE = 1_000;

/** Sends to every agent that the caller may write to; how many were reached, of how many that it may know of. */
export async function broadcast(
	context: Context,
	caller: Caller,
	content: string,
): Promise<{ readonly reached: number; readonly total: number }> {
	const own = caller.principal.kind === "agent" ? caller.principal.id : null;
	let reached = 0;
	let total = 0;
	let cursor: string | null = null;
	do {
		const page: Awaited<ReturnType<typeof agents>> = await agents(context, caller, { limit: PAGE, cursor });
		for (const { id } of page.items) {
			if (id === own) continue;
			total++;
			const sent = await send(context, caller, { to: id, content, verb: "agent:broadcast", wait: false });
			if (sent.ok) reached++;
		}
		cursor = page.next_cursor;
	} while (cursor !== null);
	return { reached, total };
}
