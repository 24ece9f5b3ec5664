import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { callWrit } from "../cli/call-writ.ts";

describe("writ doctor", () => {
	it("[doctor-json] --json says everything: level, every probe with its cure, what is missing, the key of the report", async () => {
		const { code, out } = await callWrit(["doctor", "--json"]);
		expect(code).toBe(0);
		expect(JSON.parse(out)).toEqual({
			ok: true,
			key: expect.stringMatching(/^[0-9a-f]{64}$/),
			level: expect.stringMatching(/^L[34]$/),
			platform: "linux",
			architecture: process.arch,
			probes: expect.arrayContaining([
				{ name: "seccomp", ok: true, needed: true, detail: expect.any(String), cure: null },
				{ name: "landlock", ok: expect.any(Boolean), needed: false, detail: expect.any(String), cure: null },
			]),
			missing: expect.arrayContaining([expect.any(String)]),
			cures: expect.any(Array),
			shell: expect.any(Array),
		});
	});

	it("[doctor-exit] exits 0 where a process can be confined, and says so in words", async () => {
		const { code, out, complaints } = await callWrit(["doctor"]);
		expect([code, complaints]).toEqual([0, ""]);
		expect(out).toMatch(/^✓ Level L[34]: processes are confined/);
	});

	// Only root lays something over a program of the system.
	it.skipIf(process.getuid?.() !== 0)("[doctor-exit] exits 3 where none can, with the cure, and does not attack what is not there", () => {
		const folder = mkdtempSync(join(tmpdir(), "writ-no-bwrap-"));
		onTestFinished(() => rmSync(folder, { recursive: true }));
		writeFileSync(join(folder, "bwrap"), "");
		// Without bubblewrap: an empty file lies over it, in a mount namespace of this test.
		const hidden = `mount --make-rprivate / && mount --bind ${folder}/bwrap /usr/bin/bwrap && exec "$@"`;
		const words = [
			"--mount",

			"sh",
			"-c",
			hidden,
			"sh",
			process.execPath,
			join(import.meta.dirname, "../../src/cli/main.ts"),
		];
		const { status, stdout } = spawnSync("unshare", [...words, "doctor", "--attack"], { encoding: "utf8" });
		expect(status).toBe(3);
		expect(stdout).toMatch(/^✗ Level L0: nothing can be confined here/);
		expect(stdout).toContain("bubblewrap");
	});

	it("[doctor-at-once] where no bwrap is found, it ends as soon as it has answered", () => {
		const home = mkdtempSync(join(tmpdir(), "writ-no-bwrap-"));
		onTestFinished(() => rmSync(home, { recursive: true, force: true }));
		const main = join(import.meta.dirname, "../../src/cli/main.ts");
		// What a program that cannot be started keeps waiting, it keeps for ten seconds.
		const { status, stdout } = spawnSync(process.execPath, [main, "doctor"], {
			encoding: "utf8",
			env: { ...process.env, PATH: "/nonexistent", WRIT_HOME: home },
			timeout: 9_000,
		});
		expect([status, stdout]).toEqual([3, expect.stringMatching(/^✗ Level L0: nothing can be confined here/)]);
	});

	it("[doctor-agrees] in a user namespace that does not map root, doctor says what run says, and not to install what is there", () => {
		const home = mkdtempSync(join(tmpdir(), "writ-unmapped-"));
		onTestFinished(() => rmSync(home, { recursive: true, force: true }));
		const main = join(import.meta.dirname, "../../src/cli/main.ts");
		const inside = (...words: readonly string[]) =>
			spawnSync(
				"/usr/bin/bwrap",
				[
					"--dev-bind",
					"/",
					"/",
					"--proc",
					"/proc",
					"--unshare-pid",
					"--die-with-parent",
					"--unshare-user",
					"--uid",
					"1000",
					"--",
					process.execPath,
					main,
					...words,
				],
				{
					encoding: "utf8",
					env: { ...process.env, WRIT_HOME: home },
					cwd: home,
				},
			);
		const doctor = inside("doctor");
		const run = inside("run", "--", "true");
		for (const { status, stdout, stderr } of [doctor, run]) {
			expect([status, `${stdout}${stderr}`]).toEqual([3, expect.stringContaining("in one that maps root")]);
			expect(`${stdout}${stderr}`).not.toMatch(/apt-get|Install/);
		}
	});
});
