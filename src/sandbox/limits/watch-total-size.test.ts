import { execFileSync } from "node:child_process";
import { linkSync, mkdirSync, mkdtempSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Exceeded, type SizeWatch, watchTotalSize } from "../index.ts";
import { measureSize } from "./measure-size.ts";

const MEGABYTE = 1_048_576;
let folder = "";
let watch: SizeWatch | undefined;
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), "writ-quota-"));
});
afterEach(() => {
	watch?.stop();
	// Node cannot remove what its paths cannot name.
	execFileSync("rm", ["-rf", folder]);
});

function write(name: string, bytes: number): void {
	writeFileSync(join(folder, name), Buffer.alloc(bytes, 1));
}

/** Directories whose path is longer than the system takes, so that not even root can look into the last ones by their path. */
function makeTooDeep(): void {
	const name = "d".repeat(200);
	execFileSync("sh", [
		"-c",
		`cd "$1"; i=0; while [ $i -lt 25 ]; do mkdir ${name}; cd -P ${name} || exit 1; i=$((i+1)); done`,
		"sh",
		folder,
	]);
}

describe("the size of a directory", () => {
	it("counts a file with two names once, a hole not at all, and never what a link leads to", async () => {
		write("a", MEGABYTE);
		const { bytes } = await measureSize([folder]);
		linkSync(join(folder, "a"), join(folder, "b"));
		symlinkSync("/usr", join(folder, "usr"));
		writeFileSync(join(folder, "hole"), "");
		truncateSync(join(folder, "hole"), 1024 * MEGABYTE);
		const after = await measureSize([folder]);
		expect(bytes).toBeGreaterThanOrEqual(MEGABYTE);
		expect(after.bytes - bytes).toBeLessThan(65_536);
	});

	it("of a directory that is not there is nothing", async () => {
		expect(await measureSize([join(folder, "missing")])).toEqual({ bytes: 0, unreadable: [] });
	});
});

describe("a soft quota", () => {
	it("[sandbox-9-soft-quota] is noticed within a second of being passed, once, with the figures", async () => {
		const calls: Exceeded[] = [];
		watch = await watchTotalSize([folder], { bytes: MEGABYTE, counts: "everything" }, (exceeded) => calls.push(exceeded), { everyMs: 20 });
		write("small", 1000);
		mkdirSync(join(folder, "deep"));
		write("deep/large", 2 * MEGABYTE);
		await expect.poll(() => calls.length, { timeout: 2000 }).toBe(1);
		write("more", MEGABYTE);
		await new Promise((settle) => setTimeout(settle, 60));
		expect(calls).toHaveLength(1);
		expect(calls[0]).toMatchObject({ why: "size", limitBytes: MEGABYTE });
		expect(calls[0]?.usedBytes).toBeGreaterThan(2 * MEGABYTE);
		expect(watch.usedBytes()).toBe(calls[0]?.usedBytes);
	});

	it("[sandbox-9-growth] for a person's own workspace counts what was added, not what was there", async () => {
		write("old", 3 * MEGABYTE);
		const calls: Exceeded[] = [];
		watch = await watchTotalSize([folder], { bytes: MEGABYTE, counts: "growth" }, (exceeded) => calls.push(exceeded), { everyMs: 10 });
		await new Promise((settle) => setTimeout(settle, 50));
		expect(calls).toEqual([]);
		write("new", 1.5 * MEGABYTE);
		await expect.poll(() => calls.length, { timeout: 2000 }).toBe(1);
		expect(calls[0]?.usedBytes).toBeLessThan(3 * MEGABYTE);
	});

	it("[sandbox-9-soft-quota] that is passed at the start is noticed at the start", async () => {
		write("old", 2 * MEGABYTE);
		const calls: Exceeded[] = [];
		watch = await watchTotalSize([folder], { bytes: MEGABYTE, counts: "everything" }, (exceeded) => calls.push(exceeded));
		expect(calls).toHaveLength(1);
	});

	it("[sandbox-9-soft-quota] what is put where nobody can look counts as too much, unless it was there before or is soon gone", async () => {
		const calls: Exceeded[] = [];
		const start = (hiddenMs: number) =>
			watchTotalSize([folder], { bytes: MEGABYTE, counts: "growth" }, (exceeded) => calls.push(exceeded), { everyMs: 10, hiddenMs });
		watch = await start(100);
		makeTooDeep();
		await expect.poll(() => calls.length, { timeout: 3000 }).toBe(1);
		expect(calls[0]).toMatchObject({ why: "hidden" });
		watch = await start(0);
		await new Promise((settle) => setTimeout(settle, 80));
		expect(calls).toHaveLength(1);
	});

	it("that is stopped calls nobody", async () => {
		const calls: Exceeded[] = [];
		watch = await watchTotalSize([folder], { bytes: MEGABYTE, counts: "everything" }, (exceeded) => calls.push(exceeded), { everyMs: 10 });
		watch.stop();
		write("large", 2 * MEGABYTE);
		await new Promise((settle) => setTimeout(settle, 60));
		expect(calls).toEqual([]);
	});
});
