import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findProgram } from "./plan.ts";

let folder = "";
beforeAll(() => {
	folder = realpathSync(mkdtempSync(join(tmpdir(), "writ-programs-")));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function program(path: string): string {
	const file = join(folder, path);
	mkdirSync(dirname(file), { recursive: true });
	writeFileSync(file, "#!/bin/sh\n");
	chmodSync(file, 0o755);
	return file;
}
const nowhere = () => false;

describe("findProgram", () => {
	it("[sandbox-4-program] a program of the system needs nothing, and is what its name says", () => {
		expect(findProgram("sh", "/usr/bin", nowhere)).toEqual({ word: "sh", programs: [] });
		expect(findProgram("/usr/bin/env", "", nowhere)).toEqual({ word: "/usr/bin/env", programs: [] });
		expect(findProgram("no-such-program", "/usr/bin", nowhere)).toEqual({ word: "no-such-program", programs: [] });
	});

	it("[sandbox-4-program] one outside of /usr needs exactly its package", () => {
		const tool = program("node_modules/@scope/tool/cli.js");
		symlinkSync(tool, join(folder, "tool-link"));
		expect(findProgram("tool-link", folder, nowhere)).toEqual({ word: tool, programs: [join(folder, "node_modules/@scope/tool")] });
		const node = program("opt/node-v24/bin/node");
		mkdirSync(join(folder, "opt/node-v24/lib"));
		expect(findProgram(node, "", nowhere)).toEqual({ word: node, programs: [join(folder, "opt/node-v24")] });
	});

	it("[sandbox-4-program] where no package can be told it is the file alone, never the folder that holds it", () => {
		const own = program("home/bin/own-tool");
		expect(findProgram(own, "", nowhere)).toEqual({ word: own, programs: [own] });
		const local = program("home/.local/bin/local-tool");
		mkdirSync(join(folder, "home/.local/lib"));
		expect(findProgram(local, "", nowhere)).toEqual({ word: local, programs: [local] });
	});

	it("one that the writ mounts anyway needs nothing more", () => {
		const mine = program("workspace/run.sh");
		expect(findProgram(mine, "", (path) => path.startsWith(join(folder, "workspace")))).toEqual({ word: mine, programs: [] });
		expect(findProgram("./run.sh", "", nowhere)).toEqual({ word: "./run.sh", programs: [] });
	});

	it("[sandbox-4-program-link] a link in what the writ mounts leads nowhere else, wherever on the way it lies", () => {
		const secret = program("home/secret/tool");
		const mounted = (path: string) => path.startsWith(join(folder, "agents"));
		mkdirSync(join(folder, "agents/bin"), { recursive: true });
		symlinkSync(secret, join(folder, "agents/bin/tool"));
		symlinkSync(dirname(secret), join(folder, "agents/led"));
		symlinkSync(join(folder, "agents"), join(folder, "usual"));
		for (const word of ["agents/bin/tool", "usual/bin/tool", "usual/led/tool"].map((path) => join(folder, path)))
			expect(findProgram(word, "", mounted)).toEqual({ word, programs: [] });
		expect(findProgram("tool", join(folder, "agents/bin"), mounted).programs).toEqual([]);
		expect(findProgram(join(folder, "agents/missing/../bin/tool"), "", mounted).programs).toEqual([]);
		expect(findProgram(secret, "", mounted).programs).toEqual([secret]);
	});

	it("what cannot be run is left to say so itself", () => {
		expect(findProgram("/etc/passwd", "", nowhere)).toEqual({ word: "/etc/passwd", programs: [] });
	});
});
