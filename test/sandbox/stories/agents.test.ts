import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Caller } from "../../../src/authority/index.ts";
import { ADMIN, storyHome, WORKER } from "./story-home.ts";

const { home, authority, prepare, start, run, workspace, directories } = storyHome();
const WAIT = "while [ ! -e go ]; do sleep 0.05; done";
/** What is there besides the stubs of protected names. */
const names = (path: string): readonly string[] =>
	readdirSync(path)
		.filter((name) => !/^\.|^opencode/.test(name))
		.toSorted();
const reads = (path: string): string => readFileSync(path, "utf8").trim();

describe("two agents that live at the same time", () => {
	it("[sandbox-2-isolated-run] isolated: neither finds the other, nor what writ keeps", async () => {
		const one = await start({ id: "one" }, `echo mine >secret; echo ready >said; ${WAIT}`);
		await one.says("said");
		const other = await run(
			{ id: "other" },
			`exec >/sandbox/exports/seen 2>&1; find / -name secret -not -path '/proc/*'; ls ${one.workspace} ${home}; ls /sandbox/parent /sandbox/session; ls /sandbox`,
		);
		one.tell("go");
		await one.ended;
		const seen = reads(join(other.exports ?? "", "seen"));
		expect(seen.match(/No such file/g)).toHaveLength(4);
		expect(seen.split("\n").slice(-4)).toEqual(["exports", "home", "nested", "workspace"]);
		expect(seen).not.toMatch(/^\/.*secret/m);
	}, 20_000);

	it("[sandbox-2-shared-run] [sandbox-2-session-kept] shared: they see each other's files, which stay when one ends", async () => {
		const wish = { session: "team", sandbox: { mode: "shared", session_id: "team" } } as const;
		const first = await start({ id: "first", ...wish }, `echo from first >note; ${WAIT}; cat answer >/sandbox/exports/heard`);
		await first.says("note");
		await run({ id: "second", ...wish }, "cat note >copy; echo from second >answer");
		expect(reads(join(first.workspace, "copy"))).toBe("from first");
		first.tell("go");
		expect((await first.ended).report).toMatchObject({ started: true, exitCode: 0 });
		expect(readdirSync(first.workspace).toSorted()).toEqual(["answer", "copy", "go", "note"]);
		// Of the session, so that it is neither moved nor lost when an agent ends.
		expect(reads(join(first.workspace, "../exports/heard"))).toBe("from second");
		expect(directories()).toEqual([]);
	}, 20_000);

	it("[sandbox-2-session-share-run] an agent beside them reads the session's workspace and cannot write it", async () => {
		const sandbox = { mode: "isolated", session_share: true, session_id: "team" } as const;
		const { exports } = await run(
			{ id: "reader", session: "team", sandbox },
			"exec >/sandbox/exports/seen 2>&1; cat /sandbox/session/note; echo x >/sandbox/session/new",
		);
		expect(reads(join(exports ?? "", "seen"))).toMatch(/^from first\n.*Read-only file system/);
	});
});

describe("a nested agent and its parent", () => {
	const boss = (id: string) => ({ id, profile: { ...WORKER, sandbox: { parent_share: "read_write" } } });
	const nested = (id: string, parent: string, parent_share: "none" | "read_only" | "read_write") => ({
		id,
		parent,
		sandbox: { mode: "nested", parent_share } as const,
	});

	it("[sandbox-2-nested-run] [sandbox-2-nested-exports] it sees its parent's workspace as parent_share says, and its exports are seen at /sandbox/nested", async () => {
		const parent = await start(
			{ ...boss("boss"), keep: true },
			`echo the plan >plan; ${WAIT}; exec >seen 2>&1; cat /sandbox/nested/*/exports/seen; echo x >/sandbox/nested/new; exit 0`,
		);
		await parent.says("plan");
		const attempt = "exec >/sandbox/exports/seen 2>&1; cat /sandbox/parent/plan; echo x >/sandbox/parent/from-$WRIT_AGENT_ID; exit 0";
		await run(nested("kid-none", "boss", "none"), attempt);
		await run(nested("kid-reads", "boss", "read_only"), attempt);
		await run(nested("kid-writes", "boss", "read_write"), attempt);
		expect(names(parent.workspace)).toEqual(["from-kid-writes", "plan"]);
		parent.tell("go");
		expect((await parent.ended).report).toMatchObject({ started: true, exitCode: 0 });
		const seen = reads(join(parent.workspace, "seen")).split("\n");
		expect(seen.map((line) => line.replace(/^.*: /, ""))).toEqual([
			"No such file or directory",
			"Directory nonexistent",
			"the plan",
			"Read-only file system",
			"the plan",
			"Read-only file system",
		]);
		await authority().terminate(ADMIN, "boss");
		expect(directories()).toEqual([]);
	}, 30_000);

	it("[sandbox-2-child-wider] one that asks for more than its parent is refused, and nothing is left", async () => {
		await (await start({ ...boss("lead"), keep: true }, "true")).ended;
		const before = directories();
		const wide = { ...WORKER, filesystem: { ...WORKER.filesystem, read_paths: ["./workspace", "/etc"] } };
		const refused = await prepare({ ...nested("wide", "lead", "read_only"), profile: wide });
		expect(refused).toMatchObject({ ok: false, refusal: { code: "escalation" } });
		// A person may name any directory; the sandbox of the parent does not have it.
		const { report } = await run({ ...nested("elsewhere", "lead", "none"), sandbox: { mode: "nested", workspace: workspace() } }, "true");
		expect(report).toMatchObject({ started: false, exit: 1, problems: [{ code: "escalation" }, { code: "escalation" }] });
		expect(directories()).toEqual(before);
		for (const id of ["wide", "elsewhere"]) expect((await authority().agent(ADMIN, id)).ok).toBe(false);
		await authority().terminate(ADMIN, "lead");
	}, 20_000);

	it("[sandbox-1-remove-nested] its parent's sandbox is not removed before it ends, unless forced: then it ends first", async () => {
		expect((await prepare(boss("chief"))).ok).toBe(true);
		const child = await prepare(nested("kid", "chief", "none"));
		if (!child.ok) throw new Error(child.refusal.message);
		writeFileSync(join(child.value.own, "exports/result"), "42");
		expect(await authority().dropSandbox(ADMIN, "chief", false)).toMatchObject({ ok: false, refusal: { code: "sandbox-in-use" } });
		expect(await authority().dropSandbox(ADMIN, "chief", true)).toEqual({ ok: true, value: true });
		expect((await authority().agent(ADMIN, "kid")).ok).toBe(false);
		expect(directories()).toEqual([]);
		expect(reads(join(home, "exports", basename(child.value.own), "result"))).toBe("42");
		expect(await authority().dropSandbox(ADMIN, "chief", true)).toEqual({ ok: true, value: false });
		await authority().terminate(ADMIN, "chief");
	});

	it("[sandbox-1-tree-ends] a tree that ends leaves its exports and nothing else", async () => {
		const made = [
			await prepare(boss("top")),
			await prepare(nested("middle", "top", "none")),
			await prepare(nested("low", "middle", "none")),
		];
		const owns = made.map((one) => (one.ok ? one.value.own : ""));
		for (const own of owns) writeFileSync(join(own, "exports/result"), own);
		await authority().terminate(ADMIN, "top");
		expect(directories()).toEqual([]);
		for (const own of owns) expect(reads(join(home, "exports", basename(own), "result"))).toBe(own);
	});
});

describe("a session's directory", () => {
	it("[sandbox-1-remove-session] goes with the session and never with one agent; what was exported is kept", async () => {
		const wish = { session: "crew", sandbox: { mode: "shared", session_id: "crew" } } as const;
		const member = await prepare({ id: "member", ...wish });
		const workspace = member.ok ? (member.value.writ.places.real.workspace ?? "") : "";
		writeFileSync(join(workspace, "../exports/result"), "1");
		expect(await authority().dropSession(ADMIN, "crew", false)).toMatchObject({ ok: false, refusal: { code: "sandbox-in-use" } });
		await authority().terminate(ADMIN, "member");
		expect(existsSync(workspace)).toBe(true);
		expect(await authority().dropSession(ADMIN, "crew", false)).toEqual({ ok: true, value: true });
		expect(existsSync(join(workspace, ".."))).toBe(false);
		expect(readdirSync(join(home, "exports")).some((uuid) => workspace.includes(uuid))).toBe(true);
		expect(await authority().dropSession(ADMIN, "crew", false)).toEqual({ ok: true, value: false });
		expect(await authority().dropSession(ADMIN, "../../x", true)).toEqual({ ok: true, value: false });
	});

	it("[sandbox-1-remove-session] is not removed by whoever may not end the agents in it, and to strangers does not exist", async () => {
		const person = (email: string): Caller => ({ ...ADMIN, principal: { kind: "person", email, role: "creator", keyId: null } });
		const wish = { profile: "restricted", session: "mixed", sandbox: { mode: "shared", session_id: "mixed" } } as const;
		const first = await authority().spawn(person("ann@example.org"), { id: "anns", ...wish });
		expect(first.ok && (await authority().spawn(ADMIN, { id: "locals", ...wish })).ok).toBe(true);
		expect(await authority().dropSession(person("ann@example.org"), "mixed", true)).toMatchObject({
			ok: false,
			refusal: { code: "not-permitted" },
		});
		expect(await authority().dropSession(person("eve@example.org"), "mixed", true)).toEqual({ ok: true, value: false });
		expect((await authority().agent(ADMIN, "locals")).ok).toBe(true);
		expect(await authority().dropSession(ADMIN, "mixed", true)).toEqual({ ok: true, value: true });
		expect((await authority().agent(ADMIN, "locals")).ok).toBe(false);
	});

	it("[sandbox-1-stats] stats count agents by kind, and the bytes that they use and may use", async () => {
		const wish = { session: "crew", sandbox: { mode: "shared", session_id: "crew" } } as const;
		const ids = ["a", "b", "c", "d"];
		for (const id of ids) await prepare(id < "c" ? { id } : { id, ...wish });
		const { bytes_used, ...counts } = await authority().countSandboxes(ADMIN);
		expect(counts).toEqual({
			total_sandboxes: 4,
			isolated: 2,
			shared: 2,
			nested: 0,
			by_session: { crew: 2 },
			by_parent: {},
			bytes_allowed: 4 * 50 * 1024 * 1024,
		});
		expect(bytes_used).toBeGreaterThan(0);
		const listed = await authority().sandboxes(ADMIN, { limit: 3, cursor: null });
		expect(listed.items.map(({ agents }) => agents)).toEqual([["a"], ["b"], ["c", "d"]]);
		expect((await authority().sandboxes(ADMIN, { limit: 3, cursor: listed.next_cursor })).items).toEqual([]);
		expect(await authority().dropSession(ADMIN, "crew", true)).toEqual({ ok: true, value: true });
		for (const id of ids) expect((await authority().agent(ADMIN, id)).ok).toBe(id < "c");
		for (const id of ids) await authority().terminate(ADMIN, id);
	});
});
