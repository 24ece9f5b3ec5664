import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { describe, expect, it } from "vitest";
import { connectSocket } from "../../src/client/index.ts";
import { askWrit, holderOf, isAlive, runWrit, until, WRIT, watchHome } from "./run-writ.ts";
import { scratch } from "./scratch.ts";

async function startDaemon(home: string, idleSeconds: string) {
	watchHome(home);
	const child = spawn(WRIT, ["serve", "--daemon", "--idle-seconds", idleSeconds, "--home", home], { stdio: ["ignore", "pipe", "ignore"] });
	const [line] = await once(createInterface(child.stdout), "line");
	return { child, ready: JSON.parse(line) };
}

describe("the daemon", () => {
	it("[cli-daemon-start] starts when no server answers, outlives the command, and serves the next one", async () => {
		const home = scratch();
		expect((await askWrit(home, ["agent", "spawn", "one"], { key: "" })).reply.status).toBe("created");
		const pid = holderOf(home);
		expect(pid).not.toBe(null);
		expect((await askWrit(home, ["agent", "list"])).reply.agents).toMatchObject([{ agent_id: "one" }]);
		expect(holderOf(home)).toBe(pid);
		expect(readFileSync(join(home, "run/daemon.log"), "utf8")).toContain("ready: process");
	});

	it("[cli-daemon-race] several that start one at the same moment share the winner's, and all are answered", async () => {
		const home = scratch();
		const calls = await Promise.all(["a", "b", "c", "d"].map((id) => askWrit(home, ["agent", "spawn", id])));
		expect(calls.map(({ code }) => code)).toEqual([0, 0, 0, 0]);
		expect((await askWrit(home, ["agent", "list"])).reply.count).toBe(4);
	});

	it("[cli-daemon-stale] the socket of a killed daemon does not keep the next one from starting", async () => {
		const home = scratch();
		await askWrit(home, ["agent", "spawn", "one"]);
		const pid = holderOf(home) ?? 0;
		process.kill(pid, "SIGKILL");
		await until(() => !isAlive(pid));
		expect(existsSync(join(home, "run/daemon.sock"))).toBe(true);
		expect((await askWrit(home, ["agent", "list"])).reply.count).toBe(1);
		expect(holderOf(home)).not.toBe(pid);
	});

	it("[cli-daemon-idle] ends by itself when there was no client for its time, and not while there is one", async () => {
		const home = scratch();
		const { child, ready } = await startDaemon(home, "0.5");
		expect(ready.url).toBe(null);
		const connected = await connectSocket(ready.socket);
		if (!connected.ok) throw new Error(connected.message);
		await new Promise((resolve) => setTimeout(resolve, 1_200));
		expect(await connected.client.send("system:health")).toMatchObject({ ok: true, reply: { status: "healthy" } });
		const exited = once(child, "exit");
		connected.client.close();
		expect(await exited).toEqual([0, null]);
		expect(existsSync(ready.socket)).toBe(false);
	});

	it("[cli-daemon-start] is not given the key of whoever starts it", async () => {
		const home = scratch();
		const refused = await runWrit(home, ["agent", "list"], { key: "writ_none" });
		expect(refused.code).toBe(1);
		const environment = readFileSync(`/proc/${holderOf(home)}/environ`, "utf8").split("\0");
		expect(environment.filter((one) => one.startsWith("WRIT_KEY="))).toEqual([]);
	});
});

describe("the socket client", () => {
	it("[cli-client] answers faults as values: no server, a refusal, a timeout, a server that goes", async () => {
		const home = scratch();
		expect(await connectSocket(join(home, "none.sock"))).toMatchObject({ ok: false, code: "no-server", reply: null });
		const { child, ready } = await startDaemon(home, "60");
		const connected = await connectSocket(ready.socket);
		if (!connected.ok) throw new Error(connected.message);
		const { client } = connected;
		expect(await client.send("agent:info", { agent_id: "nobody" })).toMatchObject({
			ok: false,
			code: "not-found",
			reply: { status: "failed" },
		});
		expect(await client.send("none:such")).toMatchObject({ ok: false, code: "unknown-event" });
		await client.send("agent:spawn", { agent_id: "one" });
		const waiting = { agent_id: "one", wait_seconds: 5 };
		expect(await client.send("message:receive", waiting, 0.1)).toMatchObject({ ok: false, code: "timeout", reply: null });
		const followed = client.follow(["agent:*"]);
		expect((await followed.next()).value).toMatchObject({ ok: true });
		await client.send("agent:spawn", { agent_id: "two" });
		expect((await followed.next()).value).toMatchObject({ ok: true, reply: { event: "agent:spawned", data: { agent_id: "two" } } });
		const open = client.send("message:receive", { agent_id: "two", wait_seconds: 30 });
		child.kill("SIGKILL");
		expect(await open).toMatchObject({ ok: false, code: "disconnected" });
		expect((await followed.next()).value).toMatchObject({ ok: false, code: "disconnected" });
		expect(await followed.next()).toMatchObject({ done: true });
		expect(await client.send("system:health")).toMatchObject({ ok: false, code: "disconnected" });
	});
});
