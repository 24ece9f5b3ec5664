import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { callWrit } from "./call-writ.ts";
import { scratch } from "./scratch.ts";

const home = () => ["--home", scratch()];
const FILES = {
	"mine.yaml": "extends: read-only\n",
	".writ/agents/md.md": "---\nname: md\nprofile: read-only\ntools: Read, Grep\n---\nYou read.\n",
	".writ/agents/bare.md": "---\nname: bare\ntools: Read\n---\nYou read.\n",
};
const LS = '{"request":{"kind":"command","command":"git status"}}\n';

describe("a file as the subject", () => {
	it.each([
		["a profile, as a word", ["explain", "./mine.yaml", "command", "git status"], 0],
		["a profile, by its option", ["explain", "--profile", "./mine.yaml", "command", "git status"], 0],
		["an agent, as a word", ["explain", "./.writ/agents/md.md", "read", "x"], 0],
		["an agent, by its option", ["explain", "--agent", ".writ/agents/md.md", "read", "x"], 0],
		["an agent whose list is narrower than its profile", ["explain", "--agent", ".writ/agents/md.md", "command", "git status"], 1],
		["an agent and a profile besides", ["explain", "--agent", ".writ/agents/bare.md", "--profile", "./mine.yaml", "read", "x"], 0],
		["an agent of the project by its name, and a profile besides", ["explain", "--agent", "md", "--profile", "standard", "read", "x"], 0],
		["a profile to compose", ["compose", "--profile", "./mine.yaml"], 0],
		["an agent to compose", ["compose", "--agent", "./.writ/agents/md.md"], 0],
		["two files to compare", ["diff", "./mine.yaml", "./.writ/agents/md.md"], 0],
		["an agent to compare with", ["diff", "./mine.yaml", "--agent", "./.writ/agents/md.md"], 0],
	])("[cli-file-subject] may be %s", async (_what, words, code) => {
		expect(await callWrit([...words, ...home()], { directory: scratch(FILES) })).toMatchObject({ code, complaints: "" });
	});

	it("[cli-file-subject] decide takes a file in a line, and for the lines that name no profile", async () => {
		const directory = scratch(FILES);
		const line = (profile: string) => `${JSON.stringify({ profile, ...JSON.parse(LS) })}\n`;
		const decide = async (input: string, ...words: string[]) =>
			JSON.parse((await callWrit(["decide", ...words, ...home()], { input, directory })).out);
		expect(await decide(line("./mine.yaml"))).toMatchObject({ effect: "allow" });
		expect(await decide(line("./.writ/agents/md.md"))).toMatchObject({ effect: "deny", code: "tool-not-allowed" });
		expect(await decide(LS, "--profile", "./mine.yaml")).toMatchObject({ effect: "allow" });
		expect(await decide(LS, "--agent", "./.writ/agents/md.md")).toMatchObject({ effect: "deny", code: "tool-not-allowed" });
		expect(await decide(line("restricted"), "--profile", "./mine.yaml")).toMatchObject({ effect: "deny" });
		expect(await decide(LS)).toMatchObject({ effect: "deny", code: "invalid-request" });
		expect(await decide(line("./none.yaml"))).toMatchObject({
			effect: "deny",
			code: "invalid-definition",
			message: "there is no file ./none.yaml",
		});
	});

	it.each([
		["explain", ["explain", "./mien.yaml", "command", "ls"]],
		["explain --profile", ["explain", "--profile", "./mien.yaml", "command", "ls"]],
		["compose", ["compose", "./mien.yaml"]],
		["diff", ["diff", "standard", "./mien.yaml"]],
	])("[cli-file-subject] %s says in words that a file is not there, where it looked, and what is near", async (_what, words) => {
		const directory = scratch(FILES);
		const { code, complaints } = await callWrit([...words, ...home()], { directory });
		expect(code).toBe(2);
		expect(complaints).toContain("there is no file ./mien.yaml");
		expect(complaints).toContain(`it was looked for at ${join(directory, "mien.yaml")}; did you mean mine.yaml?`);
		expect(complaints).not.toMatch(/\bE[A-Z]{4,}\b/);
	});

	it("[cli-file-subject] a folder, a wrong kind and two names for one thing are said in words, and a link is followed", async () => {
		const directory = scratch(FILES);
		mkdirSync(join(directory, "folder.yaml"));
		symlinkSync(join(scratch({ "real.yaml": "extends: read-only\n" }), "real.yaml"), join(directory, "link.yaml"));
		const call = (...words: string[]) => callWrit([...words, ...home()], { directory });
		expect((await call("compose", "./folder.yaml")).complaints).toMatch(/folder\.yaml.*not a/);
		expect((await call("compose", "--profile", ".writ/agents/md.md")).complaints).toContain("write --agent .writ/agents/md.md");
		expect((await call("compose", "standard", "--profile", "./mine.yaml")).complaints).toContain("keep one of the two");
		expect((await call("compose", "./link.yaml")).code).toBe(0);
		expect((await call("compose")).code).toBe(2);
		expect((await call("diff", "standard")).code).toBe(2);
	});

	it("[cli-compose] shows what bounds the profile besides", async () => {
		const directory = scratch(FILES);
		const { out } = await callWrit(
			["compose", "./.writ/agents/md.md", "--home", scratch({ "ceiling.yaml": "resources: { max_turns: 5 }\n" })],
			{ directory },
		);
		expect(out).toMatch(/# Only what is in these lists, too:\n# {3}tools:\n# {5}allowed:\n# {7}- Read\n# {7}- Grep\n/);
		expect(out).toMatch(/# Only what the ceiling leaves:\n# {3}resources:\n# {5}max_turns: 5 +# \S+ceiling\.yaml:1\n/);
	});
});
