import { chmodSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { removeTree } from "../../../src/sandbox/index.ts";

const NOBODY = 65_534;
let folder = "";
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), "writ-unprivileged-"));
	chmodSync(folder, 0o777);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it("[sandbox-1-remove-locked] without being root, directories that nobody may enter go at every depth", () => {
	const removed = unprivileged(() => {
		const top = join(folder, "top");
		mkdirSync(join(top, "a/b/c/d"), { recursive: true });
		writeFileSync(join(top, "a/b/c/file"), "");
		for (const path of ["a/b/c/d", "a/b/c", "a/b", "a", ""]) chmodSync(join(top, path), 0);
		return removeTree(top);
	});
	expect(removed).toBe(true);
	expect(existsSync(join(folder, "top"))).toBe(false);
});

it("[sandbox-1-remove-deep] without being root, locked directories far below go too", () => {
	const top = join(folder, "top");
	unprivileged(() => {
		mkdirSync(top);
		// Built from the inside out, because no path could name the innermost directory.
		for (let level = 0; level < 40; level++) {
			const next = join(folder, `next-${level}`);
			mkdirSync(next);
			chmodSync(join(folder, "top"), 0o700);
			renameSync(top, join(next, "d".repeat(200)));
			chmodSync(join(next, "d".repeat(200)), level % 7 === 0 ? 0 : 0o700);
			renameSync(next, top);
		}
		expect(removeTree(top)).toBe(true);
	});
	expect(existsSync(top)).toBe(false);
});

/** Does something as nobody, when this is root: root may enter every directory. */
function unprivileged<Value>(act: () => Value): Value {
	if (process.getuid?.() !== 0 || process.seteuid === undefined) return act();
	process.seteuid(NOBODY);
	try {
		return act();
	} finally {
		process.seteuid(0);
	}
}
