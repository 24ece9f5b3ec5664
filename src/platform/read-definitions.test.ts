import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { configurationHome } from "./folders.ts";
import { readDefinitions } from "./read-definitions.ts";

let top = "";
beforeEach(() => {
	top = realpathSync(mkdtempSync(join(tmpdir(), "writ-definitions-")));
});
afterEach(() => rmSync(top, { recursive: true, force: true }));

function write(path: string, text = "name: x\n"): void {
	mkdirSync(dirname(join(top, path)), { recursive: true });
	writeFileSync(join(top, path), text);
}

describe("readDefinitions", () => {
	it("[definitions-by-file] names each definition by its place below the folder of its kind", () => {
		for (const path of [
			"profiles/strict.yaml",
			"profiles/nexus/own.yml",
			"fragments/tools/more.yaml",
			"agents/reviewer.md",
			"ceiling.yaml",
		])
			write(path);
		for (const path of ["profiles/strict.test.yaml", "profiles/notes.txt", "profiles/.hidden.yaml", "other/x.yaml"]) write(path);
		const { files, problems } = readDefinitions(top, "user");
		expect(files.map(({ kind, name }) => `${kind} ${name}`)).toEqual([
			"profile nexus/own",
			"profile strict",
			"fragment tools/more",
			"agent reviewer",
			"ceiling ceiling",
		]);
		expect(files[0]).toMatchObject({ layer: "user", path: join(top, "profiles/nexus/own.yml"), bytes: Buffer.from("name: x\n") });
		expect(problems).toEqual([]);
	});

	it("[definitions-by-file] a project brings no ceiling, and a folder that is not there holds nothing", () => {
		write("ceiling.yaml");
		expect(readDefinitions(top, "project")).toEqual({ files: [], problems: [] });
		expect(readDefinitions(join(top, "none"), "user")).toEqual({ files: [], problems: [] });
	});

	it("[definitions-folder-bad] a link out of the folder is a problem and is not read; one inside it is", () => {
		write("outside/secret.yaml");
		write("layer/profiles/good.yaml");
		symlinkSync("../../outside/secret.yaml", join(top, "layer/profiles/stolen.yaml"));
		symlinkSync("../../outside", join(top, "layer/profiles/folder"));
		symlinkSync("good.yaml", join(top, "layer/profiles/same.yaml"));
		const { files, problems } = readDefinitions(join(top, "layer"), "project");
		expect(files.map(({ name }) => name)).toEqual(["good", "same"]);
		expect(problems.map(({ code, source }) => `${code} ${source?.file}`)).toEqual([
			`link-outside ${join(top, "layer/profiles/folder")}`,
			`link-outside ${join(top, "layer/profiles/stolen.yaml")}`,
		]);
	});

	it("[definitions-folder-bad] a file that is too large, a pipe, a loop of links and a dangling link are problems", () => {
		write("profiles/good.yaml");
		write("profiles/large.yaml", "#".repeat(1024 * 1024 + 1));
		execFileSync("mkfifo", [join(top, "profiles/pipe.yaml")]);
		symlinkSync("nowhere.yaml", join(top, "profiles/dangling.yaml"));
		symlinkSync("round.yaml", join(top, "profiles/round.yaml"));
		const { files, problems } = readDefinitions(top, "user");
		expect(files.map(({ name }) => name)).toEqual(["good"]);
		expect(problems.map(({ code, source }) => `${code} ${source?.file?.slice(top.length)}`)).toEqual([
			"not-readable /profiles/dangling.yaml",
			"too-large /profiles/large.yaml",
			"not-a-file /profiles/pipe.yaml",
			"not-readable /profiles/round.yaml",
		]);
	});

	it("[definitions-folder-bad] a ceiling that is there and cannot be read is a problem of the ceiling, never absent", () => {
		symlinkSync("nowhere.yaml", join(top, "ceiling.yaml"));
		expect(readDefinitions(top, "user").problems).toMatchObject([
			{ code: "not-readable", source: { layer: "ceiling", file: join(top, "ceiling.yaml") } },
		]);
	});

	it("[definitions-folder-bad] folders that nest too deep, also in a circle, end the search", () => {
		write("profiles/a/good.yaml");
		symlinkSync(".", join(top, "profiles/a/again"));
		const { files, problems } = readDefinitions(top, "user");
		expect(files.length).toBeLessThan(20);
		expect(problems.some(({ code }) => code === "too-deep")).toBe(true);
	});
});

describe("configurationHome", () => {
	it("[home-place] is the folder given, else $WRIT_HOME, else ~/.writ", () => {
		expect(configurationHome("/a", { WRIT_HOME: "/b" })).toBe("/a");
		expect(configurationHome(undefined, { WRIT_HOME: "/b" })).toBe("/b");
		expect(configurationHome(undefined, {})).toBe(join(homedir(), ".writ"));
		expect(configurationHome(undefined, { WRIT_HOME: "" })).toBe(join(homedir(), ".writ"));
	});
});
