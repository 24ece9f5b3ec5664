import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { addAgent, agentId, sampleAgent, sampleWrit } from "../../../test/agents/sample-agent.ts";
import { shippedCatalog } from "../../definitions/index.ts";
import { attenuate, decide, digestTerms, explain, type Request, type Writ } from "../../engine/index.ts";
import { openStore, type Store } from "../../store/index.ts";
import { findAgentWithWrit, findTerms, registerAgent, resealAgent } from "./index.ts";

let store: Store;
beforeEach(async () => {
	store = await openStore(":memory:");
});
afterEach(() => store.close());

const REQUESTS: readonly Request[] = [
	{ kind: "command", command: "git status && cat src/x.ts" },
	{ kind: "command", command: "rm -rf /" },
	{ kind: "tool", tool: "Read", input: { file_path: "/srv/area/src/x.ts" } },
	{ kind: "tool", tool: "Write", input: { file_path: "/srv/area/.env", content: "" } },
	{ kind: "tool", tool: "constructor", input: {} },
	{ kind: "tool", tool: "nexus_send", input: { agent_id: "boss", content: "hi" } },
	{ kind: "path", operation: "write", path: "/srv/shared/a" },
	{ kind: "path", operation: "read", path: "/srv/exports/a" },
	{ kind: "network", host: "example.org", port: 443 },
	{ kind: "target", tool: "chat_with_agent", target: "other" },
	{ kind: "spawn", wish: "restricted" },
	{ kind: "spend", tokens: 1_000_000_000 },
	{ kind: "event", event: "agent:spawn" },
];

const shipped = Object.keys(shippedCatalog.profiles);

async function readBack(id: string): Promise<Writ> {
	const held = await store.look((connection) => findAgentWithWrit(connection, id));
	if (held === null) throw new Error(`${id} is not there`);
	return held.writ;
}

describe("a writ that was read back", () => {
	it.each(shipped)("[wire-2-writ-read-back] of profile %s equals the one that was sealed and decides the same", async (profile) => {
		await store.change((transaction) => addAgent(transaction, "agent-1", { profile }));
		const original = sampleWrit("agent-1", profile);
		const read = await readBack("agent-1");
		expect(read).toEqual(original);
		expect(digestTerms(read.terms)).toBe(original.digest);
		for (const request of REQUESTS) {
			expect(decide(read, request)).toEqual(decide(original, request));
			expect(explain(read, request)).toEqual(explain(original, request));
		}
	});

	it("is frozen through and through", async () => {
		await store.change((transaction) => addAgent(transaction, "agent-1"));
		const open: unknown[] = [];
		const walk = (value: unknown): void => {
			if (typeof value !== "object" || value === null) return;
			if (!Object.isFrozen(value)) open.push(value);
			Object.values(value).forEach(walk);
		};
		walk(await readBack("agent-1"));
		expect(open).toEqual([]);
	});

	it("bounds a child as the original does", async () => {
		await store.change((transaction) => addAgent(transaction, "boss", { profile: "trusted" }));
		const options = { agent: "kid", catalog: shippedCatalog, mode: "clamp" as const };
		expect(attenuate(await readBack("boss"), "standard", options)).toEqual(attenuate(sampleWrit("boss", "trusted"), "standard", options));
	});

	it("[wire-2-shared-grants] agents of one profile share one row and one object", async () => {
		await store.change(async (transaction) => {
			for (const id of ["one", "two", "three"]) await addAgent(transaction, id, { profile: "researcher" });
		});
		const [one, two] = [await readBack("one"), await readBack("two")];
		expect(one.terms).toBe(two.terms);
		expect(one.origins).toBe(two.origins);
		expect(one.places).toBe(two.places);
		expect(await store.look((connection) => connection.all("SELECT count(*) AS count FROM sealed"))).toEqual([{ count: 1 }]);
	});

	it("[wire-2-digest-holds] a row whose terms do not hash to its digest is refused", async () => {
		const unseen = { tools: { allowed: ["Read"] }, resources: { max_turns: 7_919 } };
		const writ = sampleWrit("agent-1", unseen);
		await store.change(async (transaction) => registerAgent(transaction, { ...(await sampleAgent(transaction, "agent-1")), writ }));
		await store.change((transaction) => transaction.run("UPDATE sealed SET terms = replace(terms, '7919', '7920')"));
		await expect(readBack("agent-1")).rejects.toMatchObject({ code: "store-corrupt" });
	});

	it("[wire-2-digest-holds] a row that was given the hash and digest of other terms is refused", async () => {
		await store.change((transaction) => addAgent(transaction, "agent-1", { profile: "restricted" }));
		await store.change((transaction) => addAgent(transaction, "agent-2", { profile: "trusted" }));
		await store.change((transaction) =>
			transaction.run("UPDATE agents SET sealed = (SELECT sealed FROM agents WHERE id = 'agent-2') WHERE id = 'agent-1'"),
		);
		await expect(readBack("agent-1")).rejects.toMatchObject({ code: "store-corrupt" });
	});

	it("a writ with a digest that is not its own is not stored", async () => {
		const writ: Writ = { ...sampleWrit("agent-1", "restricted"), digest: sampleWrit("agent-1", "trusted").digest };
		const attempt = store.change(async (transaction) =>
			registerAgent(transaction, { ...(await sampleAgent(transaction, "agent-1")), writ }),
		);
		await expect(attempt).rejects.toMatchObject({ code: "bad-digest" });
	});

	it("names the children that live now", async () => {
		await store.change((transaction) => addAgent(transaction, "boss"));
		await store.change((transaction) => addAgent(transaction, "kid", { parent: "boss" }));
		expect((await readBack("boss")).children).toEqual(["kid"]);
		expect((await readBack("kid")).parent).toBe("boss");
	});
});

describe("resealAgent", () => {
	it("[wire-2-reseal] gives an agent a new digest and the next version; what the old digest stood for can still be read", async () => {
		const before = await store.change((transaction) => addAgent(transaction, "agent-1", { profile: "trusted" }));
		const tighter = sampleWrit("agent-1", "restricted");
		const after = await store.change((transaction) => resealAgent(transaction, "agent-1", tighter));
		expect(after).toMatchObject({ digest: tighter.digest, profile: "restricted", version: 2, uid: before.uid });
		expect(await readBack("agent-1")).toEqual(tighter);
		expect(await store.look((connection) => findTerms(connection, before.digest))).toEqual(sampleWrit("agent-1", "trusted").terms);
		expect(await store.look((connection) => findTerms(connection, "nothing"))).toBeNull();
	});

	it("refuses a writ that is for another agent, and knows no agent that is not there", async () => {
		const attempt = store.change((transaction) => resealAgent(transaction, "agent-1", sampleWrit("agent-2")));
		await expect(attempt).rejects.toMatchObject({ code: "bad-lineage" });
		expect(await store.change((transaction) => resealAgent(transaction, agentId("agent-2"), sampleWrit("agent-2")))).toBeNull();
	});
});
