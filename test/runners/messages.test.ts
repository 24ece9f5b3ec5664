import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openServer, type TestServer } from "../rest/open-server.ts";

let server: TestServer;

beforeAll(async () => {
	server = await openServer();
});
afterAll(() => server.close());

const sh = (script: string, more: object = {}): object => ({ kind: "command", command: ["sh", "-c", script], ...more });

async function spawn(id: string, runner: unknown): Promise<void> {
	const made = await server.admin("POST", "/v1/agents", { id, profile: "trusted", runner });
	if (made.status !== 201) throw new Error(made.text);
}

const chat = (id: string, message: string, more: object = {}) => server.admin("POST", `/api/agents/${id}/chat`, { message, ...more });

describe("a program for each message", () => {
	it("[runner-command] gets the message on standard input, and what it writes is the answer, recorded in the agent's name", async () => {
		await spawn("echo", sh('read line; echo "$line by $WRIT_AGENT_ID from $WRIT_MESSAGE_FROM"'));
		const answered = await chat("echo", "hello");
		expect(answered.body).toMatchObject({
			response: "hello by echo from user:admin@localhost",
			execution: { queue_status: "completed" },
		});
		const records = server.home.records("kind = 'message'");
		expect(records.at(-1)).toMatchObject({ principal: "agent:echo", point: "runner", request: { action: "answered" } });
		expect(await server.admin("GET", "/v1/agents/echo")).toMatchObject({ body: { runner: "command" } });
	});

	it("[runner-command-confined] runs inside the agent's sandbox, with a key that ends with it", async () => {
		await spawn("inside", sh('pwd; cat /etc/shadow 2>/dev/null | wc -c; printf %s "$WRIT_KEY"'));
		const { body } = await chat("inside", "where?");
		const [folder, read, key] = String(body.response).split("\n");
		expect([folder, read]).toEqual(["/sandbox/workspace", "0"]);
		expect(key).toMatch(/^writ_/);
		expect((await server.as(key ?? "")("GET", "/v1/me")).status).toBe(401);
		const actions = server.home.records("agent = 'inside' AND kind IN ('sandbox', 'key')").map(({ request }) => request);
		expect(actions).toEqual(
			expect.arrayContaining([
				expect.objectContaining({ action: "launched" }),
				expect.objectContaining({ action: "exited", exit_code: 0 }),
				expect.objectContaining({ action: "revoked" }),
			]),
		);
	});

	it("[runner-command-failed] that fails is told with its last complaint, to be tried again, over REST and the socket", async () => {
		await spawn("broken", sh("echo first >&2; echo 'no such model' >&2; exit 3"));
		const failed = await chat("broken", "work");
		expect(failed).toMatchObject({ status: 502, body: { code: "runner-failed", retryable: true } });
		expect(failed.body.detail).toBe("The program ended with 3: no such model");
		const local = await server.home.connect();
		expect(await local.ask("agent:send_message", { agent_id: "broken", message: "work" })).toMatchObject({
			code: "runner-failed",
			retryable: true,
		});
		expect(server.home.records("kind = 'message'").at(-1)).toMatchObject({ code: "runner-failed", request: { action: "failed" } });
	});

	it("[runner-command-bounds] that writes too much or takes too long is ended", async () => {
		await spawn("flood", sh("yes | head -c 3000000"));
		expect(await chat("flood", "go")).toMatchObject({ status: 502, body: { code: "runner-failed" } });
		await spawn("sleeper", sh("sleep 60", { timeout_seconds: 1 }));
		expect(await chat("sleeper", "go")).toMatchObject({ status: 504, body: { code: "deadline" } });
	});

	it("[runner-order] messages are worked on one at a time and in order, and a sender that waited too long leaves its message", async () => {
		await spawn("slow", sh('read line; sleep 0.5; echo "$line"; echo "$line" >> log; cat log'));
		const late = chat("slow", "one", { timeout_seconds: 0 });
		const [first, second] = await Promise.all([late, chat("slow", "two")]);
		expect(first).toMatchObject({ status: 504, body: { code: "deadline" } });
		expect(second.body.response).toBe("two\none\ntwo");
	});

	it("[runner-stop] a stop ends the program at once, and the message comes again after the start", async () => {
		await spawn("stopped", sh('[ -n "$WRIT_MESSAGE_REDELIVERED" ] && echo again && exit; sleep 300'));
		const waiting = chat("stopped", "work");
		await until(() => server.home.records("agent = 'stopped' AND kind = 'sandbox'").length > 1);
		await server.admin("POST", "/v1/agents/stopped/stop");
		await until(() => server.home.records("agent = 'stopped'").some(({ request }) => isAction(request, "exited")));
		await server.admin("POST", "/v1/agents/stopped/start");
		expect((await waiting).body.response).toBe("again");
	});

	it("[runner-terminate] an end tells whoever waits", async () => {
		await spawn("ended", sh("sleep 300"));
		const waiting = chat("ended", "work");
		await until(() => server.home.records("agent = 'ended' AND kind = 'sandbox'").length > 1);
		await server.admin("DELETE", "/v1/agents/ended");
		expect(await waiting).toMatchObject({ status: 404, body: { code: "undeliverable" } });
	});

	it("[runner-nowait] a sender that does not wait is answered at once", async () => {
		await spawn("later", sh("cat"));
		expect((await chat("later", "x", { wait: false })).body.execution.queue_status).toBe("queued");
	});
});

describe("what a program finds in its workspace", () => {
	it("[injection-inside] it reads whom the agent may write to, also what changes meanwhile, cannot change it, and is not blamed for it", async () => {
		const stop = server.home.authority.keepInjected();
		const file = ".writ/PERMITTED_AGENTS.md";
		await spawn(
			"reader",
			sh(
				`cat ${file}; (echo x >> ${file}) 2>/dev/null && echo WROTE; touch begun; while ! grep -q w-friend ${file}; do sleep 0.1; done; cat ${file} CLAUDE.md`,
			),
		);
		await spawn("w-friend", "mailbox");
		const waiting = chat("reader", "whom?", { timeout_seconds: 20 });
		await until(() => server.home.directories().some((path) => path.endsWith("workspace/begun")));
		await server.admin("PUT", "/v1/edges/reader/w-friend", {});
		const { response } = (await waiting).body;
		await stop();
		expect(response).toContain("You may write to no other agent.");
		expect(response).toContain("| w-friend |");
		expect(response).not.toContain("WROTE");
		expect(server.home.records("agent = 'reader'").filter(({ request }) => isAction(request, "found"))).toEqual([]);
	});
});

describe("who chooses a runner", () => {
	it("[runner-chosen-by-admin] no agent and no other person gives an agent a runner, and nothing is left", async () => {
		const profile = { capabilities: { spawn_agents: true } };
		const lead = await server.agent("r-lead", { profile: "trusted", overrides: profile });
		const wish = { id: "r-kid", profile: "restricted", runner: sh("id") };
		expect(await lead("POST", "/v1/agents", wish)).toMatchObject({ status: 403, body: { code: "person-required" } });
		const person = await server.person("creator@example.com");
		expect(await person("POST", "/v1/agents", wish)).toMatchObject({ status: 403, body: { code: "not-permitted" } });
		expect((await server.admin("GET", "/v1/agents/r-kid")).status).toBe(404);
	});

	it("[runner-level] a program that this machine cannot confine is refused at spawn, and nothing is left", async () => {
		await spawn("r-strong", sh("true"));
		const file = join(server.home.home, "run/machine.json");
		const kept = readFileSync(file, "utf8");
		writeFileSync(file, JSON.stringify({ ...JSON.parse(kept), level: "L1" }));
		const before = [server.home.rows(), server.home.directories()];
		const refused = await server.admin("POST", "/v1/agents", { id: "r-weak", runner: sh("true") });
		expect(refused.body).toMatchObject({ code: "sandbox-level" });
		expect([server.home.rows(), server.home.directories()]).toEqual(before);
		expect(await chat("r-strong", "go")).toMatchObject({ status: 503, body: { code: "unavailable" } });
		writeFileSync(file, kept);
	});

	it("[runner-unknown] what is not a runner, or not built yet, is refused with a reason", async () => {
		const refused = async (runner: unknown): Promise<string> =>
			(await server.admin("POST", "/v1/agents", { id: "r-none", runner })).body.detail;
		expect(await refused({ kind: "claude" })).toBe("The runner claude is not built yet: use mailbox, command or http");
		expect(await refused("acp")).toContain("not built yet");
		expect(await refused("magic")).toBe("Unknown runner: magic");
		expect(await refused({ kind: "command", command: [] })).toContain("the command is empty");
		expect(await refused({ kind: "command", command: ["sh"], user: "root" })).toContain("user");
		expect(await refused({ kind: "http", url: "http://example.com/x" })).toContain("runners.http_hosts");
		expect(await refused({ kind: "http", url: "file:///etc/passwd" })).toContain("http://");
	});
});

function isAction(request: unknown, action: string): boolean {
	return typeof request === "object" && request !== null && "action" in request && request.action === action;
}

async function until(holds: () => boolean): Promise<void> {
	for (let tries = 0; !holds(); tries++) {
		if (tries > 400) throw new Error("it did not happen");
		await sleep(50);
	}
}
