import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openStore } from "../../src/store/open-store.ts";
import { acknowledgedBy, startWriter, type Writer } from "./start-writer.ts";

const isRoot = process.getuid?.() === 0;
let folder = "";
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), "writ-disk-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe("a disk without room", () => {
	it("[store-full-disk] a limit on the size of files fails the works; when it is lifted they succeed again and nothing is lost", async () => {
		const file = join(folder, "writ.db");
		// In blocks of 512 bytes; only the soft limit, so that it can be lifted. Big rows reach it soon.
		const writer = startWriter(file, 0, { shell: 'ulimit -S -f 2000; exec "$@"', size: 20_000 });
		await fillsAndRecovers(writer, () => execFileSync("prlimit", ["--pid", String(writer.pid), "--fsize=unlimited:unlimited"]));
		await nothingIsLost(file, writer);
	});

	it.skipIf(!mayMount())("[store-full-disk] the same on a file system that is really full", async () => {
		mount(folder, ["-t", "tmpfs", "-o", "size=2m", "tmpfs"]);
		try {
			const file = join(folder, "writ.db");
			const ballast = join(folder, "ballast");
			writeFileSync(ballast, Buffer.alloc(1_000_000));
			const writer = startWriter(file, 0, { size: 2_000 });
			await fillsAndRecovers(writer, () => rmSync(ballast));
			await nothingIsLost(file, writer);
		} finally {
			execFileSync("umount", [folder]);
		}
	});
});

describe("a disk that takes no changes", () => {
	it("[store-read-only] fails every work and still shows what is there", async () => {
		const store = await openStore(join(folder, "writ.db"));
		try {
			const put = (name: string) =>
				store.change((transaction) => transaction.run("INSERT INTO settings (name, value, version) VALUES (?, '', 0)", [name]));
			await put("before");
			// The database's own switch: what a mount without writing gives, on every machine and for every user.
			await store.record((transaction) => transaction.all("PRAGMA query_only = ON"));
			await expect(put("during")).rejects.toMatchObject({ code: "store-unwritable" });
			await expect(put("still")).rejects.toMatchObject({ code: "store-unwritable" });
			expect(await store.look((connection) => connection.all("SELECT name FROM settings"))).toMatchObject([{ name: "before" }]);
		} finally {
			await store.close();
		}
	});

	it.skipIf(isRoot && !mayMount())("[store-read-only] is named when a home lies on it", async () => {
		await (await openStore(join(folder, "writ.db"))).close();
		const release = makeReadOnly();
		try {
			await expect(openStore(join(folder, "writ.db"))).rejects.toMatchObject({ code: "store-unwritable" });
		} finally {
			release();
		}
		await (await openStore(join(folder, "writ.db"))).close();
	});
});

/** Modes do not stop root, a mount does. */
function makeReadOnly(): () => void {
	const paths = [...readdirSync(folder).map((name) => join(folder, name)), folder];
	if (!isRoot) {
		for (const path of paths) chmodSync(path, 0o500);
		return () => {
			for (const path of paths) chmodSync(path, 0o700);
		};
	}
	mount(folder, ["--bind", folder]);
	mount(folder, ["-o", "remount,bind,ro"]);
	return () => void execFileSync("umount", [folder]);
}

async function fillsAndRecovers(writer: Writer, makeRoom: () => void): Promise<void> {
	try {
		await writer.hears("acknowledged");
		expect(await writer.hears("failed")).toBe("failed store-unwritable");
		const full = writer.lines.length;
		// It lives on and keeps saying no.
		await writer.hears("failed", full);
		makeRoom();
		const roomy = writer.lines.length;
		await writer.hears("acknowledged", roomy);
	} finally {
		await writer.kill();
	}
	expect(new Set(writer.lines.filter((line) => line.startsWith("failed")))).toEqual(new Set(["failed store-unwritable"]));
}

async function nothingIsLost(file: string, writer: Writer): Promise<void> {
	const store = await openStore(file);
	const rows = await store.look((connection) => connection.all("SELECT version, count(*) AS halves FROM settings GROUP BY version"));
	await store.close();
	const found = new Map(rows.map(({ version, halves }) => [version, halves]));
	expect(acknowledgedBy(writer).filter((number) => found.get(number) !== 2)).toEqual([]);
	expect([...found.values()].filter((halves) => halves !== 2)).toEqual([]);
}

function mayMount(): boolean {
	const probe = mkdtempSync(join(tmpdir(), "writ-mount-"));
	const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", "size=64k", "tmpfs", probe]).status === 0;
	if (mounted) spawnSync("umount", [probe]);
	rmSync(probe, { recursive: true });
	return mounted;
}

function mount(at: string, words: readonly string[]): void {
	execFileSync("mount", [...words, at]);
}
