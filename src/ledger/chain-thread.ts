/** The thread of `chainAside`: links the records of one commit after the other, signs their head and makes them durable. */
import { parentPort, workerData } from "node:worker_threads";
import { WritError } from "../platform/index.ts";
import { ledgerStatements, listingStatement, openSecondWriter } from "../store/index.ts";
import type { ChainOrder, ThreadAnswer, ThreadStart } from "./chain-aside.ts";
import { linkDrafts } from "./link-drafts.ts";
import { unpackDrafts } from "./pack-drafts.ts";
import { signHead } from "./signed-head.ts";

const { file, node, key }: ThreadStart = workerData;
const writer = openSecondWriter(file);

function write({ drafts, after, at, list, told }: ChainOrder): ThreadAnswer {
	try {
		const linked = linkDrafts(unpackDrafts(drafts), node, after);
		const head = signHead(key, node, linked.seq, linked.hash, at);
		const listing = list === 0 ? [] : [listingStatement(node, list)];
		writer.commit([...ledgerStatements(linked.values, head), ...listing]);
		return { ok: true, head, texts: told ? linked.texts.join("\n") : null };
	} catch (error) {
		const message = error instanceof Error ? error.message : String(error);
		return { ok: false, code: error instanceof WritError ? error.code : null, message };
	}
}

parentPort?.on("message", (order: ChainOrder | null) => {
	if (order !== null) return parentPort?.postMessage(write(order));
	writer.close();
	parentPort?.close();
});
parentPort?.postMessage({ ok: true, head: null, texts: null } satisfies ThreadAnswer);
