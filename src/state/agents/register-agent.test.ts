import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { addAgent, agentId, sampleAgent, sampleWrit } from "../../../test/agents/sample-agent.ts";
import { parseAgentId } from "../../engine/index.ts";
import { openStore, type Store } from "../../store/index.ts";
import { endAgent, endedAgents, findAgent, registerAgent } from "./index.ts";

let store: Store;
beforeEach(async () => {
	store = await openStore(":memory:");
});
afterEach(() => store.close());

const RESERVED =
	"self all any none external system admin operator local user anonymous root owner shared nested group writ trinity-system null undefined";

describe("registerAgent", () => {
	it("[wire-1-agent-ids] an id is 1 to 64 characters of the grammar, without '..' and without a dot at the end", () => {
		for (const good of ["a", "Z9", "a.b-c_d", "x".repeat(64), "parent"]) expect(parseAgentId(good).ok).toBe(true);
		for (const bad of ["", "-a", ".a", "_a", "a..b", "a.", "a/b", "a b", "é", "x".repeat(65), "a\n", "a\0", 7])
			expect(parseAgentId(bad).ok).toBe(false);
	});

	it("[wire-1-reserved-ids] a reserved word is not an id, in upper or lower case", () => {
		for (const word of RESERVED.split(" ")) {
			for (const spelled of [word, word.toUpperCase(), `${word.charAt(0).toUpperCase()}${word.slice(1)}`])
				expect(parseAgentId(spelled).ok).toBe(false);
		}
	});

	it("[wire-2-agent-row] a registered agent is read back with everything that was given", async () => {
		const given = await store.change((transaction) =>
			sampleAgent(transaction, "worker", {
				type: "build\0er",
				description: "builds \ud800 things",
				component: "components/core/base_agent",
				session: "s1",
				acceptFrom: ["boss"],
				config: { allowed_claude_tools: ["Bash"] },
			}),
		);
		const outcome = await store.change((transaction) => registerAgent(transaction, given));
		const { writ, ...fields } = given;
		expect(outcome).toMatchObject({ ok: true, agent: { ...fields, digest: writ.digest, version: 1 } });
		expect(await store.look((connection) => findAgent(connection, "worker"))).toEqual(outcome.ok && outcome.agent);
	});

	it("[wire-1-case-twins] ids that are equal but for case cannot coexist, and are found only in their own case", async () => {
		await store.change((transaction) => addAgent(transaction, "Worker"));
		for (const id of ["Worker", "worker", "WORKER"]) {
			const outcome = await store.change(async (transaction) => registerAgent(transaction, await sampleAgent(transaction, id)));
			expect(outcome).toEqual({ ok: false, code: "agent-exists", message: `Agent ${id} already exists` });
		}
		expect(await store.look((connection) => findAgent(connection, "worker"))).toBeNull();
	});

	it("[wire-2-uid] the id of an agent that ended is free again under a new uid", async () => {
		const first = await store.change((transaction) => addAgent(transaction, "worker"));
		await store.change((transaction) => endAgent(transaction, "worker", 5));
		const second = await store.change((transaction) => addAgent(transaction, "WORKER"));
		expect(second.uid).not.toBe(first.uid);
		const ended = await store.look((connection) => endedAgents(connection, "worker"));
		expect(ended).toMatchObject([{ uid: first.uid, endedAt: 5, digest: first.digest }]);
	});

	it("[wire-2-lineage] a root, depth or writ that does not fit the parent is refused as broken, and leaves nothing behind", async () => {
		await store.change((transaction) => addAgent(transaction, "boss"));
		const wrong = [{ depth: 5 }, { root: "kid" }, { parent: agentId("ghost") }, { writ: sampleWrit("kid", "standard", null) }];
		for (const change of wrong) {
			const attempt = store.change(async (transaction) =>
				registerAgent(transaction, { ...(await sampleAgent(transaction, "kid", { parent: "boss" })), ...change }),
			);
			await expect(attempt).rejects.toMatchObject({ code: "bad-lineage" });
		}
		expect(await store.look((connection) => findAgent(connection, "kid"))).toBeNull();
	});

	it("a new child makes kept knowledge about itself and its parent out of date", async () => {
		const touched: string[] = [];
		store.attach({ afterCommit: (batch) => void touched.push(...batch.touched.map(({ entity, id }) => `${entity} ${id}`)) });
		await store.change((transaction) => addAgent(transaction, "boss"));
		await store.change((transaction) => addAgent(transaction, "kid", { parent: "boss" }));
		expect(touched).toEqual(["agent boss", "agent kid", "agent boss"]);
	});
});
