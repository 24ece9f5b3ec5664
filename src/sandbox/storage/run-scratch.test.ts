import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { openScratch } from "./run-scratch.ts";

describe("openScratch", () => {
	it("[sandbox-11a-home] makes two directories that nobody else can enter, and removes them with all that is in them", () => {
		const own = ownDirectory();
		const { path, remove } = openScratch(own, null);
		expect(readdirSync(path)).toEqual(["home", "tmp"]);
		expect(["home", "tmp"].map((name) => statSync(join(path, name)).mode & 0o777)).toEqual([0o700, 0o700]);
		mkdirSync(join(path, "home", "closed"), { mode: 0o000 });
		writeFileSync(join(path, "tmp", "file"), "x");
		remove();
		expect(existsSync(path)).toBe(false);
	});

	it("[sandbox-11a-home-swept] removes what runs left whose supervisor is gone, and leaves those of the living", () => {
		const own = ownDirectory();
		const living = openScratch(own, null);
		const [, started, boot] = (living.path.split("/").at(-1) ?? "").split("_");
		const dead = [`${process.pid}_1${started}_${boot}_a`, `${process.pid}_${started}_another-boot_b`, "not-ours"];
		for (const name of dead) mkdirSync(join(own, "scratch", name, "home"), { recursive: true });
		const { path } = openScratch(own, null);
		expect(readdirSync(join(own, "scratch")).toSorted()).toEqual([living.path, path].map((one) => one.split("/").at(-1)).toSorted());
	});
});

function ownDirectory(): string {
	const folder = mkdtempSync(join(tmpdir(), "writ-scratch-"));
	onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
	return folder;
}
