import {
	existsSync,
	lstatSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	symlinkSync,
	utimesSync,
	writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { makeNote, writeNote } from "./sandbox-note.ts";
import { openSandboxStorage, type SandboxStorage } from "./sandbox-storage.ts";

let home = "";
let storage: SandboxStorage;
beforeEach(() => {
	home = mkdtempSync(join(tmpdir(), "writ-storage-"));
	storage = openSandboxStorage(home);
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const isolated = { mode: "isolated", session: null } as const;
const nobody = { isOwned: () => false, now: Date.now() };
const mode = (path: string): string => (lstatSync(path).mode & 0o777).toString(8);

/** Writes a note as if another process had made the directory. */
function ownedBy(directory: string, owner: Readonly<Record<string, unknown>>): void {
	const note: object = JSON.parse(readFileSync(`${directory}.json`, "utf8"));
	writeFileSync(`${directory}.json`, JSON.stringify({ ...note, ...owner }));
}

describe("create", () => {
	it("[sandbox-1-layout] makes a closed directory with a uuid as its name, flat beside all others", () => {
		const { own } = storage.create(isolated, { agent: "ann" });
		expect(own).toMatch(/\/sandboxes\/agents\/[0-9a-f-]{36}$/);
		expect(readdirSync(own)).toEqual(["claude", "exports", "nested", "workspace"]);
		for (const path of [join(home, "sandboxes"), own, join(own, "workspace")]) expect(mode(path)).toBe("700");
		const session = storage.createSession({ session: "team" });
		expect(readdirSync(session)).toEqual(["exports", "shared", "workspace"]);
		expect(existsSync(join(home, "sandboxes/shared"))).toBe(true);
	});

	it("[sandbox-1-fresh-names] a reused id never meets old files", () => {
		const first = storage.create(isolated, { agent: "ann" });
		expect(storage.create(isolated, { agent: "ann" }).own).not.toBe(first.own);
	});

	it("[sandbox-1-metadata] the note outside of the directory says who, how and since when", () => {
		const { own } = storage.create(
			{ mode: "nested", session: null },
			{ agent: "kid", parent: "boss", config: { size: 1 }, writ: "abc", session: "team" },
		);
		expect(storage.read(own)).toEqual({
			id: "kid",
			mode: "nested",
			session: "team",
			parent: "boss",
			config: { size: 1 },
			writ: "abc",
			created_at: expect.stringMatching(/^\d{4}-.*Z$/),
			pid: process.pid,
			pid_started: expect.stringMatching(/^\d+$/),
			boot_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
		});
		expect(mode(`${own}.json`)).toBe("600");
	});

	it("[sandbox-1-metadata] what is learnt later is added, and a process can take the directory over", () => {
		const { own } = storage.create(isolated, { agent: "ann" });
		expect(storage.annotate(own, { writ: "abc", pid: 1 })).toBe(true);
		expect(storage.read(own)).toMatchObject({ id: "ann", mode: "isolated", writ: "abc", pid: 1 });
		expect(storage.annotate(join(home, "sandboxes/agents/other"), {})).toBe(false);
	});

	it("[sandbox-1-idempotent] a living agent keeps the directory that it has, and what is missing is made again", () => {
		const { own } = storage.create(isolated, { agent: "ann" });
		writeFileSync(join(own, "workspace/work.txt"), "x");
		rmSync(join(own, "claude"), { recursive: true });
		const again = storage.create({ ...isolated, existing: own }, { agent: "ann" });
		expect(again.own).toBe(own);
		expect(readdirSync(own)).toHaveLength(4);
		expect(existsSync(join(own, "workspace/work.txt"))).toBe(true);
		expect(storage.create({ ...isolated, existing: join(home, "elsewhere") }, {}).own).not.toBe(join(home, "elsewhere"));
	});

	it("[sandbox-1-transactional] on failure everything made so far is removed", () => {
		const circular: Record<string, unknown> = {};
		circular.self = circular;
		expect(() => storage.create(isolated, { agent: "ann", config: circular })).toThrow();
		expect(readdirSync(join(home, "sandboxes/agents"))).toEqual([]);
		// No such user: the directories stand already when it fails.
		expect(() => storage.create({ ...isolated, user: { uid: -2, gid: 0 } }, { agent: "ann" })).toThrow();
		expect(readdirSync(join(home, "sandboxes/agents"))).toEqual([]);
	});

	it("in mode shared the workspace and the exports are the session's", () => {
		const session = storage.createSession({ session: "team" });
		const { places, own, path } = storage.create({ mode: "shared", session }, { agent: "ann" });
		expect([path, places.workspace, places.exports]).toEqual([session, join(session, "workspace"), join(session, "exports")]);
		expect(places.claude).toBe(join(own, "claude"));
	});
});

describe("remove", () => {
	it("[sandbox-1-remove] takes the directory and its note, once", () => {
		const { own } = storage.create(isolated, { agent: "ann" });
		expect([storage.remove(own), storage.remove(own)]).toEqual([true, false]);
		expect(readdirSync(join(home, "sandboxes/agents"))).toEqual([]);
	});

	it("[sandbox-1-remove-only] refuses what is not a direct uuid child with its note", () => {
		const { own } = storage.create(isolated, { agent: "ann" });
		const unnoted = join(home, "sandboxes/agents/00000000-0000-4000-8000-000000000000");
		mkdirSync(unnoted);
		for (const path of [home, `${own}/workspace`, join(home, "sandboxes/agents"), `${own}/../../shared`, `${own}/.`, unnoted, "/"])
			expect(storage.remove(path)).toBe(false);
		expect([existsSync(own), existsSync(unnoted)]).toEqual([true, true]);
	});

	it("[sandbox-1-remove-links] never follows a link, not even in place of the directory", () => {
		const { own } = storage.create(isolated, { agent: "ann" });
		const outside = join(home, "outside");
		mkdirSync(outside);
		writeFileSync(join(outside, "precious"), "x");
		symlinkSync(outside, join(own, "workspace/link"));
		expect(storage.remove(own)).toBe(true);
		const { own: other } = storage.create(isolated, { agent: "ann" });
		rmSync(other, { recursive: true });
		symlinkSync(outside, other);
		expect(storage.remove(other)).toBe(true);
		expect(readdirSync(outside)).toEqual(["precious"]);
	});
});

describe("the end of an agent", () => {
	it("[sandbox-1-end] the workspace goes, claude stays, exports outlive it", async () => {
		const { own } = storage.create(isolated, { agent: "ann" });
		writeFileSync(join(own, "exports/result.txt"), "42");
		const kept = await storage.end(own, { agent: "ann", parent: null });
		expect(kept).toEqual({ path: join(home, "exports", basename(own)), files: 1, left: 0 });
		expect(readFileSync(join(kept.path ?? "", "result.txt"), "utf8")).toBe("42");
		expect([existsSync(join(own, "workspace")), existsSync(join(own, "claude"))]).toEqual([false, true]);
	});

	it("[sandbox-1-end-parent] a living parent gets them below nested", async () => {
		const parent = storage.create(isolated, { agent: "boss" }).own;
		const { own } = storage.create(isolated, { agent: "kid" });
		writeFileSync(join(own, "exports/result.txt"), "1");
		await storage.end(own, { agent: "kid", parent });
		expect(readdirSync(join(parent, "nested/kid/exports"))).toEqual(["result.txt"]);
		expect(existsSync(join(home, "exports"))).toBe(false);
	});

	it.runIf(process.getuid?.() === 0)("[sandbox-1-end-parent] a parent that runs as somebody else can read them", async () => {
		const user = { uid: 65_534, gid: 65_534 };
		const parent = storage.create({ ...isolated, user }, { agent: "boss" }).own;
		const { own } = storage.create(isolated, { agent: "kid" });
		mkdirSync(join(own, "exports/deep"));
		writeFileSync(join(own, "exports/deep/result.txt"), "1");
		await storage.end(own, { agent: "kid", parent });
		for (const path of ["", "kid", "kid/exports", "kid/exports/deep", "kid/exports/deep/result.txt"])
			expect([path, lstatSync(join(parent, "nested", path)).uid]).toEqual([path, 65_534]);
	});

	it("what is cleared is removed with its note, once, and nothing else is", async () => {
		const { own } = storage.create(isolated, { agent: "ann" });
		mkdirSync(join(own, "workspace/deep/down"), { recursive: true });
		writeFileSync(join(own, "workspace/deep/file"), "");
		expect([await storage.clear(own), await storage.clear(own), await storage.clear(home)]).toEqual([true, false, false]);
		expect(readdirSync(join(home, "sandboxes/agents"))).toEqual([]);
	});

	it("empty exports leave nothing, and a name that is not one is refused", async () => {
		const { own } = storage.create(isolated, { agent: "ann" });
		await expect(storage.end(own, { agent: "../../x", parent: own })).rejects.toThrow();
		mkdirSync(join(own, "exports/empty"));
		expect((await storage.end(own, { agent: "ann", parent: null })).path).toBe(null);
		expect(readdirSync(join(home, "exports"))).toEqual([]);
	});
});

describe("sweep", () => {
	it("[sandbox-1-sweep-dead] a directory whose owner is dead goes at once", () => {
		const dead = [{ pid: 4_194_305 }, { pid_started: "1" }, { boot_id: "00000000-0000-4000-8000-000000000000" }].map((owner) => {
			const { own } = storage.create(isolated, { agent: "ann" });
			ownedBy(own, owner);
			return own;
		});
		expect(storage.sweep(nobody).toSorted()).toEqual(dead.toSorted());
		expect(readdirSync(join(home, "sandboxes/agents"))).toEqual([]);
	});

	it("[sandbox-1-sweep-living] a living owner's directory stays, and so does a living agent's though the server is dead", () => {
		const { own } = storage.create(isolated, { agent: "ann" });
		expect(storage.sweep(nobody)).toEqual([]);
		ownedBy(own, { pid_started: "1" });
		expect(storage.sweep({ ...nobody, isOwned: (directory) => directory === own })).toEqual([]);
		expect(existsSync(own)).toBe(true);
	});

	it("[sandbox-1-sweep-unnoted] without a note it goes only after a day", () => {
		const folder = join(home, "sandboxes/agents");
		const fresh = join(folder, "00000000-0000-4000-8000-000000000001");
		const torn = join(folder, "00000000-0000-4000-8000-000000000002");
		for (const directory of [fresh, torn]) mkdirSync(directory);
		writeFileSync(`${torn}.json`, "{");
		mkdirSync(join(folder, "not-ours"));
		expect(storage.sweep(nobody)).toEqual([]);
		const yesterday = new Date(Date.now() - 25 * 3_600_000);
		for (const directory of [fresh, torn, join(folder, "not-ours")]) utimesSync(directory, yesterday, yesterday);
		expect(storage.sweep(nobody)).toHaveLength(2);
		expect(readdirSync(folder)).toEqual(["not-ours"]);
	});

	it("[sandbox-1-lent] a directory that another process watches over is known, even after a restart, until it is taken back", () => {
		const [one, other] = [storage.create(isolated, { agent: "ann" }).own, storage.create(isolated, { agent: "bob" }).own];
		storage.annotate(one, { pid: process.pid });
		for (const directory of [one, other]) storage.annotate(directory, { pid: directory === one ? process.pid : 1 });
		expect(storage.lent()).toEqual([other]);
		expect(openSandboxStorage(home).lent()).toEqual([other]);
		storage.takeBack(other);
		expect([storage.lent(), openSandboxStorage(home).lent()]).toEqual([[], []]);
		storage.annotate(other, { pid: 1 });
		storage.remove(other);
		expect(readdirSync(join(home, "sandboxes/agents")).toSorted()).toEqual([basename(one), `${basename(one)}.json`]);
	});

	it("[sandbox-1-sweep-drafts] a note that a crash left half written goes at once, and the living stay", () => {
		const { own } = storage.create(isolated, { agent: "ann" });
		const folder = join(home, "sandboxes/agents");
		for (const directory of [own, join(folder, "00000000-0000-4000-8000-000000000001")]) writeFileSync(`${directory}.json.new`, "");
		storage.sweep(nobody);
		expect(readdirSync(folder).toSorted()).toEqual([basename(own), `${basename(own)}.json`]);
	});

	it("[sandbox-1-sweep-drafts] a note that cannot get its name leaves no draft", () => {
		const { own } = storage.create(isolated, { agent: "ann" });
		rmSync(`${own}.json`);
		mkdirSync(`${own}.json/in-the-way`, { recursive: true });
		expect(() => writeNote(own, makeNote({}, { pid: 1, pid_started: null, boot_id: null }, 0))).toThrow();
		expect(existsSync(`${own}.json.new`)).toBe(false);
	});
});

it("[sandbox-1-bytes] tells what an agent uses on the disk, a file with two names once", () => {
	const { own } = storage.create(isolated, { agent: "ann" });
	const before = storage.bytesUsed(own);
	writeFileSync(join(own, "workspace/data"), Buffer.alloc(300_000, 1));
	symlinkSync("/usr", join(own, "workspace/link"));
	const grown = storage.bytesUsed(own) - before;
	expect(grown).toBeGreaterThanOrEqual(300_000);
	expect(grown).toBeLessThan(400_000);
	expect(storage.bytesUsed("/usr")).toBe(0);
});
