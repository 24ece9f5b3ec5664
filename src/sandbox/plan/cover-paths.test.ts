import { describe, expect, it } from "vitest";
import { facts, PROJECT, planFor, planOf, problemsFor, writFor } from "../../../test/sandbox/plan/example-plan.ts";
import { planSandbox } from "./plan-sandbox.ts";

const WRITABLE = { write_paths: ["./workspace"] };
const nothing = { blocked: [], protected: [], sockets: [], linked: [] };

describe("protected paths", () => {
	it("[sandbox-7-existing] those that exist are read-only, and .git is pinned with a bind of its own", () => {
		const plan = planFor(WRITABLE, [`${PROJECT}/.git/hooks`, `${PROJECT}/.git/config!`, `${PROJECT}/.mcp.json!`, `${PROJECT}/.claude`]);
		expect(plan.mounts.at(-1)).toEqual({ kind: "bind", source: `${PROJECT}/.git`, target: `${PROJECT}/.git`, writable: true });
		expect(plan.readOnly.map(({ target, file }) => [target.slice(PROJECT.length + 1), file])).toEqual([
			[".claude", false],
			[".git/config", true],
			[".git/hooks", false],
			[".mcp.json", true],
		]);
	});

	it("[sandbox-7-missing] [protected-names] those that do not exist are closed: the short list, and in a home the start files of shells too", () => {
		const masks = new Map(
			planFor(WRITABLE, [`${PROJECT}/.git/description!`]).masks.map((mask) => [mask.target.slice(PROJECT.length + 1), mask]),
		);
		const agents = [".claude", ".mcp.json", ".writ", ".codex", ".cursor", ".gemini", ".vscode", ".idea"];
		for (const name of [...agents, ".envrc", ".gitmodules"]) expect(masks.get(name)).toMatchObject({ file: true, exists: false });
		for (const name of [".git/hooks", ".git/config.worktree", ".git/info"])
			expect(masks.get(name)).toMatchObject({ file: false, exists: false });
		expect(masks.get(".git/config")).toMatchObject({ file: true, exists: false });
		expect(masks.size).toBe(agents.length + 2 + 4);
		const inHome = planFor(WRITABLE, [], { homes: [PROJECT] }).masks.map(({ target }) => target.slice(PROJECT.length + 1));
		for (const name of [...agents, ".bashrc", ".profile", ".zshrc", ".gitconfig"]) expect(inHome).toContain(name);
		expect(planFor(WRITABLE, [`${PROJECT}/.mcp.json!`]).masks.map(({ target }) => target)).not.toContain(`${PROJECT}/.mcp.json`);
	});

	it("git still works: what stops it when it is empty is not masked, and no repository is invented", () => {
		const targets = (names: readonly string[]) => planFor(WRITABLE, names).masks.map(({ target }) => target);
		expect(targets([`${PROJECT}/.git/config!`])).not.toContain(`${PROJECT}/.git/commondir`);
		expect(targets([]).filter((target) => target.startsWith(`${PROJECT}/.git/`))).toEqual([]);
	});

	it("[protected-empty] an empty workspace stays empty, and what a profile adds by name is closed in the others", () => {
		expect(planFor(WRITABLE, [], { isEmpty: () => true }).masks).toEqual([]);
		const own = planFor({ ...WRITABLE, protected_paths: ["/**/deploy.key"] }, []).masks.map(({ target }) => target);
		expect(own).toContain(`${PROJECT}/deploy.key`);
	});

	it("[sandbox-7-git-file] a .git file is read-only", () => {
		const { readOnly, mounts } = planFor(WRITABLE, [`${PROJECT}/.git!`]);
		expect(readOnly).toEqual([{ source: `${PROJECT}/.git`, target: `${PROJECT}/.git`, file: true }]);
		expect(mounts.filter(({ target }) => target.endsWith(".git"))).toEqual([]);
	});

	it("[sandbox-12-symlink] links in their place are refused, and the first five are named", () => {
		const names = [".git", ".claude", ".vscode", ".idea", ".codex", ".cursor"].map((name) => `${PROJECT}/${name}@`);
		const [problem, ...others] = problemsFor(WRITABLE, names);
		expect(others).toEqual([]);
		expect(problem).toMatchObject({ code: "path-symlink", exit: 3 });
		expect(problem?.message.match(/'[^']+'/g)).toHaveLength(5);
		expect(problem?.message).toContain(`'${PROJECT}/.git'`);
	});

	it("what cannot be written needs no cover", () => {
		const plan = planFor({ read_paths: ["./workspace"] }, [`${PROJECT}/.git/config!`, `${PROJECT}/.claude@`]);
		expect([plan.readOnly, plan.masks]).toEqual([[], []]);
	});

	it("a writable part of the workspace gets no stubs", () => {
		expect(planFor({ write_paths: ["./workspace/docs"] }, [`${PROJECT}/docs`]).masks).toEqual([]);
	});

	it("another directory that may be written is protected like a workspace", () => {
		const plan = planFor({ write_paths: ["/opt/other"] }, ["/opt/other/.git/config!"]);
		expect(plan.readOnly.map(({ target }) => target)).toEqual(["/opt/other/.git/config"]);
		expect(plan.masks.map(({ target }) => target)).toContain("/opt/other/.claude");
	});

	it("a path that the writ protects by name is covered where it is", () => {
		const plan = planFor({ ...WRITABLE, protected_paths: ["./workspace/deploy/keys", "./workspace/lock"] }, [`${PROJECT}/deploy/keys`]);
		expect(plan.readOnly.map(({ target }) => target)).toEqual([`${PROJECT}/deploy/keys`]);
		expect(plan.masks.find(({ target }) => target === `${PROJECT}/lock`)).toMatchObject({ exists: false, file: true });
	});

	it("what was found deeper is covered too, unless something above it is", () => {
		const found = {
			trusted: [],
			...nothing,
			protected: [`${PROJECT}/sub/.claude`, `${PROJECT}/.claude/.vscode`].map((path) => ({ path, file: false })),
		};
		const plan = planFor(WRITABLE, [`${PROJECT}/.claude`], { found });
		expect(plan.readOnly.map(({ target }) => target)).toEqual([`${PROJECT}/.claude`, `${PROJECT}/sub/.claude`]);
	});

	it("in a parent's workspace that may be written they hold as well", () => {
		const workspace = "/home/ann/parent";
		const writ = writFor({ sandbox: { mode: "nested", parent_share: "read_write" } });
		const parent = { agent: "boss", workspace, writable: true, plan: null };
		const plan = planOf(planSandbox(writ, facts([`${workspace}/.git/hooks`], { parent })));
		expect(plan.readOnly).toEqual([{ source: `${workspace}/.git/hooks`, target: "/sandbox/parent/.git/hooks", file: false }]);
		expect(plan.masks.map(({ target }) => target)).toContain("/sandbox/parent/.mcp.json");
	});
});

describe("blocked paths", () => {
	it("[sandbox-7-blocked] those that exist are masked, even where they can only be read", () => {
		const found = { trusted: [], ...nothing, blocked: [{ path: `${PROJECT}/.env`, file: true }] };
		const plan = planFor({ read_paths: ["./workspace"] }, [], { found });
		expect(plan.masks).toEqual([{ source: `${PROJECT}/.env`, target: `${PROJECT}/.env`, file: true, exists: true }]);
	});

	it("a path that the writ blocks by name is masked where it is", () => {
		const plan = planFor({ read_paths: ["./workspace"], blocked_paths: ["./workspace/keys"] }, [`${PROJECT}/keys`]);
		expect(plan.masks).toMatchObject([{ target: `${PROJECT}/keys`, file: false, exists: true }]);
	});

	it("a blocked tree is not mounted at all", () => {
		const plan = planFor({ read_paths: ["/opt/data/.aws", "./workspace"] }, ["/opt/data/.aws"]);
		expect(plan.mounts.map(({ target }) => target)).not.toContain("/opt/data/.aws");
	});

	it("a mask hides what is protected below it", () => {
		const found = { trusted: [], ...nothing, blocked: [{ path: `${PROJECT}/.claude`, file: false }] };
		const plan = planFor(WRITABLE, [`${PROJECT}/.claude`], { found });
		expect(plan.readOnly).toEqual([]);
		expect(plan.masks.filter(({ target }) => target === `${PROJECT}/.claude`)).toHaveLength(1);
	});
});

describe("what a walk found besides", () => {
	it("[sandbox-5-sockets] sockets in binds are masked where the writ opens unix sockets", () => {
		const found = { trusted: [], ...nothing, sockets: [`${PROJECT}/agent.sock`] };
		const masked = (unix_sockets: boolean) =>
			planOf(planSandbox(writFor({ filesystem: { read_paths: ["./workspace"] }, sandbox: { unix_sockets } }), facts([], { found }))).masks;
		expect(masked(true)).toMatchObject([{ target: `${PROJECT}/agent.sock`, exists: true }]);
		expect(masked(false)).toEqual([]);
	});

	it("[sandbox-7-hard-links] a tree with files that have another name outside is read-only, and that is told", () => {
		const found = { trusted: [], ...nothing, linked: [{ path: `${PROJECT}/node_modules`, file: false }] };
		const plan = planFor(WRITABLE, [], { found });
		expect(plan.readOnly.map(({ target }) => target)).toContain(`${PROJECT}/node_modules`);
		expect(plan.missing[0]?.why).toContain(`${PROJECT}/node_modules`);
	});
});

describe("many paths", () => {
	it("[sandbox-7-linear] planning grows with their number, not with its square", () => {
		const plan = (count: number): number => {
			const paths = Array.from({ length: count }, (_, index) => ({ path: `${PROJECT}/${index % 50}/${index}/.env`, file: true }));
			const found = { trusted: [], ...nothing, blocked: paths, protected: paths.map(({ path }) => ({ path: `${path}.kept`, file: true })) };
			const writ = writFor({ filesystem: WRITABLE });
			const began = process.cpuUsage();
			const made = planOf(planSandbox(writ, facts([], { found })));
			const { user, system } = process.cpuUsage(began);
			expect([made.masks.length >= count, made.readOnly.length]).toEqual([true, count]);
			return user + system;
		};
		plan(500);
		const rounds = Array.from({ length: 4 }, () => plan(4_000) / plan(500));
		// Eight times as many: linear is 8, quadratic 64.
		expect(Math.min(...rounds)).toBeLessThan(20);
	});
});
