import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { callWrit } from "./call-writ.ts";
import { scratch } from "./scratch.ts";

const home = () => ["--home", scratch()];

describe("the command line", () => {
	it("[cli-exit-codes] ends with 0 for help, version and an allowed request, 1 for a denied one, 2 for mistakes", async () => {
		expect((await callWrit([])).code).toBe(0);
		expect(await callWrit(["--version"])).toMatchObject({ code: 0, out: "0.1.0\n" });
		expect((await callWrit(["explain", "--help"])).code).toBe(0);
		expect((await callWrit(["explain", "read-only", "command", "git status", ...home()])).code).toBe(0);
		expect((await callWrit(["explain", "read-only", "command", "git push", ...home()])).code).toBe(1);
		expect((await callWrit(["explain", "interactive", "command", "npm publish", ...home()])).code).toBe(1);
		expect((await callWrit(["explain", "raed-only", "command", "git push", ...home()])).code).toBe(2);
		expect((await callWrit(["explain", "read-only", "dance", ...home()])).code).toBe(2);
		expect((await callWrit(["explain"])).code).toBe(2);
		expect((await callWrit(["compose", "./none.yaml", ...home()])).code).toBe(2);
	});

	it("[cli-suggests] names the nearest command and option", async () => {
		expect(await callWrit(["chek"])).toMatchObject({ code: 2, complaints: expect.stringContaining("Did you mean check?") });
		expect(await callWrit(["check", "--jsn"])).toMatchObject({ code: 2, complaints: expect.stringContaining("Did you mean --json?") });
		expect(await callWrit(["explain", "stndard", "command", "ls", ...home()])).toMatchObject({
			code: 2,
			complaints: expect.stringContaining("did you mean standard?"),
		});
	});

	it("[cli-help-verbs] help with the words of a command prints the help of that command", async () => {
		for (const words of [["explain"], ["agent"], ["agent", "spawn"], ["mcp", "mount"]])
			expect(await callWrit(["help", ...words])).toEqual(await callWrit([...words, "--help"]));
		expect((await callWrit(["help", "agent", "spawn"])).out).toContain("Usage: writ agent spawn");
		expect(await callWrit(["help"])).toEqual(await callWrit(["--help"]));
	});

	it("[cli-help-verbs] help with an unknown word answers as without help, and names the nearest command", async () => {
		for (const words of [["explian"], ["agent", "spwan"]]) {
			const helped = await callWrit(["help", ...words]);
			expect(helped).toEqual(await callWrit(words));
			expect(helped).toMatchObject({
				code: 2,
				out: "",
				complaints: expect.stringMatching(/unknown command .*\n\(Did you mean (explain|spawn)\?\)/),
			});
		}
	});

	it("[cli-help-verbs] help never runs anything", async () => {
		const folder = scratch();
		const { code, out } = await callWrit(["help", "run", "--", "touch", join(folder, "made")], { directory: folder });
		expect({ code, made: readdirSync(folder) }).toEqual({ code: 0, made: [] });
		expect(out).toContain("Usage: writ run");
	});

	it("[cli-json] every command has --json and --home, and says so in its help", async () => {
		for (const name of ["decide", "explain", "check", "compose", "diff", "test", "serve", "completion"]) {
			const { out, code } = await callWrit([name, "--help"]);
			expect(code).toBe(0);
			expect(out).toContain("--json");
			expect(out).toContain("--home");
		}
	});

	it("[cli-json] answers in JSON on standard output, problems included", async () => {
		const compose = await callWrit(["compose", "standard", "--json", ...home()]);
		expect(JSON.parse(compose.out)).toMatchObject({ ok: true, name: "standard", profile: { level: "standard" } });
		const explain = await callWrit(["explain", "standard", "read", ".env", "--json", ...home()]);
		expect(JSON.parse(explain.out)).toMatchObject({ decision: { effect: "deny", reasons: [{ code: "path-blocked" }] } });
		const wrong = await callWrit(["compose", "none-such", "--json", ...home()]);
		expect(JSON.parse(wrong.out)).toMatchObject({ ok: false, problems: [{ code: "not-found" }] });
		expect(wrong.code).toBe(2);
	});
});

describe("writ check", () => {
	it("[cli-check] reports all problems at once, sorted by place, with hints, and ends with 2", async () => {
		const folder = scratch({
			"profiles/b.yaml": "tools:\n  alowed: [Read]\nfilesystem:\n  read_path: [./workspace]\n",
			"profiles/a.yaml": "extends: nothing\n",
			"fragments/c.yaml": "level: [\n",
		});
		const { code, out } = await callWrit(["check", "--home", folder], { directory: scratch() });
		expect(code).toBe(2);
		expect(out).toContain(`${join(folder, "profiles/b.yaml")}:2:3: error:`);
		expect(out).toContain("did you mean allowed?");
		expect(out).toContain(`${join(folder, "profiles/b.yaml")}:4:3: error:`);
		expect(out).toContain("profile 'nothing' does not exist");
		expect(out.indexOf("fragments/c.yaml")).toBeLessThan(out.indexOf("profiles/a.yaml"));
		expect(out.indexOf("profiles/a.yaml")).toBeLessThan(out.indexOf("profiles/b.yaml"));
		expect(out).toMatch(/3 definitions checked: [4-9] errors, 0 warnings/);
	});

	it("[cli-check] checks the files and folders that are named, and nothing else", async () => {
		const folder = scratch({ "good/profiles/a.yaml": "extends: standard\n", "bad.yaml": "tolls: {}\n", "empty/x": "" });
		expect(await callWrit(["check", "good", ...home()], { directory: folder })).toMatchObject({
			code: 0,
			out: "✓ 1 definition checked: 0 errors, 0 warnings\n",
		});
		expect(await callWrit(["check", "bad.yaml", ...home()], { directory: folder })).toMatchObject({
			code: 2,
			out: expect.stringContaining("bad.yaml:1:1: error: tolls is not a known key"),
		});
		expect(await callWrit(["check", "empty", "none.yaml", ...home()], { directory: folder })).toMatchObject({
			code: 2,
			out: expect.stringContaining("2 errors"),
		});
	});

	it("[cli-check] a project that loosens or redefines is a problem", async () => {
		const project = scratch({
			".writ/profiles/standard.yaml": "tools: { allowed: null }\n",
			".writ/profiles/mine.yaml": "extends: restricted\ntools: { allowed: [Bash] }\n",
		});
		const { code, out } = await callWrit(["check", ...home()], { directory: project });
		expect(code).toBe(2);
		expect(out).toContain("a project cannot redefine the profile 'standard'");
		expect(out).toContain(".writ/profiles/mine.yaml");
	});

	it("[cli-check] says what to do when there is nothing to check", async () => {
		const folder = scratch();
		expect(await callWrit(["check", "--home", folder], { directory: folder })).toMatchObject({
			code: 0,
			out: expect.stringContaining(`Put profiles into ${folder}/profiles`),
		});
	});

	it("[cli-colour] control characters of a definition never reach the terminal", async () => {
		const folder = scratch({ "profiles/a.yaml": '"\\e[2Jkey": 1\n' });
		const { out } = await callWrit(["check", "--home", folder], { directory: scratch() });
		expect(out).toContain("key");
		expect(out).not.toContain("\u001b");
	});
});

describe("writ compose", () => {
	it("[cli-profile] lists what can be named here with its origin, and shows one as compose does", async () => {
		const own = scratch({ "profiles/mine.yaml": "extends: read-only\ndescription: My own\n" });
		const listed = await callWrit(["profile", "list", "--home", own]);
		expect(listed.out).toMatch(/^NAME +FROM +ALSO +FOR\n/);
		expect(listed.out).toMatch(/mine +user +My own\n/);
		expect(listed.out).toMatch(/read-only +built-in +READ_ONLY /);
		const { profiles } = JSON.parse((await callWrit(["profile", "list", "--json", "--home", own])).out);
		expect(profiles).toContainEqual(expect.objectContaining({ name: "write", layer: "built-in", aliases: ["WRITE"] }));
		expect((await callWrit(["profile", "list", "--fragments", "--home", own])).out).toContain("commands/git_read");
		const shown = await callWrit(["profile", "show", "mine", "--home", own]);
		expect(shown.out).toBe((await callWrit(["compose", "mine", "--home", own])).out);
		expect((await callWrit(["profile", "show", "nothing", "--home", own])).code).toBe(2);
	});

	it("[cli-compose] shows each line with the file and line it came from", async () => {
		const { out, code } = await callWrit(["compose", "read-only", ...home()]);
		expect(code).toBe(0);
		expect(out).toMatch(/^ {4}- Bash\(git status:\*\) +# definitions\/fragments\/commands\/git_read\.yaml:\d+$/m);
		expect(out).toMatch(/^ {4}- Read +# definitions\/profiles\/read-only\.yaml:\d+$/m);
	});

	it("[cli-compose] takes a file and an agent definition", async () => {
		const folder = scratch({ "mine.yaml": "extends: restricted\nresources:\n  max_turns: 3\n" });
		expect((await callWrit(["compose", "./mine.yaml", ...home()], { directory: folder })).out).toMatch(
			/^ {2}max_turns: 3 +# \.\/mine\.yaml:3$/m,
		);
		expect((await callWrit(["compose", "code-reviewer", ...home()])).code).toBe(0);
	});
});

describe("writ explain", () => {
	it("[cli-explain] says why, which rule decided where, and the nearest rule that would allow it", async () => {
		const { out } = await callWrit(["explain", "read-only", "command", "git status && rm build", ...home()], { directory: scratch() });
		expect(out).toMatch(/^✗ deny {2}No rule allows 'rm build' {2}command-not-allowed$/m);
		expect(out).toMatch(/✓ git status {2}Bash\(git status:\*\) definitions\/fragments\/commands\/git_read\.yaml:\d+/);
		expect(out).toContain("It would be allowed by");
		expect(out).toContain("Bash(rm build)");
	});

	it("[cli-explain] knows the family that it is told", async () => {
		const send = (...words: string[]) => callWrit(["explain", "sandboxed", "target", "nexus_send", "boss", ...words, ...home()]);
		expect((await send("--parent", "boss")).code).toBe(0);
		expect((await send()).out).toContain("Tool 'nexus_send' can only target parent agent ('none')");
	});
});

describe("writ test", () => {
	const TESTS =
		"profile: read-only\ntests:\n  - { name: looks, command: git status, expect: allow }\n  - { name: pushes, command: git push, expect: EFFECT }\n";

	it("[cli-test] runs the tests beside definitions and ends with 1 when one fails", async () => {
		const folder = scratch({ "profiles/a.test.yaml": TESTS.replace("EFFECT", "deny") });
		expect(await callWrit(["test", "--home", folder], { directory: scratch() })).toMatchObject({
			code: 0,
			out: expect.stringContaining("2 passed, 0 failed"),
		});
		writeFileSync(join(folder, "profiles/a.test.yaml"), TESTS.replace("EFFECT", "allow"));
		const { code, out } = await callWrit(["test", "--home", folder], { directory: scratch() });
		expect(code).toBe(1);
		expect(out).toContain("✗ pushes line 4\n        expected allow, got deny");
		expect(out).toContain("1 passed, 1 failed");
	});

	it("[cli-test] a file that is not a test file, and no file at all, end with 2", async () => {
		const folder = scratch({ "a.test.yaml": "tests: []\n" });
		expect((await callWrit(["test", "a.test.yaml", ...home()], { directory: folder })).code).toBe(2);
		expect(await callWrit(["test", ...home()], { directory: scratch() })).toMatchObject({
			code: 2,
			complaints: expect.stringContaining("there are no tests"),
		});
		expect((await callWrit(["test", "none.test.yaml", ...home()], { directory: folder })).code).toBe(2);
	});

	it("[cli-test] the shipped definitions pass their own tests", async () => {
		const { code, out } = await callWrit(["test", "definitions", "--json", ...home()], { directory: join(import.meta.dirname, "../..") });
		expect(JSON.parse(out)).toMatchObject({ ok: true, failed: 0 });
		expect(code).toBe(0);
	});
});

describe("writ diff", () => {
	it("[cli-diff] says what the second newly allows and forbids, each with an example, and ends with 1 when it widens", async () => {
		const { code, out } = await callWrit(["diff", "restricted", "standard", ...home()], { directory: scratch() });
		expect(code).toBe(1);
		expect(out).toContain("standard newly allows");
		expect(out).toMatch(/deny → allow/);
		const narrower = await callWrit(["diff", "standard", "restricted", ...home()], { directory: scratch() });
		expect(narrower.out).toContain("restricted newly forbids");
		expect(narrower.out).toMatch(/allow → deny/);
	});

	it("[cli-diff] finds nothing between a profile and itself", async () => {
		expect(await callWrit(["diff", "standard", "standard", ...home()])).toMatchObject({ code: 0, out: "Both grant the same.\n" });
	});

	it("[cli-diff] compares files, and reports the problems of both", async () => {
		const folder = scratch({
			"old.yaml": "extends: restricted\n",
			"new.yaml": "extends: restricted\nresources: { max_turns: 5 }\n",
			"bad.yaml": "x: 1\n",
		});
		const { code, out } = await callWrit(["diff", "./old.yaml", "./new.yaml", "--json", ...home()], { directory: folder });
		expect(code).toBe(0);
		expect(JSON.parse(out)).toMatchObject({ allows: [] });
		expect(await callWrit(["diff", "./bad.yaml", "nothing", ...home()], { directory: folder })).toMatchObject({
			code: 2,
			complaints: expect.stringContaining("2 errors"),
		});
	});
});

describe("writ completion", () => {
	it.each(["bash", "zsh", "fish"])("[cli-completion] makes a script for %s that knows every command and option", async (shell) => {
		const { out, code } = await callWrit(["completion", shell]);
		expect(code).toBe(0);
		for (const word of ["decide", "explain", "check", "compose", "diff", "serve", "json", "workspace", "port"]) expect(out).toContain(word);
	});

	it("[cli-completion] offers only plain names", async () => {
		const project = scratch({ ".writ/profiles/plain.yaml": "extends: restricted\n" });
		mkdirSync(join(project, ".writ/profiles/$(id)"), { recursive: true });
		writeFileSync(join(project, ".writ/profiles/$(id)/x.yaml"), "extends: restricted\n");
		const names = (await callWrit(["completion", "names", ...home()], { directory: project })).out.trim().split("\n");
		expect(names).toContain("plain");
		expect(names).toContain("nexus/trusted");
		expect(names.filter((name) => name.includes("$"))).toEqual([]);
		const profiles = (await callWrit(["completion", "profiles", ...home()], { directory: project })).out.trim().split("\n");
		expect(profiles).toContain("plain");
		expect(profiles.filter((name) => name.includes("$"))).toEqual([]);
	});

	it("[cli-completion] prints each name once, and for --profile no agent definition", async () => {
		const folder = scratch({
			"profiles/both.yaml": "extends: restricted\n",
			"agents/both.md": "---\nname: both\ndescription: Both.\n---\nWork.\n",
			"agents/only-agent.md": "---\nname: only-agent\ndescription: One.\n---\nWork.\n",
		});
		const list = async (word: string): Promise<string[]> =>
			JSON.parse((await callWrit(["completion", word, "--json", "--home", folder])).out)[word];
		const [names, profiles] = [await list("names"), await list("profiles")];
		for (const listed of [names, profiles]) {
			expect(listed).toEqual([...new Set(listed)].toSorted());
			for (const name of ["both", "standard", "READ_ONLY"]) expect(listed).toContain(name);
		}
		expect(names).toContain("only-agent");
		expect(profiles).not.toContain("only-agent");
		for (const name of profiles) expect((await callWrit(["compose", "--profile", name, "--home", folder])).code, name).toBe(0);
	});

	it("[cli-completion] offers in zsh the choices of an option, and profiles for --profile", async () => {
		const { out } = await callWrit(["completion", "zsh"]);
		expect(out).toContain("'--mode[its sandbox]:value:(isolated nested shared)'");
		expect(out).toMatch(/'--status\[.*?\]:value:\(pending approved denied expired all\)'/);
		expect(out).toMatch(/'--profile\[.*?\]:profile:_writ_profiles' '--preset\[.*?\]:profile:_writ_profiles'/);
		expect(out).not.toMatch(/'--profile\[[^']*\]:value:'/);
		expect(out).toContain("'1:word:(bash zsh fish names profiles)'");
	});

	it("[cli-completion] offers in fish the choices of an option, and profiles for --profile", async () => {
		const lines = (await callWrit(["completion", "fish"])).out.split("\n");
		const ends = (option: string) =>
			new Set(lines.filter((line) => line.includes(` -l ${option} `)).map((line) => line.replace(/.* -x/, "-x")));
		expect(ends("mode")).toEqual(new Set(["-x -a 'isolated nested shared'"]));
		expect(ends("format")).toEqual(new Set(["-x -a 'jsonl csv ocsf'"]));
		for (const option of ["profile", "preset"]) expect(ends(option)).toEqual(new Set(["-x -a '(writ completion profiles 2>/dev/null)'"]));
		expect(lines.some((line) => line.includes("__fish_seen_subcommand_from help;") && line.includes(" -a explain "))).toBe(true);
	});
});
