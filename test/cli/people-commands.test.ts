import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parseFuture, parsePast } from "../../src/cli/words/moments.ts";
import { callWrit } from "./call-writ.ts";
import { askWrit, runWrit, startServer } from "./run-writ.ts";
import { scratch } from "./scratch.ts";

async function serve(...agents: readonly string[]): Promise<string> {
	const home = scratch();
	await startServer(home);
	for (const agent of agents) await runWrit(home, ["agent", "spawn", agent]);
	return home;
}

describe("commands of people", () => {
	it("[cli-edge-group] sets, lists and removes edges and groups", async () => {
		const home = await serve("a", "b");
		const set = await runWrit(home, ["edge", "set", "a", "b", "--rate", "2/60", "--reason", "they work together"]);
		expect(set.out).toBe("✓ added: a may reach b, 2 in 60 s\n");
		expect((await askWrit(home, ["edge", "set", "b", "a", "--block", "--expires", "7d"])).reply.edge).toMatchObject({ effect: "block" });
		expect((await runWrit(home, ["edge", "list"])).out).toMatch(
			/SOURCE .*TARGET .*EFFECT.*\na +→ +b +allow +2 in 60 s .*they work together\nb +✗ +a +block/,
		);
		expect((await runWrit(home, ["edge", "remove", "a", "b"])).out).toBe("✓ removed\n");
		expect((await runWrit(home, ["edge", "remove", "a", "b"])).out).toContain("writ edge list");
		expect((await runWrit(home, ["edge", "set", "a", "none"])).code).toBe(1);
		expect((await runWrit(home, ["edge", "set", "a", "b", "--rate", "often"])).code).toBe(2);
		expect((await runWrit(home, ["group", "set", "team", "a", "b"])).out).toBe("team\n  a\n  b\n");
		expect((await askWrit(home, ["group", "show", "team"])).reply.group.members).toEqual(["a", "b"]);
		expect((await runWrit(home, ["group", "list"])).out).toMatch(/team +a, b\n/);
		expect((await runWrit(home, ["group", "remove", "team"])).out).toBe("✓ removed\n");
		expect((await runWrit(home, ["group", "show", "team"])).code).toBe(1);
	});

	it("[cli-list-empty] an empty list says what to do next", async () => {
		const home = await serve();
		for (const noun of ["agent", "edge", "group", "grant", "sandbox", "approval"]) {
			const { out, code } = await runWrit(home, [noun, "list"]);
			expect(code, noun).toBe(0);
			expect(out, noun).toMatch(/writ [a-z]+ [a-z]+/);
		}
	});

	it("[cli-grant-approval] grants, lists and revokes; approvals are waited for and answered once", async () => {
		const home = await serve("a");
		const granted = await askWrit(home, ["grant", "create", "a", "WebFetch", "--minutes", "5", "--reason", "once"]);
		expect(granted.reply.grant).toMatchObject({ agent: "a", scope: "minutes" });
		expect((await runWrit(home, ["grant", "list", "--agent", "a"])).out).toMatch(/a +WebFetch +minutes +active/);
		expect((await runWrit(home, ["grant", "revoke", granted.reply.grant.id])).out).toBe("✓ revoked\n");
		expect((await runWrit(home, ["grant", "create", "nobody", "WebFetch"])).complaints).toContain("writ agent list");
		expect((await runWrit(home, ["grant", "create", "a", "WebFetch", "--scope", "ever"])).code).toBe(2);

		const asked = await requestPermission(home);
		const waiting = askWrit(home, ["approval", "wait", asked, "--seconds", "30"]);
		expect((await runWrit(home, ["approval", "list"])).out).toMatch(/a +WebSearch +pending .*need it/);
		const profile = { tools: { allowed: ["Bash(git status)"], ask: ["Bash"] } };
		await askSocket(home, "agent:spawn", { agent_id: "asks", permission_profile: profile });
		await askSocket(home, "permission:decide", { agent_id: "asks", request: { kind: "command", command: "git status" } });
		expect((await runWrit(home, ["approval", "list", "--agent", "asks"])).out).toMatch(/asks +git status +pending .*Bash\(git status\)/);
		expect((await askWrit(home, ["approval", "answer", asked, "allow", "--calls", "2"])).reply).toMatchObject({ status: "approved" });
		expect(await waiting).toMatchObject({ code: 0, reply: { status: "approved" } });
		expect((await runWrit(home, ["approval", "answer", asked, "deny"])).code).toBe(1);
		const denied = await requestPermission(home);
		expect(await runWrit(home, ["approval", "wait", denied, "--seconds", "0"])).toMatchObject({ code: 1, out: "not answered yet\n" });
		await runWrit(home, ["approval", "answer", denied, "deny"]);
		expect((await runWrit(home, ["approval", "wait", denied])).code).toBe(1);
	});

	it("[cli-key] makes, rotates and revokes keys; WRIT_KEY makes the command its holder's, and a bad one nobody's", async () => {
		const home = await serve();
		const { reply: agent } = await askWrit(home, ["agent", "spawn", "a"]);
		const asAgent = { key: agent.api_key };
		expect((await askWrit(home, ["agent", "list"], asAgent)).reply.agents).toMatchObject([{ agent_id: "a" }]);
		expect(await askWrit(home, ["edge", "set", "a", "b"], asAgent)).toMatchObject({ code: 1, reply: { code: "person-required" } });
		const made = await askWrit(home, ["key", "create", "mine", "--email", "me@example.org", "--role", "user", "--expires", "1d"]);
		expect(made.reply.api_key).toMatch(/^writ_/);
		const rotated = await askWrit(home, ["key", "rotate", made.reply.key.id]);
		expect(rotated.reply.api_key).not.toBe(made.reply.api_key);
		expect((await runWrit(home, ["agent", "list"], { key: made.reply.api_key })).code).toBe(1);
		expect((await runWrit(home, ["agent", "list"], { key: rotated.reply.api_key })).code).toBe(0);
		expect((await runWrit(home, ["key", "revoke", rotated.reply.key.id])).out).toBe("✓ revoked 1 key\n");
		const { out } = await runWrit(home, ["key", "list"]);
		expect(out).toMatch(/admin\.key +writ_.{4}… +user +admin@localhost +active/);
		expect(out).not.toContain(agent.api_key);
		expect((await runWrit(home, ["key", "create", "x", "--role", "king"])).code).toBe(2);
	});

	it("[cli-key-holder] a key is made only for somebody who is named, and the answer says for whom", async () => {
		const words = {
			"": "say whose key it is",
			"--role user": "--email",
			"--scope agent": "--scope agent needs --agent ID",
			"--scope system --agent a": "--agent goes with --scope agent",
			"--agent a --email me@example.org": "leave out --email or --agent",
			"--scope system --email me@example.org": "--email goes with --scope user",
		};
		for (const [more, said] of Object.entries(words)) {
			const refused = await callWrit(["key", "create", "k", ...more.split(" ").filter((word) => word !== "")]);
			expect(refused, more).toMatchObject({ code: 2, out: "", complaints: expect.stringContaining(said) });
		}
		const home = await serve("a");
		const own = await runWrit(home, ["key", "create", "k", "--scope", "user"]);
		expect(own.out).toMatch(/holder +admin@localhost\n(.*\n)*.*can do everything that admin@localhost may do/);
		expect((await runWrit(home, ["key", "create", "k", "--agent", "a"])).out).toMatch(/holder +the agent a\n/);
		expect((await runWrit(home, ["key", "create", "k", "--scope", "system"])).out).toMatch(/holder +the system k\n/);
	});

	it("[cli-grant-words] a scope without its number, a number without its scope and a grant that a deny rule beats are told", async () => {
		const words = {
			"--scope minutes": "needs --minutes COUNT",
			"--scope calls": "needs --calls COUNT",
			"--scope once --calls 2": "--calls goes with --scope calls",
			"--minutes 1 --calls 2": "leave out --minutes or --calls",
		};
		for (const [more, said] of Object.entries(words)) {
			const refused = { code: 2, out: "", complaints: expect.stringContaining(said) };
			expect(await callWrit(["grant", "create", "a", "Task", ...more.split(" ")])).toMatchObject(refused);
			expect(await callWrit(["approval", "answer", "x", "allow", ...more.split(" ")])).toMatchObject(refused);
		}
		const home = await serve();
		await runWrit(home, ["agent", "spawn", "a", "--profile", "restricted"]);
		expect(await runWrit(home, ["grant", "create", "a", "NotebookEdit"])).toMatchObject({ code: 0, complaints: "" });
		expect(await runWrit(home, ["grant", "create", "a", "Bash(npm test)"])).toMatchObject({
			code: 0,
			complaints: expect.stringContaining("the writ of a disallows Bash"),
		});
	});

	it("[cli-moment] an end that is over, or more than a hundred years ahead, is a mistake", async () => {
		for (const end of ["999999w", "9998-01-01", "2020-01-01", "1800000000000"])
			expect((await callWrit(["edge", "set", "a", "b", "--expires", end])).code, end).toBe(2);
		expect(Date.parse(parseFuture("5200w"))).toBeGreaterThan(Date.parse(parsePast("1d")));
	});

	it("[cli-sandbox] makes, shows, lists, counts and removes sandboxes", async () => {
		const home = await serve();
		const made = await askWrit(home, ["sandbox", "create", "a", "--mode", "shared", "--session", "team"]);
		expect(made.reply.sandbox).toMatchObject({ agent_id: "a", config: { mode: "shared", session_id: "team" } });
		expect((await runWrit(home, ["sandbox", "get", "a"])).out).toMatch(/mode +shared\n/);
		expect((await runWrit(home, ["sandbox", "list"])).out).toMatch(/a +shared +team/);
		expect((await askWrit(home, ["sandbox", "stats"])).reply.stats).toMatchObject({ total_sandboxes: 1, shared: 1 });
		expect((await runWrit(home, ["sandbox", "create", "../../x"])).code).toBe(2);
		expect((await runWrit(home, ["sandbox", "create", "b", "--mode", "shared"])).code).toBe(2);
		expect((await runWrit(home, ["sandbox", "remove", "a"])).out).toBe("✓ removed\n");
		expect((await runWrit(home, ["sandbox", "get", "a"])).complaints).toContain("writ sandbox create");
	});

	it("[cli-setting-checkpoint] shows and changes settings, writes a checkpoint and reads it into an empty home", async () => {
		const home = await serve("a");
		expect((await runWrit(home, ["setting", "set", "messages.max_depth", "9"])).out).toBe("✓ messages.max_depth is 9\n");
		expect((await runWrit(home, ["setting", "list"])).out).toMatch(/messages\.max_depth +9\n/);
		expect((await runWrit(home, ["setting", "set", "none.such", "1"])).code).toBe(2);
		const file = join(home, "all.json");
		expect((await askWrit(home, ["checkpoint", "collect", file])).reply).toMatchObject({ path: file, counts: { agents: 1 } });
		const other = await serve();
		expect((await runWrit(other, ["checkpoint", "restore", file, "--dry-run"])).out).toContain("Would read");
		expect((await runWrit(other, ["checkpoint", "restore", file])).code).toBe(0);
		expect((await askWrit(other, ["agent", "show", "a"])).reply.agent.status).toBe("registered");
		expect((await runWrit(other, ["checkpoint", "restore", file])).code).toBe(1);
	});
});

/** An agent asks over the socket itself: there is no command for it. */
async function requestPermission(home: string): Promise<string> {
	const { request_id } = await askSocket(home, "permission:request", { agent_id: "a", rule: "WebSearch", reason: "need it" });
	return String(request_id);
}

async function askSocket(home: string, event: string, data: Readonly<Record<string, unknown>>) {
	const { connectSocket } = await import("../../src/client/index.ts");
	const connected = await connectSocket(join(home, "run/daemon.sock"));
	if (!connected.ok) throw new Error(connected.message);
	const answered = await connected.client.send(event, data);
	connected.client.close();
	if (!answered.ok) throw new Error(answered.message);
	return answered.reply;
}
