import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runHome } from "./run-home.ts";

const { folder, workspace, profile, run } = runHome();

let tarball: Buffer = Buffer.alloc(0);
let registry: Server;
let port = 0;
let online = "";
const asked: string[] = [];

/** A registry with one package, on this machine. */
beforeAll(async () => {
	const source = join(folder, "tiny/package");
	mkdirSync(source, { recursive: true });
	writeFileSync(join(source, "package.json"), JSON.stringify({ name: "tiny", version: "1.0.0", main: "index.js" }));
	writeFileSync(join(source, "index.js"), "module.exports = (one, other) => one + other;\n");
	const file = join(folder, "tiny.tgz");
	execFileSync("tar", ["-czf", file, "-C", join(folder, "tiny"), "package"]);
	tarball = readFileSync(file);
	registry = createServer(({ url = "" }, response) => {
		asked.push(url);
		if (url === "/tiny/-/tiny-1.0.0.tgz") response.end(tarball);
		else response.writeHead(404).end();
	});
	await new Promise<void>((resolve) => registry.listen(0, "127.0.0.1", resolve));
	const address = registry.address();
	port = typeof address === "object" && address !== null ? address.port : 0;
	online = profile(
		`name: online\ntools: {allowed: [Read]}\nfilesystem: {read_paths: [./workspace], write_paths: [./workspace], allow_symlinks: inside}\nnetwork: {allow: ["localhost:${port}"]}\ncapabilities: {network_access: true}\n`,
	);
});
afterAll(() => {
	registry.close();
});

/** A project with one dependency and one test. */
function project(): string {
	const manifest = { name: "project", version: "1.0.0", scripts: { test: "node test.js" }, dependencies: { tiny: "1.0.0" } };
	const integrity = `sha512-${createHash("sha512").update(tarball).digest("base64")}`;
	const resolved = `http://localhost:${port}/tiny/-/tiny-1.0.0.tgz`;
	const { scripts: _, ...root } = manifest;
	const lock = {
		...root,
		lockfileVersion: 3,
		packages: { "": root, "node_modules/tiny": { version: "1.0.0", resolved, integrity } },
	};
	return workspace({
		"package.json": JSON.stringify(manifest),
		"package-lock.json": JSON.stringify(lock),
		"test.js": 'require("node:assert").equal(require("tiny")(40, 2), 42);\nconsole.log("tests passed");\n',
	});
}

describe("a real program at work inside", () => {
	it("[sandbox-story-real-npm] npm ci && npm test work with an allow-listed registry, which is all that they reach", async () => {
		const directory = project();
		const quiet = `--registry=http://localhost:${port}/ --no-audit --no-fund --no-update-notifier`;
		const elsewhere = "npm view elsewhere --registry=https://elsewhere.test/ --fetch-retries=0 >/dev/null 2>&1 && echo reached";
		// Below /tmp it has a directory in memory, which nobody else sees.
		const outside = `(echo x > /usr/outside) 2>/dev/null && echo wrote; (echo x > ${folder}/outside) 2>/dev/null`;
		const ran = await run(["--profile", online, "--json"], `npm ci ${quiet} && npm test; code=$?; ${elsewhere}; ${outside}; exit $code`, {
			directory,
		});
		expect(ran.code, ran.complaints).toBe(0);
		expect(ran.out).toContain("tests passed");
		expect(ran.out).not.toMatch(/reached|wrote/);
		expect(asked).toContain("/tiny/-/tiny-1.0.0.tgz");
		expect(existsSync(join(directory, "node_modules/tiny/index.js"))).toBe(true);
		expect(existsSync(join(folder, "outside"))).toBe(false);
		expect(ran.report().violations).toContainEqual(expect.objectContaining({ host: "elsewhere.test" }));
	}, 20_000);

	it("[sandbox-story-real-git] git keeps a history inside; a push to another host is denied, and so is a hook in a repository that is there", async () => {
		const directory = workspace({ "readme.txt": "one\n" });
		const script = [
			"set -e",
			"git init -q .",
			"git config --global user.name ann",
			"git config --global user.email ann@example.test",
			"git add readme.txt",
			"git commit -qm first",
			"echo two >> readme.txt",
			"git status --short",
			"git log --format=%s",
			"git push -q http://elsewhere.test/repository.git HEAD 2>/dev/null && echo pushed",
			"exit 0",
		].join("\n");
		const ran = await run(["--profile", online, "--json"], script, { directory });
		expect(ran.out, ran.complaints).toBe(" M readme.txt\nfirst\n");
		const hook = await run(["--profile", online], "git add . && echo evil > .git/hooks/pre-commit", { directory });
		expect([hook.code, existsSync(join(directory, ".git/hooks/pre-commit"))]).toEqual([2, false]);
		expect(ran.report().violations).toContainEqual(expect.objectContaining({ host: "elsewhere.test" }));
	}, 20_000);
});
