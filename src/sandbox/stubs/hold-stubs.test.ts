import { execFileSync, spawn } from "node:child_process";
import {
	existsSync,
	lstatSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	realpathSync,
	renameSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { sealProfile } from "../../engine/index.ts";
import {
	type HeldStubs,
	holdStubs,
	lookPastStubs,
	planSandbox,
	type SandboxPlan,
	sweepStubs,
	takeUnscanned,
	unscannedTrees,
} from "../index.ts";

let folder = "";
let home = "";
let project = "";
beforeEach(() => {
	folder = realpathSync(mkdtempSync(join(tmpdir(), "writ-stubs-")));
	home = join(folder, ".writ");
	project = join(folder, "project");
	mkdirSync(project);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function plan(): SandboxPlan {
	const sealed = sealProfile({ filesystem: { write_paths: ["./workspace"] } }, { agent: "ann", root: project });
	if (!sealed.ok) throw new Error(JSON.stringify(sealed.problems));
	const made = planSandbox(sealed.writ, { level: "L3", home, managed: false, look: lookPastStubs(home) });
	if (!made.ok) throw new Error(JSON.stringify(made.problems));
	return made.plan;
}
function hold(made = plan()): HeldStubs {
	const held = holdStubs(home, made);
	if (!held.ok) throw new Error(held.message);
	return held;
}
const masked = ({ masks, readOnly }: SandboxPlan, name: string): boolean =>
	[...masks, ...readOnly].some(({ source }) => source === join(project, name));
const covered = ({ readOnly }: SandboxPlan, name: string): boolean => readOnly.some(({ source }) => source === join(project, name));
const coverOf = ({ readOnly }: SandboxPlan, name: string) => readOnly.find(({ source }) => source === join(project, name));
const registered = (): readonly string[] =>
	readdirSync(join(home, "stubs")).filter((name) => name !== "lock" && !name.endsWith(".unscanned"));

describe("stubs", () => {
	it("[sandbox-7-stubs] are made for what is missing, and removed with the one that leaves", () => {
		const held = hold();
		expect(readdirSync(project)).toContain(".mcp.json");
		expect(masked(held.plan, ".mcp.json")).toBe(true);
		held.release();
		held.release();
		expect(readdirSync(project)).toEqual([]);
		expect(registered()).toEqual([]);
	});

	it("[protected-git] are sockets that nobody listens at, which git passes by, and directories only among git's own", () => {
		mkdirSync(join(project, ".git"));
		const held = hold();
		expect(lstatSync(join(project, ".mcp.json")).isSocket()).toBe(true);
		expect(lstatSync(join(project, ".claude")).isSocket()).toBe(true);
		expect(lstatSync(join(project, ".git/hooks")).isDirectory()).toBe(true);
		expect(readdirSync(project).filter((name) => name.startsWith(".writ-stub"))).toEqual([]);
		held.release();
		expect([readdirSync(project), readdirSync(join(project, ".git"))]).toEqual([[".git"], []]);
	});

	it("[sandbox-7-stubs-counted] stay until the last one leaves, whoever made them", () => {
		const first = hold();
		const second = hold();
		expect(masked(second.plan, ".mcp.json")).toBe(true);
		first.release();
		expect(existsSync(join(project, ".mcp.json"))).toBe(true);
		second.release();
		expect(readdirSync(project)).toEqual([]);
	});

	it("[sandbox-7-stubs-counted] one that was planned before another run made the stubs counts too", () => {
		const early = plan();
		const first = hold();
		const second = hold(early);
		first.release();
		expect(existsSync(join(project, ".mcp.json"))).toBe(true);
		second.release();
		expect(readdirSync(project)).toEqual([]);
	});

	it("[sandbox-7-stubs-empty] are left when somebody put something there", () => {
		const held = hold();
		rmSync(join(project, ".vscode"));
		mkdirSync(join(project, ".vscode"));
		writeFileSync(join(project, ".mcp.json.new"), "{}");
		renameSync(join(project, ".mcp.json.new"), join(project, ".mcp.json"));
		held.release();
		expect(readdirSync(project)).toEqual([".mcp.json", ".vscode"]);
	});

	it("an empty directory of a person is not a stub: it is covered, and stays", () => {
		mkdirSync(join(project, ".vscode"));
		const held = hold();
		expect(coverOf(held.plan, ".vscode")).toMatchObject({ file: false });
		held.release();
		expect(readdirSync(project)).toEqual([".vscode"]);
	});

	it("what appears between the plan and the start is covered instead, and stays", () => {
		const early = plan();
		writeFileSync(join(project, ".mcp.json"), "{}");
		mkdirSync(join(project, ".idea"));
		const held = hold(early);
		expect([coverOf(held.plan, ".mcp.json"), coverOf(held.plan, ".idea")]).toMatchObject([{ file: true }, { file: false }]);
		held.release();
		expect(readdirSync(project)).toEqual([".idea", ".mcp.json"]);
	});

	it("a missing .git/config is an empty file that cannot be written, because git stops at a directory", () => {
		mkdirSync(join(project, ".git"));
		const held = hold();
		expect(covered(held.plan, ".git/config")).toBe(true);
		expect(readFileSync(join(project, ".git/config"), "utf8")).toBe("");
		held.release();
		expect(readdirSync(join(project, ".git"))).toEqual([]);
	});

	it("[sandbox-7-stubs-swept] those of a run that was killed go with the next sweep, but not from under a living one", () => {
		const living = hold();
		crash();
		expect(registered()).toHaveLength(2);
		expect(sweepStubs(home)).toEqual([]);
		expect(registered()).toHaveLength(1);
		expect(unscannedTrees(home)).toEqual([project]);
		expect(existsSync(join(project, ".mcp.json"))).toBe(true);
		living.release();
		crash();
		expect(existsSync(join(project, ".mcp.json"))).toBe(true);
		expect(sweepStubs(home)).toContain(join(project, ".mcp.json"));
		expect(readdirSync(project)).toEqual([]);
	});

	it("[sandbox-7-stubs-swept] those of a run that was killed also go with the next run", () => {
		crash();
		const held = hold();
		expect(masked(held.plan, ".mcp.json")).toBe(true);
		held.release();
		expect(readdirSync(project)).toEqual([]);
		expect(registered()).toEqual([]);
		// What the killed one left is not known, until somebody was told.
		expect(takeUnscanned(home, () => false)).toEqual([]);
		expect(takeUnscanned(home, (tree) => tree === project)).toEqual([project]);
		expect(readdirSync(join(home, "stubs"))).toEqual(["lock"]);
	});

	it("are not made through a link, and then nothing is left", () => {
		mkdirSync(join(project, ".git"));
		const early = plan();
		rmSync(join(project, ".git"), { recursive: true });
		mkdirSync(join(folder, "elsewhere"));
		symlinkSync(join(folder, "elsewhere"), join(project, ".git"));
		expect(holdStubs(home, early)).toMatchObject({ ok: false, code: "path-symlink" });
		expect(readdirSync(join(folder, "elsewhere"))).toEqual([]);
		expect(readdirSync(project)).toEqual([".git"]);
	});

	it("[sandbox-7-stubs-lock] ten processes that come and go at the same time leave nothing", async () => {
		const endings = Array.from({ length: 10 }, () => {
			const child = spawn(process.execPath, ["--input-type=module", "-e", script("held.release();")], {
				stdio: ["ignore", "ignore", "inherit"],
			});
			return new Promise<number | null>((settle) => child.once("exit", settle));
		});
		expect(await Promise.all(endings)).toEqual(Array.from({ length: 10 }, () => 0));
		expect(readdirSync(project)).toEqual([]);
		expect(registered()).toEqual([]);
	}, 20_000);
});

/** A process that holds the stubs of the plan and does something then. */
function script(then: string): string {
	return `const { holdStubs } = await import(${JSON.stringify(join(import.meta.dirname, "hold-stubs.ts"))});
const held = holdStubs(${JSON.stringify(home)}, ${JSON.stringify(plan())});
if (!held.ok) throw new Error(held.message);
${then}`;
}

function crash(): void {
	try {
		execFileSync(process.execPath, ["--input-type=module", "-e", script("process.kill(process.pid, 'SIGKILL')")], { stdio: "pipe" });
	} catch {}
}
