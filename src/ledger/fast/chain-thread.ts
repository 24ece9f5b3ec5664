/** The thread of `openThread`: links the records of one commit after the other, signs their head and makes them durable. */
import { parentPort, workerData } from "node:worker_threads";
import { WritError } from "../../platform/index.ts";
import { openSecondWriter } from "../../store/index.ts";
import { ledgerStatements } from "../ledger-rows.ts";
import { linkDrafts, rowValues } from "../link-drafts.ts";
import { signHead } from "../signing.ts";
import { listingStatement } from "./lookup.ts";
import type { ChainOrder, ThreadAnswer, ThreadStart } from "./open-thread.ts";
import { createUnpacker } from "./pack-drafts.ts";

const { file, node, key }: ThreadStart = workerData;
const writer = openSecondWriter(file);
const unpack = createUnpacker();

function write(order: ChainOrder): ThreadAnswer {
	try {
		const listing = order.list === 0 ? [] : [listingStatement(node, order.list)];
		if (order.drafts === "") return { ok: true, head: null, texts: null, listed: writer.commit(listing) };
		const drafts = unpack(order);
		const linked = linkDrafts(drafts, order.after);
		const head = signHead(key, node, linked.seq, linked.hash, order.at);
		const changed = writer.commit([...ledgerStatements(rowValues(drafts, linked, node), head), ...listing]);
		return { ok: true, head, texts: order.told ? linked.texts.join("\n") : null, listed: order.list === 0 ? 0 : changed };
	} catch (error) {
		const message = error instanceof Error ? error.message : String(error);
		return { ok: false, code: error instanceof WritError ? error.code : null, message };
	}
}

/** When nothing has come for this many milliseconds, nobody waits. */
const PAUSE = 100;
let pause: NodeJS.Timeout | null = null;

function checkpoint(): void {
	try {
		writer.checkpoint();
	} catch {
		// The records are durable in the log. The next commit brings them into the database, or reports what is wrong.
	}
}

parentPort?.on("message", (order: ChainOrder | null) => {
	if (pause !== null) clearTimeout(pause);
	if (order !== null) {
		parentPort?.postMessage(write(order));
		pause = setTimeout(checkpoint, PAUSE);
		return;
	}
	writer.close();
	parentPort?.close();
});
parentPort?.postMessage({ ok: true, head: null, texts: null, listed: 0 } satisfies ThreadAnswer);
