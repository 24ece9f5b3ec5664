import type { LedgerEntry } from "../../src/ledger/index.ts";

/** An entry with nothing special in it. */
export function entry(changed: Partial<LedgerEntry> = {}): LedgerEntry {
	return {
		kind: "decision",
		principal: "agent:worker",
		keyId: "key_1",
		agent: "worker",
		point: "socket",
		request: { kind: "tool", tool: "Read", input: { file_path: "a.txt" } },
		effect: "allow",
		code: "granted",
		writDigest: "sha256:0",
		correlationId: null,
		...changed,
	};
}
