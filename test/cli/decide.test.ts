import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { callWrit } from "./call-writ.ts";
import { scratch } from "./scratch.ts";

interface Answer {
	readonly id?: unknown;
	readonly effect: string;
	readonly code: string;
	readonly message: string;
	readonly reasons?: readonly object[];
	readonly problems?: readonly { readonly message: string; readonly hint?: string }[];
}

const STATUS = { kind: "command", command: "git status" };

async function ask(lines: readonly unknown[], words: readonly string[] = []): Promise<readonly Answer[]> {
	const input = lines.map((line) => `${typeof line === "string" ? line : JSON.stringify(line)}\n`).join("");
	const { out, code } = await callWrit(["decide", "--home", scratch(), ...words], { input, directory: scratch() });
	expect(code).toBe(0);
	return out
		.trimEnd()
		.split("\n")
		.map((line) => JSON.parse(line));
}

async function askOne(line: unknown, words: readonly string[] = []): Promise<Answer> {
	const [answer, ...others] = await ask([line], words);
	expect(others).toEqual([]);
	if (answer === undefined) throw new Error("there is no answer");
	return answer;
}

describe("writ decide", () => {
	it("[cli-decide-answer] answers with id, effect, code, message and reasons", async () => {
		const answer = await askOne({ id: "a", profile: "restricted", request: STATUS });
		expect(answer).toMatchObject({
			id: "a",
			effect: "deny",
			code: "tool-disallowed",
			message: expect.stringContaining("Bash"),
			reasons: [{ code: "tool-disallowed" }],
		});
		expect(Object.keys(answer)).toEqual(["id", "effect", "code", "message", "reasons"]);
		expect(await askOne({ profile: "read-only", request: STATUS })).toMatchObject({ effect: "allow", code: "granted" });
	});

	it("[cli-decide-answer] gives every id back as it came, and none where there was none", async () => {
		const ids = [1, "x", null, { a: [1] }, false, ""];
		const answers = await ask([
			...ids.map((id) => ({ id, profile: "restricted", request: STATUS })),
			{ profile: "restricted", request: STATUS },
		]);
		expect(answers.slice(0, -1).map(({ id }) => id)).toEqual(ids);
		expect(answers.at(-1)).not.toHaveProperty("id");
	});

	it("[cli-decide-order] answers every line in its order, good and bad ones", async () => {
		const answers = await ask([
			{ id: 1, profile: "read-only", request: STATUS },
			"nonsense",
			"",
			{ id: 2, profile: "read-only", request: { kind: "command", command: "rm x" } },
			"[]",
			{ id: 3, profile: "read-only", request: STATUS },
		]);
		expect(answers.map(({ id, effect, code }) => [id, effect, code])).toEqual([
			[1, "allow", "granted"],
			[undefined, "deny", "invalid-request"],
			[undefined, "deny", "invalid-request"],
			[2, "deny", "command-not-allowed"],
			[undefined, "deny", "invalid-request"],
			[3, "allow", "granted"],
		]);
	});

	it.each([
		["an unknown profile", { id: 7, profile: "stndard", request: STATUS }, "invalid-definition", "did you mean standard?"],
		["an unknown key of the profile", { id: 7, profile: { tolls: {} }, request: STATUS }, "invalid-definition", "did you mean tools?"],
		["a profile that is not one", { id: 7, profile: 5, request: STATUS }, "invalid-definition", undefined],
		["no profile", { id: 7, request: STATUS }, "invalid-request", undefined],
		["no request", { id: 7, profile: "standard" }, "invalid-request", undefined],
		["an unknown key", { id: 7, profile: "standard", rot: "/", request: STATUS }, "invalid-request", "did you mean root?"],
		["a bad agent id", { id: 7, profile: "standard", agent: { id: "../x" }, request: STATUS }, "invalid-request", undefined],
		[
			"a reserved parent",
			{ id: 7, profile: "standard", agent: { id: "a", parent: "system" }, request: STATUS },
			"invalid-request",
			undefined,
		],
	])("[cli-decide-invalid] %s is answered with a denial and its problems", async (_, line, code, hint) => {
		const answer = await askOne(line);
		expect(answer).toMatchObject({ id: 7, effect: "deny", code, message: expect.any(String) });
		expect(answer.problems?.length).toBeGreaterThan(0);
		if (hint !== undefined) expect(answer.problems?.map((problem) => problem.hint)).toContain(hint);
	});

	it.each([
		{},
		null,
		"x",
		[],
		{ kind: "dance" },
		{ kind: "command" },
		{ kind: "path", operation: "eat", path: "x" },
		{ kind: "network", host: "a", port: "x" },
	])("[cli-decide-invalid] the request %j is denied as no request", async (request) => {
		expect(await askOne({ id: 1, profile: "read-only", request })).toMatchObject({ id: 1, effect: "deny", code: "invalid-request" });
	});

	it("[cli-decide-invalid] bytes that are not UTF-8, a byte order mark and half a surrogate are denied", async () => {
		const bytes = Buffer.concat([
			Buffer.from('{"profile":"read-only","request":{"kind":"command","command":"ls \xff"}}\n', "latin1"),
			Buffer.from('\ufeff{"profile":"read-only","request":{}}\n'),
		]);
		const { out } = await callWrit(["decide", "--home", scratch()], { input: bytes });
		expect(
			out
				.trimEnd()
				.split("\n")
				.map((line) => JSON.parse(line).code),
		).toEqual(["invalid-request", "invalid-request"]);
		expect(await askOne('{"profile":"read-only","request":{"kind":"path","operation":"read","path":"a\\ud800"}}')).toMatchObject({
			effect: "deny",
		});
	});

	it("[cli-decide-bounds] a line of more than 1 MiB is denied and the next one answered", async () => {
		const long = JSON.stringify({ id: 1, profile: "read-only", request: { kind: "command", command: "x".repeat(1024 * 1024) } });
		const answers = await ask([long, { id: 2, profile: "read-only", request: STATUS }]);
		expect(answers).toMatchObject([
			{ effect: "deny", code: "invalid-request" },
			{ id: 2, effect: "allow" },
		]);
		expect(answers[0]?.message).toContain("1048576");
	});

	it("[cli-decide-bounds] deeply nested JSON is denied", async () => {
		expect(await askOne(`{"profile":"read-only","request":${"[".repeat(50_000)}${"]".repeat(50_000)}}`)).toMatchObject({
			effect: "deny",
			code: "invalid-request",
		});
	});

	it("[cli-decide-disk] a link that leads out of the granted tree is denied on this disk, from one line to the next", async () => {
		const root = scratch({ "ws/a.txt": "a", "outside/secret.txt": "s" });
		const read = (path: string) => ({ root: join(root, "ws"), profile: "restricted", request: { kind: "path", operation: "read", path } });
		expect(await askOne(read("a.txt"))).toMatchObject({ effect: "allow" });
		symlinkSync("../outside", join(root, "ws/link"));
		expect(await askOne(read("link/secret.txt"))).toMatchObject({ effect: "deny" });
		expect(await askOne(read("../outside/secret.txt"))).toMatchObject({ effect: "deny", code: "path-outside" });
	});

	it("[cli-decide-profiles] takes a NEXUS object and an orchestrator object", async () => {
		const nexus = { level: "sandboxed", tool_permissions: { nexus_send: { enabled: true, allowed_targets: "parent" } } };
		const send = (target: string) => ({
			profile: nexus,
			agent: { id: "kid", parent: "boss" },
			request: { kind: "target", tool: "nexus_send", target },
		});
		expect(await askOne(send("boss"))).toMatchObject({ effect: "allow" });
		expect(await askOne(send("other"))).toMatchObject({
			effect: "deny",
			message: expect.stringContaining("Tool 'nexus_send' can only target parent agent ('boss')"),
		});
		const orchestrator = { allowed_tools: ["Read"], bash_policy: "read_only", project_scoped: true };
		expect(await askOne({ profile: orchestrator, request: STATUS })).toMatchObject({ effect: "allow" });
		expect(await askOne({ profile: orchestrator, request: { kind: "command", command: "git push" } })).toMatchObject({ effect: "deny" });
	});

	it("[cli-home] finds the person's profiles in --home and the project's in .writ of the root", async () => {
		const home = scratch({ "profiles/mine.yaml": "tools: { allowed: ['Bash(git status)'] }\n" });
		const root = scratch({ ".writ/profiles/ours.yaml": "extends: read-only\ntools: { disallowed: [Bash] }\n" });
		const words = ["--home", home];
		expect(await askOne({ profile: "mine", request: STATUS }, words)).toMatchObject({ effect: "allow" });
		expect(await askOne({ profile: "ours", root, request: STATUS }, words)).toMatchObject({ effect: "deny", code: "tool-disallowed" });
		expect(await askOne({ profile: "ours", request: STATUS }, words)).toMatchObject({ effect: "deny", code: "invalid-definition" });
	});

	it("[cli-home] a broken ceiling denies everything", async () => {
		const home = scratch({ "ceiling.yaml": "tolls: {}\n" });
		const line = { profile: { tools: { allowed: null } }, request: STATUS };
		expect(await askOne(line, ["--home", home])).toMatchObject({ effect: "deny", code: "invalid-definition" });
		expect(await askOne({ ...line, profile: "trusted" }, ["--home", home])).toMatchObject({ effect: "deny", code: "invalid-definition" });
		mkdirSync(join(home, "profiles"));
		writeFileSync(join(home, "ceiling.yaml"), "tools: { allowed: [Read] }\n");
		expect(await askOne(line, ["--home", home])).toMatchObject({ effect: "deny", code: "tool-not-allowed" });
	});

	it("[cli-decide-profiles] a profile of the person that is broken is never replaced by the shipped one of the same name", async () => {
		const home = scratch({ "profiles/read-only.yaml": "tools: { disallowed: [Bash], alowed: [] }\n" });
		expect(await askOne({ profile: "read-only", request: STATUS }, ["--home", home])).toMatchObject({
			effect: "deny",
			code: "invalid-definition",
		});
		symlinkSync("/etc/hostname", join(home, "profiles/write.yaml"));
		expect(await askOne({ profile: "write", request: STATUS }, ["--home", home])).toMatchObject({
			effect: "deny",
			code: "invalid-definition",
		});
		expect(await askOne({ profile: "verification", request: STATUS }, ["--home", home])).toMatchObject({ effect: "allow" });
	});

	it("[cli-decide-profiles] a folder of the person that cannot be read denies everything", async () => {
		const home = scratch();
		symlinkSync(scratch(), join(home, "profiles"));
		expect(await askOne({ profile: "read-only", request: STATUS }, ["--home", home])).toMatchObject({
			effect: "deny",
			code: "invalid-definition",
		});
	});

	it("[cli-decide-answer] a spawn is compared with the writ", async () => {
		const profile = { extends: "trusted", capabilities: { spawn_agents: true } };
		expect(await askOne({ profile, request: { kind: "spawn", wish: "restricted" } })).toMatchObject({ effect: "allow" });
		expect(await askOne({ profile, request: { kind: "spawn", wish: { filesystem: { write_paths: ["/"] } } } })).toMatchObject({
			effect: "deny",
			code: "escalation",
		});
	});
});
