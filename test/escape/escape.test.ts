import { spawn } from "node:child_process";
import { chmodSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { EscapeReport, EscapeResult } from "../../src/sandbox/index.ts";

const REPOSITORY = join(import.meta.dirname, "../..");
let report: EscapeReport;
let code: number | null;
let folder: string;

/** The whole suite, once, by the command that people have. */
beforeAll(async () => {
	folder = realpathSync(mkdtempSync(join(tmpdir(), "writ-attack-")));
	chmodSync(folder, 0o755);
	const child = spawn(join(REPOSITORY, "bin/writ"), ["doctor", "--attack", "--json"], {
		stdio: ["ignore", "pipe", "inherit"],
		env: { ...process.env, TMPDIR: folder },
	});
	const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
	report = JSON.parse(await text(child.stdout));
	code = await ended;
}, 300_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const result = (id: string): EscapeResult => {
	const found = report.results.find((one) => one.id === id);
	if (found === undefined) throw new Error(`there is no attempt ${id}`);
	return found;
};
const seen = ({ id, writ, naive, plain, proven }: EscapeResult) => ({ id, proven, writ, naive: naive.seen, plain: plain.seen });

describe("the escape suite", () => {
	it("[escape-none] nothing breaks out of the sandbox of writ but what is known, and what is blocked is proven to be", () => {
		expect(report.results.filter(({ ok }) => !ok).map(seen)).toEqual([]);
		expect(report.results.filter(({ writ }) => writ.verdict === "skipped").map(seen)).toEqual([]);
		expect([report.ok, code]).toEqual([true, 0]);
	});

	it("[escape-compared] the same attempts go through a naive bubblewrap and plain execution by the dozen", () => {
		const { attempts, blocked, known } = report.total;
		expect(attempts).toBeGreaterThanOrEqual(100);
		expect(blocked.writ + known).toBe(attempts);
		expect(attempts - blocked.naive).toBeGreaterThan(93);
		expect(blocked.plain).toBeLessThan(blocked.naive);
		expect(report.families.map(({ attempts: members }) => members).reduce((sum, members) => sum + members)).toBe(attempts);
	});

	it("[escape-known] what is not blocked has a reason, and SECURITY.md names it", () => {
		const security = readFileSync(join(REPOSITORY, "SECURITY.md"), "utf8");
		const known = report.results.filter((one) => one.known !== null);
		expect(known.length).toBeLessThan(10);
		expect(known.filter(({ id }) => !security.includes(`\`${id}\``)).map(({ id }) => id)).toEqual([]);
	});

	it("[escape-clean] leaves no file behind", () => {
		expect(readdirSync(folder)).toEqual([]);
	});
});

describe("by name", () => {
	it.each([
		["[escape-swap-race] a parent that swaps its child's directory for a link", ["swap-race", "swap-directory", "swap-workspace"]],
		["[escape-planted-git] a planted .git link", ["planted-git-link", "planted-git-link-plain", "planted-hooks-link"]],
		["[escape-descriptors] inherited descriptors", ["inherited-file", "inherited-directory", "inherited-any", "descriptors-of-first"]],
		["[escape-vsock] AF_VSOCK", ["vsock", "vsock-datagram"]],
		["[escape-core-pattern] core_pattern", ["core-pattern", "modprobe-path"]],
		["[escape-fork-bomb] a fork bomb", ["fork-bomb", "raise-processes"]],
		["[escape-memory-bomb] memory bombs", ["memory-bomb", "memory-mapped", "memory-together", "memory-shared", "memory-files"]],
		[
			"[escape-disk-fill] a disk fill",
			["disk-fill", "disk-fill-hidden", "disk-names", "big-file", "sparse-file", "fill-tmp", "fill-shared-memory"],
		],
		[
			"[escape-supervisor-killed] outliving a killed supervisor",
			["supervisor-killed", "outlive-session", "outlive-daemon", "outlive-time"],
		],
	])("%s is stopped", (_, ids) => {
		expect(ids.map((id) => [id, result(id).writ.verdict])).toEqual(ids.map((id) => [id, "blocked"]));
	});

	it("[escape-set-id] set-uid and set-gid files are never made, by any call", () => {
		const family = report.results.filter((one) => one.family === "set-id files");
		expect(family.length).toBeGreaterThan(10);
		expect(family.map(({ writ }) => writ.verdict)).toEqual(family.map(() => "blocked"));
	});

	it("[escape-proxy-alive] the proxy that refuses the others lets granted hosts through", () => {
		expect(result("proxy-kept-alive").writ.seen).toContain("200");
		expect(result("proxy-rebinding").writ.seen).toContain("200");
		expect(result("proxy-host").writ.seen).toContain("403");
	});
});
