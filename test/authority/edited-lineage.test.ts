import { describe, expect, it } from "vitest";
import { openHome } from "./open-home.ts";

const PARENT = { tools: { allowed: ["Bash(git status:*)"] }, capabilities: { spawn_agents: true } };
const CHILD = { tools: { allowed: ["Bash(git status:*)"] } };
const STATUS = { kind: "command", command: "git status" };

describe("a store in which somebody edited whose child an agent is", () => {
	it.each([
		["to nobody", "UPDATE agents SET parent = NULL WHERE id = 'kid'"],
		["to a root of its own in another tree", "UPDATE agents SET parent = NULL, depth = 0 WHERE id = 'kid'"],
		["to somebody who does not live", "UPDATE agents SET parent = 'ghost' WHERE id = 'kid'"],
		["to itself", "UPDATE agents SET parent = 'kid' WHERE id = 'kid'"],
		["to its own child", "UPDATE agents SET parent = 'kid' WHERE id = 'lead'"],
		["to somebody else", "UPDATE agents SET parent = 'other' WHERE id = 'kid'"],
	])("[authority-lineage-checked] %s allows it nothing, and the server answers", async (_, edit) => {
		const home = await openHome();
		const person = await home.connect();
		for (const agent_id of ["lead", "other"]) await person.ask("agent:spawn", { agent_id, permission_profile: PARENT });
		await person.ask("agent:spawn", { agent_id: "kid", permission_profile: CHILD, parent_agent_id: "lead" });
		const ask = { agent_id: "kid", request: STATUS };
		expect(await person.ask("permission:decide", ask)).toMatchObject({ effect: "allow" });
		await person.ask("permission:set_agent", { agent_id: "lead", permissions: { tools: { allowed: ["Read"] } } });
		expect(await person.ask("permission:decide", ask)).toMatchObject({ effect: "deny" });
		const database = home.database();
		database.exec(`PRAGMA foreign_keys = OFF; ${edit}`);
		database.close();
		const again = await home.reopen();
		try {
			const somebody = await again.connect();
			expect(await somebody.ask("permission:decide", ask)).toMatchObject({ effect: "deny" });
			expect(await somebody.ask("system:health")).toMatchObject({ status: "healthy" });
		} finally {
			await again.close();
		}
	});
});
