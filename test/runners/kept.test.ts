import { rmSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, describe, expect, it } from "vitest";
import { openHome, type TestHome } from "../authority/open-home.ts";
import { startServer } from "../authority/start-server.ts";
import { connectClient } from "../socket/socket-client.ts";

const homes: TestHome[] = [];
afterEach(async () => {
	for (const home of homes.splice(0)) await home.close();
});

async function open(): Promise<TestHome> {
	const home = await openHome();
	homes.push(home);
	return home;
}

const sh = (script: string): object => ({ kind: "command", command: ["sh", "-c", script] });
const ask = async (home: TestHome, agent_id: string): Promise<unknown> =>
	(await (await home.connect()).ask("agent:send_message", { agent_id, message: "hello" })).answer;

describe("the runner of an agent", () => {
	it("[runner-kept] is the same after a restart, a rename and a snapshot", async () => {
		const first = await open();
		const client = await first.connect();
		await client.ask("agent:spawn", { agent_id: "keeper", permission_profile: "standard", runner: sh("cat; echo ' again'") });
		expect(await ask(first, "keeper")).toBe("hello again");
		homes.pop();
		const second = await first.reopen();
		homes.push(second);
		expect(await ask(second, "keeper")).toBe("hello again");
		await (await second.connect()).ask("agent:rename", { agent_id: "keeper", to: "kept" });
		expect(await ask(second, "kept")).toBe("hello again");
		const caller = {
			principal: { kind: "person", email: "local", role: "admin", keyId: null },
			point: "test",
			correlationId: null,
		} as const;
		const snapshot = await second.authority.takeSnapshot(caller);
		const third = await open();
		if (snapshot.ok) expect(await third.authority.restoreSnapshot(caller, snapshot.value)).toMatchObject({ ok: true });
		expect((await third.authority.agent(caller, "kept")) as unknown).toMatchObject({
			value: { agent: { runner: expect.stringContaining('"command"') } },
		});
		expect(await ask(third, "kept")).toBe("hello again");
	});

	it("[runner-kept] of an agent whose directory is in another home says so, and runs nothing", async () => {
		const home = await open();
		await (await home.connect()).ask("agent:spawn", { agent_id: "afar", permission_profile: "standard", runner: sh("cat") });
		homes.pop();
		await home.stop();
		// As a node of one database sees the sandboxes of another.
		const database = home.database();
		database.exec(
			`UPDATE sandboxes SET path = replace(path, '${home.home}', '/elsewhere'), config = replace(config, '${home.home}', '/elsewhere')`,
		);
		database.close();
		const again = await openHome({ home: home.home });
		homes.push(again);
		expect(await (await again.connect()).ask("agent:send_message", { agent_id: "afar", message: "x" })).toMatchObject({
			code: "unavailable",
			error: "The sandbox of the agent is not in this home",
		});
	});

	it("[runner-crash] a server that is killed in the middle offers the message again, as one that was offered before", async () => {
		const server = await startServer();
		const client = await connectClient(server.path);
		const script = '[ -n "$WRIT_MESSAGE_REDELIVERED" ] && echo "again: $(cat)" && exit; touch begun; sleep 300';
		await client.ask("agent:spawn", { agent_id: "crash", permission_profile: "standard", runner: sh(script) });
		const sent = await client.ask("agent:send_message", { agent_id: "crash", message: "work", wait: false });
		// Taken, and not answered.
		while (((await client.ask("message:unanswered", { agent_id: "crash" })).messages as readonly unknown[]).length === 0) await sleep(50);
		client.close();
		await server.kill();
		const next = await startServer(server.home);
		const again = await connectClient(next.path);
		try {
			for (let tries = 0; ; tries++) {
				const { messages } = await again.ask("message:history", { agent_id: "crash" });
				const answer = (messages as readonly { readonly in_reply_to: string; readonly content: string }[]).find(
					({ in_reply_to }) => in_reply_to === sent.request_id,
				);
				if (answer !== undefined) {
					expect(answer.content).toBe("again: work");
					break;
				}
				if (tries > 100) throw new Error("there was no answer");
				await sleep(100);
			}
		} finally {
			again.close();
			await next.kill();
			rmSync(server.home, { recursive: true, force: true });
		}
	});

	it("[runner-agents-talk] agents wait for agents with a runner, and learn nothing of others", async () => {
		const home = await open();
		const client = await home.connect();
		await client.ask("agent:spawn", { agent_id: "worker", permission_profile: "standard", runner: sh("cat") });
		const { api_key } = await client.ask("agent:spawn", { agent_id: "boss", permission_profile: "trusted" });
		await client.ask("edge:set", { source: "boss", target: "worker" });
		const boss = await home.connect(String(api_key));
		expect(await boss.ask("agent:send_message", { agent_id: "worker", message: "do it" })).toMatchObject({ answer: "do it" });
		expect(await boss.ask("agent:send_message", { agent_id: "nobody", message: "do it" })).toMatchObject({
			code: "AGENT_PERMISSION_DENIED",
		});
	});
});
