import { spawnSync } from "node:child_process";
import { chmodSync, copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

const LOCK = {
	packages: {
		"": { name: "writ" },
		"node_modules/a": { version: "1.0.0" },
		"node_modules/other-platform": { version: "2.0.0", optional: true },
	},
};
const INSTALLED = { packages: { "node_modules/a": { version: "1.0.0" } } };

let top = "";
beforeEach(() => {
	top = realpathSync(mkdtempSync(join(tmpdir(), "writ-setup-")));
	chmodSync(top, 0o755);
	file("package-lock.json", JSON.stringify(LOCK));
	file("node_modules/.package-lock.json", JSON.stringify(INSTALLED));
	program("node_modules/node/bin/node");
	mkdirSync(join(top, "scripts"));
	copyFileSync(join(import.meta.dirname, "../../scripts/setup.mjs"), join(top, "scripts/setup.mjs"));
	for (const name of ["npm", "bash", "bwrap", "chromium", "curl", "ps", "python3", "strace", "dash", "apt-get"]) program(`path/${name}`);
	file("said", "");
	chmodSync(join(top, "said"), 0o666);
});
afterEach(() => rmSync(top, { recursive: true, force: true }));

function file(path: string, text: string): void {
	mkdirSync(dirname(join(top, path)), { recursive: true });
	writeFileSync(join(top, path), text);
}

/** A program that notes how it was called. */
function program(path: string, status = 0): void {
	file(path, `#!/bin/sh\necho "\${0##*/} $*" >> ${top}/said\nexit ${status}\n`);
	chmodSync(join(top, path), 0o755);
}

/** Runs the set-up with nothing on the PATH but the programs above. */
function setUp(words: readonly string[], { asNobody = false } = {}) {
	const script = `${asNobody && process.getuid?.() === 0 ? "process.setuid(65534);" : ""} process.argv.push(...${JSON.stringify(words)}); await import(${JSON.stringify(join(top, "scripts/setup.mjs"))});`;
	const path = `${join(top, "node_modules/.bin")}:${join(top, "path")}`;
	const { status, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", script], {
		cwd: "/",
		encoding: "utf8",
		env: { PATH: path },
	});
	return {
		status,
		stderr,
		said: readFileSync(join(top, "said"), "utf8")
			.trim()
			.split("\n")
			.filter((line) => line !== ""),
	};
}

const isRoot = process.getuid?.() === 0;

describe("scripts/setup.mjs", () => {
	it("[setup-offline] does nothing when everything is there, so that it works offline", () => {
		expect(setUp([])).toMatchObject({ status: 0, said: [] });
		expect(setUp(["--for-tests"])).toMatchObject({ status: 0, said: [] });
	});

	it.each([
		["there is no node_modules", () => rmSync(join(top, "node_modules"), { recursive: true })],
		[
			"a package has another version",
			() => file("node_modules/.package-lock.json", JSON.stringify({ packages: { "node_modules/a": { version: "0.9.0" } } })),
		],
		["a package is missing", () => file("node_modules/.package-lock.json", JSON.stringify({ packages: {} }))],
		[
			"a package is too many",
			() =>
				file(
					"node_modules/.package-lock.json",
					JSON.stringify({ packages: { ...INSTALLED.packages, "node_modules/b": { version: "1.0.0" } } }),
				),
		],
		["the pinned Node is missing", () => rmSync(join(top, "node_modules/node"), { recursive: true })],
	])("[setup-installs] installs the packages when %s", (_, spoil) => {
		spoil();
		expect(setUp([])).toMatchObject({ status: 0, said: ["npm ci --include=dev --loglevel=error"] });
	});

	it("[setup-installs] fails with the cause when the packages cannot be installed", () => {
		rmSync(join(top, "node_modules"), { recursive: true });
		program("path/npm", 1);
		const { status, stderr } = setUp([]);
		expect(status).toBe(3);
		expect(stderr).toContain("npm ci failed");
	});

	it.runIf(isRoot)("[setup-system] installs missing system packages as root", () => {
		rmSync(join(top, "path/bwrap"));
		rmSync(join(top, "path/chromium"));
		expect(setUp(["--for-tests"]).said).toEqual(["apt-get update", "apt-get install -y --no-install-recommends bubblewrap chromium"]);
	});

	it("[setup-system] installs them with sudo when that asks for no password", () => {
		rmSync(join(top, "path/chromium"));
		program("path/sudo");
		expect(setUp(["--for-tests"], { asNobody: true }).said).toEqual([
			"sudo -n true",
			"sudo apt-get update",
			"sudo apt-get install -y --no-install-recommends chromium",
		]);
	});

	it("[setup-system] prints the exact command when it cannot install them", () => {
		rmSync(join(top, "path/chromium"));
		program("path/sudo", 1);
		const refused = setUp(["--for-tests"], { asNobody: true });
		expect(refused.status).toBe(3);
		expect(refused.stderr).toContain("    sudo apt-get update && sudo apt-get install -y --no-install-recommends chromium\n");
		expect(refused.said).toEqual(["sudo -n true"]);
		rmSync(join(top, "path/sudo"));
		expect(setUp(["--for-tests"], { asNobody: true }).stderr).toContain("sudo apt-get install -y --no-install-recommends chromium");
		expect(existsSync(join(top, "path/chromium"))).toBe(false);
	});

	it("[setup-start] starting needs no system package", () => {
		rmSync(join(top, "path/chromium"));
		expect(setUp([])).toMatchObject({ status: 0, said: [] });
	});
});
