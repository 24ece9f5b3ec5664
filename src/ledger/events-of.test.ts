import { describe, expect, it } from "vitest";
import { eventsOf } from "./events-of.ts";
import type { LedgerRecord } from "./ledger-record.ts";

const RECORD: LedgerRecord = {
	node: "n1",
	seq: 1,
	id: "rec_1",
	at: "2026-01-01T00:00:00.000Z",
	kind: "decision",
	principal: "agent:a",
	key_id: null,
	agent: "a",
	point: "socket",
	request: {},
	effect: "allow",
	code: "granted",
	rule: null,
	source: null,
	writ_digest: "sha256:1",
	correlation_id: "c-1",
	prev: "",
};

describe("eventsOf", () => {
	it.each<[string, Partial<LedgerRecord>, readonly string[]]>([
		["a denied decision", { effect: "deny", code: "no-rule" }, ["permission:violation"]],
		["a decision over the budget", { effect: "deny", code: "budget-exhausted" }, ["permission:violation", "resource:limit_reached"]],
		["an allowed decision", {}, ["decision:recorded"]],
		["a spawn", { kind: "spawn", request: {} }, ["agent:spawned", "permission:granted"]],
		["a spawn by a parent", { kind: "spawn", request: { parent: "p" } }, ["agent:spawned", "permission:granted", "permission:delegate"]],
		["a refused spawn", { kind: "spawn", effect: "deny", code: "escalation", request: { parent: "p" } }, ["permission:denied"]],
		["a termination", { kind: "terminate", effect: null }, ["agent:terminated"]],
		["a refused termination", { kind: "terminate", effect: "deny" }, ["permission:violation"]],
		["a sandbox made", { kind: "sandbox", effect: null, request: { action: "created" } }, ["sandbox:created"]],
		["a sandbox removed", { kind: "sandbox", effect: null, request: { action: "removed" } }, ["sandbox:destroyed"]],
		["a grant", { kind: "grant", effect: null, request: { action: "created" } }, ["permission:granted"]],
		["a grant revoked", { kind: "grant", effect: null, request: { action: "revoked" } }, ["grant:revoked"]],
		["an agent sealed again", { kind: "agent", effect: null, request: { action: "sealed" } }, ["permission:granted"]],
		["an approval asked for", { kind: "approval", effect: "ask", request: { action: "requested" } }, ["permission:request"]],
		["an approval denied", { kind: "approval", effect: "deny", request: { action: "answered", status: "denied" } }, ["permission:denied"]],
		["an approval expired", { kind: "approval", effect: null, request: { status: "expired" } }, ["permission:denied"]],
		[
			"an approval given",
			{ kind: "approval", effect: "allow", request: { action: "answered", status: "approved" } },
			["approval:answered"],
		],
		["a spending over the budget", { kind: "budget", effect: "deny", code: "budget-exhausted" }, ["resource:limit_reached"]],
		["a spending", { kind: "budget", effect: "allow", request: { action: "spent" } }, ["budget:spent"]],
		[
			"a change that was not allowed",
			{ kind: "edge", effect: "deny", code: "person-required", request: { action: "set" } },
			["permission:violation"],
		],
		["a change", { kind: "edge", effect: null, request: { action: "set" } }, ["edge:set"]],
		["a note", { kind: "note", effect: null, request: "text" }, ["note:recorded"]],
	])("[wire-3-emitted] %s", (_title, change, events) => {
		const emitted = eventsOf({ ...RECORD, ...change });
		expect(emitted.map(({ event }) => event)).toEqual(events);
		for (const { data } of emitted) expect(data).toMatchObject({ agent_id: "a", by: "agent:a", correlation_id: "c-1", at: RECORD.at });
	});

	it("[wire-3-delegate] a delegation names parent, child and the digest of the writ", () => {
		const [, , delegate] = eventsOf({ ...RECORD, kind: "spawn", request: { parent: "p" } });
		expect(delegate?.data).toMatchObject({ parent_id: "p", child_id: "a", writ_digest: "sha256:1" });
	});

	it("a request cannot pretend to be somebody else's event", () => {
		const [event] = eventsOf({ ...RECORD, effect: "deny", request: { agent_id: "b", by: "user:x", at: "never", correlation_id: "z" } });
		expect(event?.data).toMatchObject({ agent_id: "a", by: "agent:a", at: RECORD.at, correlation_id: "c-1" });
	});
});
