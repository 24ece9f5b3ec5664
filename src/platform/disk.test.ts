import { chmodSync, mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listDirectory } from "./disk.ts";
import { rememberListings } from "./memory.ts";

let top = "";
beforeAll(() => {
	top = realpathSync(mkdtempSync(join(tmpdir(), "writ-list-")));
	for (const folder of ["desk/src", "desk/.git", "empty", "old"]) mkdirSync(join(top, folder), { recursive: true });
	writeFileSync(join(top, "desk/.env"), "x");
	writeFileSync(join(top, "desk/a.ts"), "x");
	symlinkSync("src", join(top, "desk/near"));
	symlinkSync("nowhere", join(top, "desk/dangling"));
	symlinkSync("desk", join(top, "link"));
});
afterAll(() => rmSync(top, { recursive: true, force: true }));

const list = (path: string) => listDirectory(join(top, path));

describe("listDirectory", () => {
	it("[list-names] tells files, directories and links apart, hidden ones too", () => {
		const listing = list("desk");
		if (!listing.ok) throw new Error(listing.message);
		expect({ files: listing.files.toSorted(), directories: listing.directories.toSorted(), links: listing.links.toSorted() }).toEqual({
			files: [".env", "a.ts"],
			directories: [".git", "src"],
			links: ["dangling", "near"],
		});
		expect(list("empty")).toEqual({ ok: true, files: [], directories: [], links: [] });
	});

	it("[list-names] what is not a directory holds nothing, and what cannot be told is unknown", () => {
		for (const path of ["nothing", "desk/a.ts", "desk/a.ts/below"]) expect(list(path)).toMatchObject({ ok: false, why: "missing" });
		expect(list("link")).toMatchObject({ ok: false, why: "unknown" });
		expect(list(`desk/${"x".repeat(300)}`)).toMatchObject({ ok: false, why: "unknown" });
	});

	it.skipIf(process.getuid?.() === 0)("[list-names] a directory that may not be read is unknown", () => {
		mkdirSync(join(top, "closed"), { mode: 0o000 });
		expect(list("closed")).toMatchObject({ ok: false, why: "unknown" });
		chmodSync(join(top, "closed"), 0o700);
	});

	it("[list-bounded] a directory with too many entries is unknown", () => {
		mkdirSync(join(top, "crowd"));
		for (let number = 0; number <= 20_000; number++) symlinkSync("x", join(top, "crowd", String(number)));
		expect(list("crowd")).toMatchObject({ ok: false, why: "unknown" });
	});
});

describe("rememberListings", () => {
	/** Counts how often directories were really read. */
	const counting = () => {
		const read = { count: 0 };
		const remembering = rememberListings((directory) => {
			read.count += 1;
			return listDirectory(directory);
		});
		return { read, list: (path: string) => remembering(join(top, path)) };
	};
	const settle = () => new Promise((done) => setTimeout(done, 300));

	it("[list-remembered] gives the same listing while nothing changes, and sees every change at once", { timeout: 20_000 }, async () => {
		await settle();
		const { read, list: remembering } = counting();
		const first = remembering("old");
		expect(remembering("old")).toBe(first);
		expect(read.count).toBe(1);
		writeFileSync(join(top, "old/.env"), "x");
		expect(remembering("old")).toMatchObject({ files: [".env"] });
		renameSync(join(top, "old/.env"), join(top, "old/b"));
		expect(remembering("old")).toMatchObject({ files: ["b"] });
		rmSync(join(top, "old/b"));
		mkdirSync(join(top, "old/b"));
		// What a program can set does not hide a change.
		utimesSync(join(top, "old"), 1, 1);
		expect(remembering("old")).toMatchObject({ files: [], directories: ["b"] });
		expect(read.count).toBe(4);
	});

	it("[list-remembered] gives what reading gives, through any number of changes at any pace", { timeout: 60_000 }, async () => {
		mkdirSync(join(top, "pace"));
		const { read, list: remembering } = counting();
		for (let number = 0; number < 150; number++) {
			writeFileSync(join(top, "pace", String(number)), "x");
			if (number % 10 === 0) await new Promise((done) => setTimeout(done, (number * 7) % 160));
			for (let turn = 0; turn < 3; turn++) expect(remembering("pace")).toEqual(list("pace"));
		}
		expect(read.count).toBeLessThan(450);
	});

	it("[list-remembered] remembers nothing that changed just now: the next change could have the same time", () => {
		mkdirSync(join(top, "young"));
		const { read, list: remembering } = counting();
		for (let number = 0; number < 50; number++) {
			writeFileSync(join(top, "young", String(number)), "x");
			const listing = remembering("young");
			expect(listing.ok && listing.files.length).toBe(number + 1);
		}
		expect(read.count).toBe(50);
	});

	it("[list-remembered] sees another directory under the same name", { timeout: 20_000 }, async () => {
		for (const name of ["one", "two"]) mkdirSync(join(top, name));
		writeFileSync(join(top, "two/secret"), "x");
		await settle();
		const { list: remembering } = counting();
		expect(remembering("one")).toMatchObject({ files: [] });
		expect(remembering("two")).toMatchObject({ files: ["secret"] });
		renameSync(join(top, "one"), join(top, "three"));
		expect(remembering("one")).toMatchObject({ ok: false, why: "missing" });
		renameSync(join(top, "two"), join(top, "one"));
		expect(remembering("one")).toMatchObject({ files: ["secret"] });
	});
});
