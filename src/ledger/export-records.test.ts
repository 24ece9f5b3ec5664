import { hash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { canonicalJson } from "../engine/index.ts";
import { type ExportFormat, exportRecords } from "./export-records.ts";
import { LEDGER_KINDS, type LedgerRecord } from "./ledger-record.ts";

const RECORD: LedgerRecord = {
	node: "n1",
	seq: 7,
	id: "rec_1",
	at: "2026-01-01T00:00:00.000Z",
	kind: "decision",
	principal: "agent:a",
	key_id: "key_1",
	agent: "a",
	point: "socket",
	request: { kind: "tool", tool: "Bash", input: { command: 'echo "a, b"' } },
	effect: "deny",
	code: "no-rule",
	rule: "=1+1",
	source: null,
	writ_digest: null,
	correlation_id: "c-1",
	prev: "0",
};

async function lines(format: ExportFormat, ...records: readonly LedgerRecord[]): Promise<readonly string[]> {
	const source = async function* () {
		yield* records;
	};
	const found = [];
	for await (const line of exportRecords(format, source())) found.push(line);
	return found;
}

describe("exportRecords", () => {
	it("[wire-4-ledger-export] jsonl has the canonical text of each record, so hashes can be made from it", async () => {
		const [line = ""] = await lines("jsonl", RECORD);
		expect(line).toBe(`${canonicalJson(RECORD)}\n`);
		expect(hash("sha256", RECORD.prev + line.trimEnd())).toBe(hash("sha256", RECORD.prev + canonicalJson(RECORD)));
	});

	it("[wire-4-ledger-export] csv has a header, quotes what needs it, and no cell is a formula", async () => {
		const [header, row] = await lines("csv", RECORD);
		expect(header).toBe(
			"node,seq,id,at,kind,principal,key_id,agent,point,effect,code,rule,source,writ_digest,correlation_id,claimed,request,prev\r\n",
		);
		expect(row).toBe(
			`n1,7,rec_1,2026-01-01T00:00:00.000Z,decision,agent:a,key_1,a,socket,deny,no-rule,'=1+1,,,c-1,,"{""input"":{""command"":""echo \\""a, b\\""""},""kind"":""tool"",""tool"":""Bash""}",0\r\n`,
		);
	});

	it.each(LEDGER_KINDS)("[wire-4-ledger-export] ocsf: a %s has what its class requires", async (kind) => {
		const [line = ""] = await lines("ocsf", { ...RECORD, kind });
		const event = JSON.parse(line);
		expect(event).toMatchObject({
			time: Date.parse(RECORD.at),
			severity_id: 3,
			type_uid: event.class_uid * 100 + event.activity_id,
			category_uid: Math.floor(event.class_uid / 1000),
			metadata: {
				version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
				product: { name: "writ", vendor_name: "writ" },
				uid: "rec_1",
				sequence: 7,
				correlation_uid: "c-1",
			},
			actor: { user: { name: "agent:a", uid: "agent:a" } },
			status_id: 2,
			status_code: "no-rule",
			action_id: 2,
		});
		if (event.activity_id === 99) expect(event.activity_name).toEqual(expect.any(String));
		if (event.class_uid === 6003) expect(event).toMatchObject({ api: { operation: expect.any(String) }, src_endpoint: { name: "a" } });
		else if (event.class_uid === 3004) expect(event.entity).toMatchObject({ name: "a", uid: "a", type: kind });
		else expect(event).toMatchObject({ class_uid: 3002, user: { name: "agent:a" } });
	});

	it("ocsf: what changes something says how", async () => {
		const found = await lines(
			"ocsf",
			{ ...RECORD, kind: "grant", effect: null, request: { action: "created" } },
			{ ...RECORD, kind: "key", effect: null, request: { action: "revoked" } },
			{ ...RECORD, kind: "agent", effect: null, request: { action: "renamed" } },
			{ ...RECORD, kind: "agent", effect: null, request: { action: "constructor" } },
			{ ...RECORD, effect: "ask" },
		);
		expect(found.map((line) => JSON.parse(line)).map(({ type_uid, severity_id }) => [type_uid, severity_id])).toEqual([
			[300401, 1],
			[300404, 1],
			[300405, 1],
			[300499, 1],
			[600399, 1],
		]);
	});
});
