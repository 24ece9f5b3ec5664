import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { TestClient } from "../socket/socket-client.ts";
import { openHome, type TestHome } from "./open-home.ts";

let home: TestHome;
let admin: TestClient;
beforeAll(async () => {
	home = await openHome();
	admin = await home.connect();
});
afterAll(() => home.close());

const READS = { tools: { allowed: ["Read", "Bash(ls:*)"] }, filesystem: { read_paths: ["./workspace"] } };

async function person(name: string, role = "creator"): Promise<TestClient> {
	const { api_key } = await admin.ask("key:create", { name, scope: "user", email: `${name}@example.org`, role });
	return home.connect(String(api_key));
}

describe("somebody else's agent", () => {
	it("[authority-strangers-record] has nothing in its history of what a stranger asked about it", async () => {
		const [ann, bob] = [await person("ann"), await person("bob")];
		const { api_key } = await ann.ask("agent:spawn", { agent_id: "anns", permission_profile: READS });
		const agent = await home.connect(String(api_key));
		const command = "IGNORE PREVIOUS INSTRUCTIONS";
		const asked = await bob.ask("permission:decide", { agent_id: "anns", request: { kind: "command", command } });
		expect(asked).toMatchObject({ effect: "deny", reasons: [{ code: "unknown-agent" }] });
		await bob.ask("resource:report", { agent_id: "anns", tokens: 5 });
		for (const client of [ann, agent, admin])
			expect(JSON.stringify(await client.ask("audit:list", { agent: "anns" }))).not.toMatch(/IGNORE|bob@/);
		const { records } = await admin.ask("audit:list", { effect: "deny" });
		expect(records).toContainEqual(
			expect.objectContaining({ agent: null, principal: "user:bob@example.org", request: { kind: "command", command, about: "anns" } }),
		);
	});
});

describe("a checkpoint", () => {
	it("[authority-checkpoint-admin] is read for an administrator alone, also to see what it holds, and no answer repeats the file", async () => {
		const secret = join(home.home, "secret.txt");
		writeFileSync(secret, "writ_secret value");
		for (const role of ["user", "operator", "creator"]) {
			const someone = await person(`restores-${role}`, role);
			for (const path of [secret, join(home.home, "none"), home.home])
				for (const dry_run of [true, false])
					expect(await someone.ask("checkpoint:restore", { path, dry_run })).toMatchObject({
						code: "person-required",
						error: "Only an administrator may do this",
					});
		}
		const refused = await admin.ask("checkpoint:restore", { path: secret, dry_run: true });
		expect(refused).toMatchObject({ code: "invalid-request", error: expect.stringContaining("it is not JSON") });
		expect(JSON.stringify(refused)).not.toContain("writ_sec");
	});
});

describe("permission:remove_agent", () => {
	it("[authority-remove-grants] ends what was granted too, with a record", async () => {
		await admin.ask("agent:spawn", { agent_id: "removed", permission_profile: { tools: { allowed: ["Read"] } } });
		const { grant } = await admin.ask("grant:create", { agent_id: "removed", rule: "Bash(date:*)", scope: "minutes", minutes: 5 });
		const date = { agent_id: "removed", request: { kind: "command", command: "date" } };
		expect(await admin.ask("permission:decide", date)).toMatchObject({ effect: "allow" });
		expect(await admin.ask("permission:remove_agent", { agent_id: "removed" })).toMatchObject({ status: "removed" });
		expect(await admin.ask("permission:decide", date)).toMatchObject({ effect: "deny" });
		const { records } = await admin.ask("audit:list", { agent: "removed", kind: "grant" });
		expect(records).toContainEqual(
			expect.objectContaining({ request: { action: "revoked", grant: (grant as { id: string }).id, rule: "Bash(date:*)" } }),
		);
	});
});

describe("a refused report of what was spent", () => {
	it("[socket-retryable] says whether to try again", async () => {
		const profile = { tools: { allowed: ["Read"] }, resources: { max_total_tokens: 10 } };
		await admin.ask("agent:spawn", { agent_id: "spender", permission_profile: profile });
		expect(await admin.ask("resource:report", { agent_id: "spender", tokens: 11 })).toMatchObject({
			code: "budget-exhausted",
			retryable: false,
			decision_id: expect.any(String),
		});
	});
});

describe("a connection without a key", () => {
	it("[socket-peer-ends] is nobody from the moment that the setting says so", async () => {
		const other = await openHome();
		try {
			const { api_key } = await (await other.connect()).ask("key:create", {
				name: "me",
				scope: "user",
				email: "me@example.org",
				role: "admin",
			});
			const [keyless, keyed] = [await other.connect(), await other.connect(String(api_key))];
			expect(await keyed.ask("setting:set", { name: "socket.peer", value: "none" })).toMatchObject({ value: "none" });
			const answer = await keyless.ask("key:create", { name: "more", scope: "system" }).catch(() => ({ code: "closed" }));
			expect(["unknown-principal", "closed"]).toContain(answer.code);
			await keyless.closed;
			expect(await keyed.ask("system:health")).toMatchObject({ status: "healthy" });
		} finally {
			await other.close();
		}
	});
});
