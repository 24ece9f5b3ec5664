import { linkSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { sealProfile } from "../../engine/index.ts";
import { lookAt, type PlanFacts, planSandbox, type SandboxPlan, surveyTrees } from "../index.ts";

let folder = "";
let project = "";
beforeEach(() => {
	folder = realpathSync(mkdtempSync(join(tmpdir(), "writ-survey-")));
	project = join(folder, "project");
	mkdirSync(project);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const file = (...names: readonly string[]): void => {
	for (const name of names) {
		mkdirSync(join(project, name, ".."), { recursive: true });
		writeFileSync(join(project, name), "");
	}
};

/** A plan as it is really made: planned, surveyed, planned again. */
async function plan(filesystem: object, root = project, managed = false): Promise<SandboxPlan> {
	const sealed = sealProfile({ filesystem, sandbox: { unix_sockets: true } }, { agent: "ann", root });
	if (!sealed.ok) throw new Error(JSON.stringify(sealed.problems));
	const facts: PlanFacts = { level: "L3", home: join(folder, ".writ"), managed, look: lookAt };
	const first = planSandbox(sealed.writ, facts);
	if (!first.ok) throw new Error(JSON.stringify(first.problems));
	const second = planSandbox(sealed.writ, { ...facts, found: await surveyTrees(first.plan.mounts, sealed.writ, facts.home) });
	if (!second.ok) throw new Error(JSON.stringify(second.problems));
	return second.plan;
}
const hidden = ({ masks }: SandboxPlan) => masks.filter(({ exists }) => exists).map(({ target }) => target.slice(project.length + 1));
const readOnly = (made: SandboxPlan) => made.readOnly.map(({ target }) => target.slice(project.length + 1)).toSorted();

describe("surveyTrees", () => {
	it("[sandbox-7-blocked] secrets are found at any depth and masked, even where they can only be read", async () => {
		file(".env", ".env.example", "deep/down/server.pem", "home/.aws/credentials", "src/main.ts");
		expect(hidden(await plan({ read_paths: ["./workspace"] })).toSorted()).toEqual([".env", "deep/down/server.pem", "home/.aws"]);
	});

	it("what the writ itself protects by a pattern is read-only where it could be written", async () => {
		file("config/a.yaml", "config/b.txt", "node_modules/some/.vscode/settings.json");
		const protected_paths = ["./workspace/config/*.yaml"];
		expect(readOnly(await plan({ write_paths: ["./workspace"], protected_paths }))).toEqual(["config/a.yaml"]);
		expect(readOnly(await plan({ read_paths: ["./workspace"], protected_paths }))).toEqual([]);
	});

	it("links are neither followed nor masked", async () => {
		mkdirSync(join(folder, "outside"));
		writeFileSync(join(folder, "outside/.env"), "");
		symlinkSync(join(folder, "outside"), join(project, "link"));
		symlinkSync("/etc/passwd", join(project, ".env"));
		expect(hidden(await plan({ read_paths: ["./workspace"] }))).toEqual([]);
	});

	it("[sandbox-7-hard-links] the top-most directory that holds a file with a name outside is read-only, or the file at the root", async () => {
		file("tree/deep/inner", "one", "two", "alone");
		linkSync(join(project, "tree/deep/inner"), join(folder, "outside"));
		linkSync(join(project, "one"), join(folder, "other"));
		rmSync(join(project, "two"));
		linkSync(join(project, "alone"), join(project, "two"));
		expect(readOnly(await plan({ write_paths: ["./workspace"] }))).toEqual(["one", "tree"]);
	});

	it("[sandbox-5-sockets] a socket is masked", async () => {
		const server = createServer().listen(join(project, "agent.sock"));
		await new Promise((done) => server.once("listening", done));
		expect(hidden(await plan({ read_paths: ["./workspace"] }))).toEqual(["agent.sock"]);
		await new Promise((done) => server.close(done));
	});

	it("in writ's own storage the way there does not count, what is below does", async () => {
		const root = join(folder, ".writ/sandboxes/agents/1/workspace");
		mkdirSync(join(root, "sub/.writ"), { recursive: true });
		writeFileSync(join(root, "plain"), "");
		const made = await plan({ write_paths: ["./workspace"], blocked_paths: ["**/.writ"] }, root, true);
		expect(made.workspace.writable).toBe(true);
		expect(made.masks.filter(({ exists }) => exists).map(({ target }) => target)).toEqual(["/sandbox/workspace/sub/.writ"]);
	});
});

describe("lookAt", () => {
	it("tells files, directories, links on the way, and what is neither", () => {
		file("a/b");
		symlinkSync(join(project, "a"), join(project, "link"));
		expect(lookAt(join(project, "a"))).toEqual({ kind: "directory", viaLink: false });
		expect(lookAt(join(project, "a/b"))).toEqual({ kind: "file", viaLink: false });
		expect(lookAt(join(project, "link/b"))).toEqual({
			kind: "file",
			viaLink: true,
			via: { real: join(project, "a/b"), links: [join(project, "link")] },
		});
		expect(lookAt(join(project, "none"))).toEqual({ kind: "missing", viaLink: false });
		expect(lookAt("/dev/null")).toEqual({ kind: "other", viaLink: false });
	});
});
