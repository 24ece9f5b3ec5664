import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { request } from "node:http";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterEach, describe, expect, it } from "vitest";
import { callWrit } from "./call-writ.ts";
import { scratch } from "./scratch.ts";

const WRIT = join(import.meta.dirname, "../../bin/writ");
const LINE = `${JSON.stringify({ profile: "read-only", request: { kind: "command", command: "git status" } })}\n`;

const children: ChildProcess[] = [];
afterEach(async () => {
	for (const child of children.splice(0)) {
		if (child.exitCode !== null || child.signalCode !== null) continue;
		child.kill("SIGKILL");
		await once(child, "exit");
	}
});

function start(words: readonly string[]) {
	const child = spawn(WRIT, words, { stdio: ["pipe", "pipe", "pipe"], env: { ...process.env, WRIT_HOME: scratch() } });
	children.push(child);
	return child;
}

describe("writ decide, as a process", () => {
	it("[cli-decide-order] answers each line before the next one is sent", async () => {
		const child = start(["decide"]);
		const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
		for (const id of [1, 2, 3]) {
			child.stdin.write(`{"id":${id},${LINE.slice(1)}`);
			expect(JSON.parse((await lines.next()).value ?? "")).toMatchObject({ id, effect: "allow" });
		}
		child.stdin.write(LINE.trimEnd());
		child.stdin.end();
		expect(JSON.parse((await lines.next()).value ?? "")).toMatchObject({ effect: "allow" });
		expect(await once(child, "exit")).toEqual([0, null]);
	});

	it("[cli-decide-exit] ends with 0 without any line, and quietly when nobody reads its answers", async () => {
		expect(spawnSync(WRIT, ["decide"], { input: "" }).status).toBe(0);
		const child = start(["decide"]);
		let complaints = "";
		child.stderr.on("data", (text) => {
			complaints += text;
		});
		child.stdin.on("error", () => {});
		child.stdout.destroy();
		child.stdin.write(LINE.repeat(2000));
		child.stdin.end();
		const [code] = await once(child, "exit");
		expect(code).toBe(3);
		expect(complaints).toBe("");
	});

	it("[cli-decide-bounds] answers ten thousand lines through one pipe, in order", () => {
		const count = 10_000;
		const input = Array.from({ length: count }, (_, id) => `{"id":${id},${LINE.slice(1)}`).join("");
		const { stdout, status } = spawnSync(WRIT, ["decide"], {
			input,
			encoding: "utf8",
			maxBuffer: 1 << 28,
			env: { ...process.env, WRIT_HOME: scratch() },
		});
		const ids = stdout
			.trimEnd()
			.split("\n")
			.map((line) => JSON.parse(line).id);
		expect(status).toBe(0);
		expect(ids).toEqual(Array.from({ length: count }, (_, id) => id));
	});
});

describe("writ serve", () => {
	async function serve(...words: string[]) {
		const child = start(["serve", "--json", "--port", "0", ...words]);
		const [line]: string[] = await once(createInterface(child.stdout), "line");
		return { child, ready: JSON.parse(line ?? "") };
	}

	it("[cli-serve-ready] prints one line when it is ready, serves the page, and stops on SIGTERM", async () => {
		const { child, ready } = await serve();
		let more = "";
		child.stdout.on("data", (text) => {
			more += text;
		});
		expect(Object.keys(ready)).toEqual(["url", "socket", "pid", "home", "admin_key_file", "mcp_url"]);
		expect(ready.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/$/);
		expect(ready.pid).toBe(child.pid);
		const page = await fetch(ready.url);
		expect(page.status).toBe(200);
		expect(page.headers.get("content-security-policy")).toContain("default-src 'none'");
		expect(await page.text()).toContain("<title>");
		for (const path of ["none", "..%2fpackage.json", "../package.json", "index.html/x", "chunks"])
			expect((await fetch(ready.url + path)).status, path).toBe(404);
		expect((await fetch(ready.url, { method: "POST" })).status).toBe(405);
		child.kill("SIGTERM");
		expect(await once(child, "exit")).toEqual([0, null]);
		expect(more).toBe("");
	});

	it("[cli-serve-ready] a foreign Host is refused", async () => {
		const { ready } = await serve();
		const status = (host: string) =>
			new Promise((answer, reject) => {
				request(ready.url, { headers: { host } }, (response) => answer(response.resume().statusCode))
					.on("error", reject)
					.end();
			});
		expect(await status("evil.example")).toBe(403);
		expect(await status(`localhost:${new URL(ready.url).port}`)).toBe(200);
	});

	it("[cli-exit-codes] ends with 3 and the cure when the port is taken, and with 2 when it is none", async () => {
		const { ready } = await serve();
		const taken = spawnSync(WRIT, ["serve", "--port", new URL(ready.url).port, "--home", scratch()], { encoding: "utf8" });
		expect(taken.status).toBe(3);
		expect(taken.stderr).toContain("--port");
		expect(spawnSync(WRIT, ["serve", "--port", "x"], { encoding: "utf8" }).status).toBe(2);
	});
});

describe("writ completion, in a shell", () => {
	it("[cli-completion] completes commands, options and names in bash", async () => {
		const { out: script } = await callWrit(["completion", "bash"]);
		const complete = (...words: string[]) => {
			const program = `${script}\nwrit() { ${WRIT} "$@"; }\nCOMP_WORDS=(${words.map((word) => `'${word}'`).join(" ")})\nCOMP_CWORD=${words.length - 1}\n_writ 2>/dev/null\necho "\${COMPREPLY[@]}"`;
			return execFileSync("bash", ["-c", program], { encoding: "utf8", env: { ...process.env, WRIT_HOME: scratch() } })
				.trim()
				.split(" ");
		};
		expect(complete("writ", "ex")).toEqual(["explain"]);
		expect(complete("writ", "serve", "--p")).toEqual(["--port"]);
		expect(complete("writ", "compose", "nexus/")).toEqual(["nexus/trusted", "nexus/yolo"]);
		expect(complete("writ", "completion", "")).toContain("fish");
		expect(complete("writ", "agent", "sp")).toEqual(["spawn"]);
		expect(complete("writ", "agent", "spawn", "--dr")).toEqual(["--dry-run"]);
		expect(complete("writ", "serve", "--da")).toEqual(["--database"]);
	});
});
