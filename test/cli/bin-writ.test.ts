import { spawnSync } from "node:child_process";
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

const SCRIPT = join(import.meta.dirname, "../../bin/writ");
/** Stands for Node: says what it was asked to run. */
const NODE = '#!/bin/sh\nif [ "$1" = --version ]; then echo "VERSION"; else echo "$@"; fi\n';

let top = "";
beforeEach(() => {
	top = realpathSync(mkdtempSync(join(tmpdir(), "writ-bin-")));
	file("package.json", "{}", 10);
	file("src/cli/main.ts", "", 10);
	file("src/engine/index.ts", "", 10);
	file("definitions/a.yaml", "", 10);
	file("dist/writ.mjs", "", 20);
	file("node_modules/node/bin/node", NODE, 10);
	mkdirSync(join(top, "bin"));
	copyFileSync(SCRIPT, join(top, "bin/writ"));
	for (const path of ["bin/writ", "node_modules/node/bin/node"]) chmodSync(join(top, path), 0o755);
	for (const path of ["src", "src/cli", "src/engine", "definitions"]) utimesSync(join(top, path), 10, 10);
});
afterEach(() => rmSync(top, { recursive: true, force: true }));

function file(path: string, text: string, time: number): void {
	mkdirSync(dirname(join(top, path)), { recursive: true });
	writeFileSync(join(top, path), text);
	utimesSync(join(top, path), time, time);
}

function run(script: string, { path = process.env.PATH ?? "", cwd = "/" } = {}) {
	const { stdout, stderr, status } = spawnSync(script, ["check", "a b"], { cwd, encoding: "utf8", env: { PATH: path } });
	return { ran: stdout.trim(), said: stderr.trim(), status };
}

/** A PATH with the usual programs, and this version of Node. */
function pathWithNode(version: string | undefined): string {
	const folder = join(top, "path");
	mkdirSync(folder);
	for (const program of ["readlink", "find", "head"])
		symlinkSync(spawnSync("which", [program], { encoding: "utf8" }).stdout.trim(), join(folder, program));
	if (version === undefined) return folder;
	writeFileSync(join(folder, "node"), NODE.replace("VERSION", version));
	chmodSync(join(folder, "node"), 0o755);
	return folder;
}

describe("bin/writ", () => {
	it("[bin-bundle] runs the bundle on the pinned Node, from any folder", () => {
		expect(run(join(top, "bin/writ"))).toEqual({ ran: `${top}/dist/writ.mjs check a b`, said: "", status: 0 });
		expect(run("./writ", { cwd: join(top, "bin") }).ran).toBe(`${top}/dist/writ.mjs check a b`);
	});

	it("[bin-link] works through links, relative and absolute, one after the other", () => {
		mkdirSync(join(top, "elsewhere"));
		symlinkSync("../bin/writ", join(top, "elsewhere/near"));
		symlinkSync(join(top, "elsewhere/near"), join(top, "elsewhere/far"));
		expect(run(join(top, "elsewhere/near")).ran).toBe(`${top}/dist/writ.mjs check a b`);
		expect(run("./far", { cwd: join(top, "elsewhere") }).ran).toBe(`${top}/dist/writ.mjs check a b`);
	});

	it.each(["src/engine/index.ts", "definitions/a.yaml", "package.json"])(
		"[bin-sources] runs the sources when %s is newer than the bundle",
		(path) => {
			utimesSync(join(top, path), 30, 30);
			expect(run(join(top, "bin/writ")).ran).toBe(`${top}/src/cli/main.ts check a b`);
		},
	);

	it("[bin-sources] runs the sources when there is no bundle or a file was removed, and the bundle when only a test is newer", () => {
		file("src/engine/index.test.ts", "", 30);
		utimesSync(join(top, "src/engine"), 10, 10);
		expect(run(join(top, "bin/writ")).ran).toBe(`${top}/dist/writ.mjs check a b`);
		rmSync(join(top, "src/engine/index.ts"));
		expect(run(join(top, "bin/writ")).ran).toBe(`${top}/src/cli/main.ts check a b`);
		rmSync(join(top, "dist"), { recursive: true });
		expect(run(join(top, "bin/writ")).ran).toBe(`${top}/src/cli/main.ts check a b`);
	});

	it("[bin-node] takes a Node of the machine from 22.18 on, and says what is wrong with an older one or none", () => {
		rmSync(join(top, "node_modules/node"), { recursive: true });
		for (const [version, isGood] of [
			["v22.18.0", true],
			["v24.1.0", true],
			["v22.17.1", false],
			["v20.20.2", false],
		] as const) {
			const { ran, said, status } = run(join(top, "bin/writ"), { path: pathWithNode(version) });
			rmSync(join(top, "path"), { recursive: true });
			expect({ ran, status }, version).toEqual(isGood ? { ran: `${top}/dist/writ.mjs check a b`, status: 0 } : { ran: "", status: 3 });
			if (!isGood) expect(said).toContain(`is ${version}, and writ needs 22.18 or newer`);
		}
		const none = run(join(top, "bin/writ"), { path: pathWithNode(undefined) });
		expect(none.status).toBe(3);
		expect(none.said).toContain("there is no Node");
	});

	it("[bin-node] says what to do when the packages are not installed", () => {
		rmSync(join(top, "node_modules"), { recursive: true });
		rmSync(join(top, "dist"), { recursive: true });
		const { said, status } = run(join(top, "bin/writ"), { path: pathWithNode("v24.0.0") });
		expect(status).toBe(3);
		expect(said).toContain("Run 'npm ci' in");
	});
});
