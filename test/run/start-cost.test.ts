import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build, type Metafile } from "esbuild";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { bundleCommand } from "../../scripts/bundle-command.ts";
import { unrollIndexes } from "../../scripts/unroll-indexes.ts";

const REPOSITORY = join(import.meta.dirname, "../..");
let pieces: Metafile["outputs"] = {};
beforeAll(async () => {
	const { metafile } = await build({
		absWorkingDir: REPOSITORY,
		entryPoints: ["src/cli/main.ts"],
		bundle: true,
		splitting: true,
		minify: true,
		format: "esm",
		platform: "node",
		outdir: "dist",
		write: false,
		metafile: true,
		logLevel: "silent",
		plugins: [unrollIndexes],
	});
	pieces = metafile.outputs;
});

/** Everything that is read before a file of ours can be used. */
function readFor(entry: string): readonly string[] {
	const [first] = Object.entries(pieces).find(([, { entryPoint }]) => entryPoint === entry) ?? [];
	const found = first === undefined ? [] : [first];
	// Grows while it is walked.
	for (const piece of found)
		for (const { path, kind } of pieces[piece]?.imports ?? [])
			if (kind === "import-statement" && path in pieces && !found.includes(path)) found.push(path);
	return found;
}

describe("the start of writ run", () => {
	it("[sandbox-14-start] reads what it needs, and nothing of the server, of YAML, of shell grammar or of the network", () => {
		const entries = ["main.ts", "commands/run.ts", "run/run-program.ts", "run/supervise-program.ts"];
		const read = new Set(entries.flatMap((entry) => readFor(`src/cli/${entry}`)));
		expect(read.size).toBeGreaterThan(2);
		const files = [...read].flatMap((piece) => Object.keys(pieces[piece]?.inputs ?? {}));
		expect(files).toContain("src/supervise/supervise-run.ts");
		expect(files.filter((file) => /node_modules\/(?!commander)|^src\/(store|ledger|definitions)\/|create-proxy/.test(file))).toEqual([]);
		const bytes = [...read].reduce((sum, piece) => sum + (pieces[piece]?.bytes ?? 0), 0);
		expect(bytes).toBeLessThan(250_000);
	});

	it("[sandbox-14-start] has a bundle of its own, whose first files are small and name the rest", async () => {
		const folder = scratch();
		await bundleCommand(folder);
		expect(readdirSync(join(folder, "run")).toSorted()).toEqual(
			["compose-own", "definitions", "main-run", "probe-machine", "run-network", "start-daemon", "start"].map((name) => `${name}.cjs`),
		);
		const size = (name: string): number => statSync(join(folder, "run", name)).size;
		expect(size("start.cjs")).toBeLessThan(3_000);
		// With the reader of git objects, caches and the home of a run.
		expect(size("main-run.cjs")).toBeLessThan(240_000);
	});

	it.each([
		["ours and closed", 0o700, true],
		["ours and open to readers", 0o755, true],
		["one that others can write", 0o777, false],
		["one that its group can write", 0o770, false],
	])("[sandbox-14-kept-code] keeps compiled code in a home that is %s: %o", (_, mode, isKept) => {
		const home = scratch();
		mkdirSync(join(home, "run"), { mode: 0o700 });
		chmodSync(home, mode);
		execFileSync(process.execPath, ["-e", KEEP], { env: { WRIT_HOME: home } });
		expect(existsSync(join(home, "run/code"))).toBe(isKept);
	});
});

const KEEP = `import(${JSON.stringify(join(REPOSITORY, "src/cli/run/keep-compiled-code.ts"))}).then((module) => module.keepCompiledCode())`;

function scratch(): string {
	const folder = mkdtempSync(join(tmpdir(), "writ-start-"));
	onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
	return folder;
}
