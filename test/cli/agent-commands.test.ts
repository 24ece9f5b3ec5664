import { describe, expect, it } from "vitest";
import { askWrit, runWrit, startServer } from "./run-writ.ts";
import { scratch } from "./scratch.ts";

const LEAD = { "profiles/lead.yaml": "extends: standard\ncapabilities:\n  spawn_agents: true\n" };

async function serve(): Promise<string> {
	const home = scratch(LEAD);
	await startServer(home);
	return home;
}

describe("writ agent", () => {
	it("[cli-agent] spawns, lists, shows, renames, stops, starts, restarts, recreates and ends agents", async () => {
		const home = await serve();
		const made = await runWrit(home, ["agent", "spawn", "lead", "--profile", "lead", "--description", "leads"]);
		expect(made).toMatchObject({ code: 0, complaints: "" });
		expect(made.out).toMatch(/✓ Made the agent lead\n {2}profile +lead\n/);
		expect(made.out).toMatch(/key +writ_[\w-]{43}\n/);
		const child = await askWrit(home, [
			"agent",
			"create",
			"kid",
			"--parent",
			"lead",
			"--profile",
			"restricted",
			"--clamp",
			"--mode",
			"nested",
		]);
		expect(child).toMatchObject({ code: 0, reply: { agent_id: "kid", status: "created", sandbox: { mode: "nested" } } });
		const defined = await askWrit(home, ["agent", "spawn", "base", "--agent", "base_agent", "--mode", "shared", "--session", "team"]);
		expect(defined.reply).toMatchObject({ composition: "base_agent", session_id: "team", sandbox: { mode: "shared" } });
		const list = await runWrit(home, ["agent", "list"]);
		const [head, ...rows] = list.out.trimEnd().split("\n");
		expect(rows.map((row) => row.split(" ")[0])).toEqual(["base", "kid", "lead"]);
		for (const row of rows) expect(row.slice((head ?? "").indexOf("STATUS"))).toMatch(/^registered/);
		expect((await runWrit(home, ["agent", "show", "lead"])).out).toMatch(/children +kid\n/);
		expect((await askWrit(home, ["agent", "rename", "lead", "chief"])).reply).toMatchObject({ agent_id: "chief", status: "renamed" });
		expect((await runWrit(home, ["agent", "stop", "chief"])).out).toBe("✓ chief is stopped\n");
		expect((await askWrit(home, ["agent", "start", "chief"])).code).toBe(0);
		expect((await askWrit(home, ["agent", "restart", "chief"])).reply.agent_id).toBe("chief");
		const recreated = await runWrit(home, ["agent", "recreate", "chief"]);
		expect(recreated.out).toMatch(/^✓ chief is running\n {2}sandbox +isolated, \S+\n {2}writ +\w+\n {2}key +writ_[\w-]{43}\n/);
		const dry = await runWrit(home, ["agent", "terminate", "--pattern", "ch*", "--dry-run"]);
		expect(dry.out).toBe("Nobody was ended; this would end 2 agents:\n  kid\n  chief\n");
		expect((await runWrit(home, ["agent", "terminate", "chief"])).out).toBe("✓ ended kid\n✓ ended chief\n");
		expect((await askWrit(home, ["agent", "list"])).reply.count).toBe(1);
	});

	it("[cli-agent] sends, shows, takes and answers messages, also from standard input, and waits for the answer", async () => {
		const home = await serve();
		await runWrit(home, ["agent", "spawn", "one"]);
		expect((await runWrit(home, ["agent", "messages", "one"])).out).toContain("No messages are waiting for one");
		expect((await runWrit(home, ["agent", "send", "one", "-"], { input: "first\n\u001b[31mred\n" })).out).toMatch(/^✓ sent/);
		const shown = await runWrit(home, ["agent", "messages", "one"]);
		expect(shown.out).toContain("  first\n  \\u{1b}[31mred\n");
		const waiting = askWrit(home, ["agent", "send", "one", "second", "--wait", "--timeout", "30"]);
		const taken = await askWrit(home, ["agent", "messages", "one", "--take", "--limit", "1"]);
		expect(taken.reply.messages).toMatchObject([{ content: "first\n\u001b[31mred" }]);
		const next = await askWrit(home, ["agent", "messages", "one", "--take", "--wait", "20"]);
		const [{ id, content }] = next.reply.messages;
		expect(content).toBe("second");
		expect((await runWrit(home, ["agent", "messages", "one", "--taken"])).out).toContain("  second\n");
		expect((await askWrit(home, ["agent", "answer", id, "done"])).reply.status).toBe("answered");
		expect((await runWrit(home, ["agent", "history", "one"])).out).toMatch(/ {2}done\n[\s\S]* {2}second\n[\s\S]* {2}first\n/);
		expect((await runWrit(home, ["agent", "answer", id, "again"])).complaints).toContain("writ agent history");
		expect((await waiting).reply).toMatchObject({ status: "sent", answer: "done" });
	});

	it("[cli-agent-refused] says what is refused, why, and the cure; a dry run changes nothing", async () => {
		const home = await serve();
		await runWrit(home, ["agent", "spawn", "lead", "--profile", "lead"]);
		const wider = await runWrit(home, ["agent", "spawn", "kid", "--parent", "lead", "--profile", "trusted"]);
		expect(wider.code).toBe(1);
		expect(wider.complaints).toMatch(/escalation\n {2}\S+: asked for .*, and the parent holds /);
		expect(wider.complaints).toContain("--clamp");
		const json = await askWrit(home, ["agent", "spawn", "kid", "--parent", "lead", "--profile", "trusted"]);
		expect(json).toMatchObject({ code: 1, reply: { code: "escalation", status: "failed" } });
		expect(json.reply.escalations.length).toBeGreaterThan(0);
		expect((await runWrit(home, ["agent", "spawn", "dry", "--dry-run"])).out).toContain("Nothing was changed");
		expect(await runWrit(home, ["agent", "show", "dry"])).toMatchObject({
			code: 1,
			complaints: expect.stringContaining("writ agent list"),
		});
		expect(await runWrit(home, ["agent", "spawn", "lead"])).toMatchObject({
			code: 1,
			complaints: expect.stringContaining("already exists"),
		});
		expect(await runWrit(home, ["agent", "spawn", "../x"])).toMatchObject({ code: 2, complaints: expect.stringContaining("Ids have") });
		expect(await runWrit(home, ["agent", "spawn", "x", "--profile", "none"])).toMatchObject({
			code: 2,
			complaints: expect.stringContaining("writ profile list"),
		});
		expect((await runWrit(home, ["agent", "terminate"])).code).toBe(2);
		expect(await runWrit(home, ["agent", "terminate", "nosuch", "--dry-run"])).toMatchObject({ code: 1, out: "" });
		expect((await runWrit(home, ["agent", "spawn", "x", "--mode", "none"])).code).toBe(2);
		expect((await runWrit(home, ["agent"])).code).toBe(2);
	});

	it("[cli-spawn-override] overrides change the profile; without the right to spawn the refusal says how to give it", async () => {
		const home = await serve();
		await runWrit(home, ["agent", "spawn", "closed", "--profile", "trusted"]);
		const refused = await runWrit(home, ["agent", "spawn", "kid", "--profile", "restricted", "--parent", "closed"]);
		expect(refused).toMatchObject({ code: 1, complaints: expect.stringContaining("spawn-not-allowed") });
		const [, override = ""] = /--override '([^']+)'/.exec(refused.complaints) ?? [];
		expect((await askWrit(home, ["agent", "spawn", "open", "--profile", "trusted", "--override", override])).code).toBe(0);
		expect((await askWrit(home, ["agent", "spawn", "kid", "--profile", "restricted", "--parent", "open"])).code).toBe(0);
		expect((await runWrit(home, ["agent", "spawn", "x", "--override", '{"capabilites": {}}'])).code).toBe(2);
		expect((await runWrit(home, ["agent", "spawn", "x", "--override", "{"])).code).toBe(2);
	});

	it("[cli-preset] sandboxed and trusted name profiles, yolo is refused, another name is a mistake", async () => {
		const home = await serve();
		expect((await askWrit(home, ["agent", "spawn", "a", "--preset", "sandboxed"])).reply.profile).toBe("sandboxed");
		expect((await askWrit(home, ["agent", "spawn", "b", "--preset", "trusted"])).reply.profile).toBe("nexus/trusted");
		expect(await runWrit(home, ["agent", "spawn", "c", "--preset", "yolo"])).toMatchObject({
			code: 1,
			complaints: expect.stringContaining("sandboxed or trusted"),
		});
		expect((await runWrit(home, ["agent", "spawn", "c", "--preset", "none"])).code).toBe(2);
		expect((await runWrit(home, ["agent", "spawn", "c", "--preset", "trusted", "--profile", "standard"])).code).toBe(2);
		expect((await askWrit(home, ["agent", "list"])).reply.count).toBe(2);
	});
});
