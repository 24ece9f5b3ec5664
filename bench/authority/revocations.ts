import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openAuthority } from "../../src/authority/index.ts";
import type { Request } from "../../src/engine/index.ts";
import { dropDatabase, freshDatabase } from "../../test/store/start-postgres.ts";
import { LOCAL } from "./in-process.ts";

/** What two nodes of one PostgreSQL answered after revocations. */
export interface Revocations {
	readonly revocations: number;
	/** Allows on either node after the revoking call had returned; the bar is 0. */
	readonly allowedAfter: number;
	/** Allows on the other node before, to show that the grants did hold. */
	readonly allowedBefore: number;
	readonly secondsEach: number;
}

const REQUEST: Request = { kind: "tool", tool: "WebSearch", input: { query: "x" } };

/** Grants on one node, revokes there, and asks both; one of them decides all the while. */
export async function measureRevocations(revocations: number): Promise<Revocations> {
	const database = await freshDatabase();
	const homes = [0, 1].map(() => mkdtempSync(join(tmpdir(), "writ-")));
	const nodes = [];
	for (const home of homes) nodes.push(await openAuthority({ home, database }));
	const [here, there] = nodes;
	if (here === undefined || there === undefined) throw new Error("two nodes are needed");
	try {
		const spawned = await here.spawn(LOCAL, { id: "agent", profile: { tools: { allowed: ["Read"] } } });
		if (!spawned.ok) throw new Error(spawned.refusal.message);
		let busy = true;
		const load = (async () => {
			while (busy) await there.decide(LOCAL, "agent", { kind: "tool", tool: "Read", input: {} });
		})();
		let allowedAfter = 0;
		let allowedBefore = 0;
		const start = performance.now();
		for (let count = 0; count < revocations; count++) {
			const granted = await here.grant(LOCAL, { agent: "agent", rule: "WebSearch", scope: "session" });
			if (!granted.ok) throw new Error(granted.refusal.message);
			if ((await there.decide(LOCAL, "agent", REQUEST)).decision.effect === "allow") allowedBefore++;
			await here.revoke(LOCAL, granted.value.id);
			for (const node of nodes) if ((await node.decide(LOCAL, "agent", REQUEST)).decision.effect === "allow") allowedAfter++;
		}
		busy = false;
		await load;
		return { revocations, allowedAfter, allowedBefore, secondsEach: (performance.now() - start) / 1000 / revocations };
	} finally {
		for (const node of nodes) await node.close();
		for (const home of homes) rmSync(home, { recursive: true, force: true });
		await dropDatabase(database);
	}
}
