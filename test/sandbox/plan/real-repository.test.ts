import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, it } from "vitest";
import { shippedCatalog } from "../../../src/definitions/index.ts";
import { sealProfile } from "../../../src/engine/index.ts";
import { runSandboxed } from "../../../src/sandbox/bubblewrap/run-sandboxed.ts";
import { lookAt, type PlanFacts, planSandbox, type SandboxPlan, surveyTrees } from "../../../src/sandbox/index.ts";

const NOBODY = { uid: 65_534, gid: 65_534 };
let folder = "";
let project = "";
let plan: SandboxPlan;

/** A repository with a secret and a hook, planned as `writ run` plans it. */
beforeAll(async () => {
	folder = realpathSync(mkdtempSync(join(tmpdir(), "writ-plan-")));
	project = join(folder, "project");
	mkdirSync(project);
	execFileSync("git", ["init", "-q", project]);
	mkdirSync(join(project, ".claude"));
	writeFileSync(join(project, ".env"), "TOKEN=hidden\n");
	writeFileSync(join(project, ".git/info/exclude"), ".env\n");
	if (process.getuid?.() === 0) execFileSync("chown", ["-R", `${NOBODY.uid}:${NOBODY.gid}`, project]);
	const sealed = sealProfile("interactive", { agent: "ann", root: project, catalog: shippedCatalog });
	if (!sealed.ok) throw new Error(JSON.stringify(sealed.problems));
	const facts: PlanFacts = { level: "L3", home: join(folder, ".writ"), managed: false, look: lookAt };
	const first = planSandbox(sealed.writ, facts);
	if (!first.ok) throw new Error(JSON.stringify(first.problems));
	const second = planSandbox(sealed.writ, { ...facts, found: await surveyTrees(first.plan.mounts, sealed.writ, facts.home) });
	if (!second.ok) throw new Error(JSON.stringify(second.problems));
	plan = second.plan;
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it("[sandbox-7-missing] masks do not show in git status, and git works", async () => {
	const output = await inside(
		"echo new > file; git status --short; git add file; git -c user.name=a -c user.email=b commit -qm one; git log --format=%s",
	);
	expect(output.split("\n")).toEqual(["?? file", "one", ""]);
});

it("[sandbox-7-existing] hooks, settings and secrets stay as they are, and .git stays where it is", async () => {
	const attempts = [
		"echo x > .git/hooks/pre-commit",
		"mv .git away",
		"echo x > .claude/settings.json",
		"echo x > .mcp.json",
		"mkdir .writ/x",
		"cat .env",
	];
	const output = await inside(attempts.map((attempt) => `(${attempt}) 2>/dev/null && echo "done: ${attempt}"`).join("; "));
	expect(output).toBe("");
});

async function inside(script: string): Promise<string> {
	let output: Promise<string> | undefined;
	const outcome = await runSandboxed(plan, ["/bin/sh", "-c", script], {
		environment: {},
		stdio: ["ignore", "pipe", "inherit"],
		onStart: ({ stdout }) => {
			if (stdout !== null) output = text(stdout);
		},
	});
	expect(outcome).toMatchObject({ ok: true });
	return (await output) ?? "";
}
