import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { callWrit } from "./call-writ.ts";
import { scratch } from "./scratch.ts";

const check = async (home: string, directory = scratch()) => {
	const { out } = await callWrit(["check", "--json", "--home", home], { directory });
	const { problems } = JSON.parse(out) as {
		problems: { severity: string; code: string; message: string; source?: { file: string; line: number; column: number } }[];
	};
	return problems.map(
		({ severity, code, source }) =>
			`${source?.file.replace(`${home}/`, "").replace(`${directory}/`, "")}:${source?.line}:${source?.column} ${severity} ${code}`,
	);
};

describe("writ check, in one run", () => {
	it("[cli-check-whole] an unknown key hides neither the rules beside it nor the names it builds on", async () => {
		const home = scratch({
			"profiles/a.yaml": 'extends: nothing\ntools:\n  alowed: [Read]\n  allowed: ["Bash((", 5, Raed]\nevents: { allowed: [foo:bar] }\n',
		});
		expect(await check(home)).toEqual([
			"profiles/a.yaml:1:10 error not-found",
			"profiles/a.yaml:3:3 error unknown-key",
			"profiles/a.yaml:4:13 error bad-rule",
			"profiles/a.yaml:4:23 error wrong-type",
			"profiles/a.yaml:4:26 warning unknown-tool",
			"profiles/a.yaml:5:21 error unknown-event",
		]);
	});

	it("[home-is-no-project] the person's own home directory is not a project", async () => {
		const directory = scratch({ ".writ/profiles/reviewer.yaml": "extends: read-only\n" });
		expect(await check(join(directory, ".writ"), directory)).toEqual([]);
	});

	it("[cli-check-whole] a broken file hides nothing of those that build on it, and is no reason to call them too wide", async () => {
		const home = scratch({ "profiles/base.yaml": "tolls: {}\n", "profiles/mine.yaml": "extends: base\nevents: { allowed: [foo:bar] }\n" });
		const project = scratch({ ".writ/profiles/ours.yaml": "extends: base\ntools: { allowed: [Read, Raed] }\n" });
		const found = await check(home, project);
		expect(found.toSorted()).toEqual(
			[
				".writ/profiles/ours.yaml:1:10 error not-found",
				".writ/profiles/ours.yaml:2:26 warning unknown-tool",
				"profiles/base.yaml:1:1 error unknown-key",
				"profiles/mine.yaml:1:10 error not-found",
				"profiles/mine.yaml:2:21 error unknown-event",
			].toSorted(),
		);
	});

	it("[cli-check-whole] fragments, ceilings, agents and refused names are worked out too", async () => {
		const home = scratch({
			"fragments/f.yaml": "include: [tools/none]\n",
			"ceiling.yaml": "extends: nothing\nlevl: standard\n",
			"agents/a.yaml": 'permissions:\n  profile: gone\n  overrides:\n    tools: { allowed_add: ["Bash(("] }\ntools: [Raed]\nx: 1\n',
		});
		const project = scratch({ ".writ/profiles/standard.yaml": "extends: restricted\nevents: { allowed: [foo:bar] }\n" });
		const found = await check(home, project);
		for (const line of [
			"fragments/f.yaml:1:11 error not-found",
			"ceiling.yaml:1:10 error not-found",
			"ceiling.yaml:2:1 error unknown-key",
			"agents/a.yaml:2:12 error not-found",
			"agents/a.yaml:4:28 error bad-rule",
			"agents/a.yaml:5:9 error unknown-tool",
			"agents/a.yaml:6:1 error unknown-key",
			".writ/profiles/standard.yaml:1:1 error redefinition",
			".writ/profiles/standard.yaml:2:21 error unknown-event",
		])
			expect(found).toContain(line);
		expect(new Set(found).size).toBe(found.length);
	});

	it("[cli-check] every warning has file, line and column", async () => {
		const home = scratch({
			"profiles/a.yaml":
				"extends: restricted\ntools:\n  permissions:\n    Nope: { enabled: true }\nnetwork: { allow: [a.example] }\nfilesystem: { blocked_paths: [./x] }\n",
		});
		const found = await check(home);
		expect(found).toContain("profiles/a.yaml:4:22 warning unknown-tool");
		for (const line of found) expect(line).toMatch(/^profiles\/a\.yaml:\d+:\d+ warning /);
	});

	it("[cli-check] an agent of the project that names a profile is a warning: whoever starts it chooses one besides", async () => {
		const project = scratch({ ".writ/agents/md.md": "---\nname: md\nprofile: read-only\ntools: Read\n---\nYou read.\n" });
		expect(await check(scratch(), project)).toEqual([".writ/agents/md.md:3:10 warning escalation"]);
	});

	it("[cli-check] a project cannot build on a profile that bounds nothing", async () => {
		const project = scratch({ ".writ/profiles/ci.yaml": "extends: nexus/yolo\n" });
		expect(await check(scratch(), project)).toEqual([".writ/profiles/ci.yaml:1:10 error escalation"]);
		const home = scratch({ "profiles/everything.yaml": "extends: nexus/yolo\n" });
		const consented = scratch({ ".writ/profiles/ci.yaml": "extends: everything\n" });
		expect(await check(home, consented)).toEqual([]);
	});

	it("[cli-check] a file that is not there is said in words", async () => {
		const folder = scratch({ "mine.yaml": "extends: restricted\n" });
		const { code, out } = await callWrit(["check", "mien.yaml", "--home", scratch()], { directory: folder });
		expect(code).toBe(2);
		expect(out).toContain("there is no file mien.yaml");
		expect(out).toContain(`it was looked for at ${join(folder, "mien.yaml")}; did you mean mine.yaml?`);
		expect(out).not.toContain("ENOENT");
	});
});
