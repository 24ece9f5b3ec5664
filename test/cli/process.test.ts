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

	it("[cli-exit-codes] ends with 3 and the cure when the port is taken, and with 2 when it is not a port", async () => {
		const { ready } = await serve();
		const taken = spawnSync(WRIT, ["serve", "--port", new URL(ready.url).port, "--home", scratch()], { encoding: "utf8" });
		expect(taken.status).toBe(3);
		expect(taken.stderr).toContain("--port");
		expect(spawnSync(WRIT, ["serve", "--port", "x"], { encoding: "utf8" }).status).toBe(2);
	});
});

describe("writ, when its answer cannot be written", () => {
	const explain = (redirect: string, request: string) =>
		spawnSync("bash", ["-c", `"$0" explain read-only command '${request}' ${redirect}; exit "\${PIPESTATUS[0]}"`, WRIT], {
			encoding: "utf8",
			env: { ...process.env, WRIT_HOME: scratch(), NO_COLOR: "1", FORCE_COLOR: undefined },
		});

	it.each(["git status", "git push"])("[cli-output-lost] says why in one line and ends with 3, for '%s'", (request) => {
		const { status, stderr } = explain(">/dev/full", request);
		expect(stderr).toBe("writ: the answer could not be written: no space left on device (ENOSPC)\n");
		expect(status).toBe(3);
	});

	it("[cli-output-lost] ends with 3 and in silence when the reader has gone", () => {
		// The reader ends at once; writ takes far longer to start.
		const { status, stderr } = explain("| true", "git push");
		expect(stderr).toBe("");
		expect(status).toBe(3);
	});
});

describe("writ completion, in a shell", () => {
	/** What bash offers for the last of these words. */
	async function complete(...words: string[]): Promise<string[]> {
		return (await offered(words)).offers;
	}

	/** The same, and what bash is told to offer besides: `default` = files. */
	async function offered(words: readonly string[]) {
		const { out: script } = await callWrit(["completion", "bash"]);
		const program = `${script}\nwrit() { ${WRIT} "$@"; }\nCOMP_WORDS=(${words.map((word) => `'${word}'`).join(" ")})\nCOMP_CWORD=${words.length - 1}\ncompopt() { besides=$2; }\n_writ\necho "\${COMPREPLY[@]}"\necho "$besides"`;
		const answer = execFileSync("bash", ["-c", program], { encoding: "utf8", env: { ...process.env, WRIT_HOME: scratch() } });
		const [offers = "", besides = ""] = answer.split("\n");
		return { offers: offers.split(" "), besides };
	}

	it("[cli-completion] completes commands, options and names in bash", async () => {
		expect(await complete("writ", "ex")).toEqual(["explain"]);
		expect(await complete("writ", "serve", "--p")).toEqual(["--port"]);
		expect(await complete("writ", "compose", "nexus/")).toEqual(["nexus/trusted", "nexus/yolo"]);
		expect(await complete("writ", "completion", "")).toContain("fish");
		expect(await complete("writ", "agent", "sp")).toEqual(["spawn"]);
		expect(await complete("writ", "agent", "spawn", "--dr")).toEqual(["--dry-run"]);
		expect(await complete("writ", "serve", "--da")).toEqual(["--database"]);
	});

	it("[cli-completion] offers in bash the choices of an option, each command its own", async () => {
		expect(await complete("writ", "agent", "spawn", "--mode", "")).toEqual(["isolated", "nested", "shared"]);
		expect(await complete("writ", "run", "--level", "L")).toEqual(["L0", "L1", "L2", "L3", "L4"]);
		expect(await complete("writ", "audit", "list", "--effect", "a")).toEqual(["allow", "ask"]);
		expect(await complete("writ", "audit", "export", "--format", "")).toEqual(["jsonl", "csv", "ocsf"]);
		expect(await complete("writ", "grant", "create", "--scope", "s")).toEqual(["session"]);
		expect(await complete("writ", "key", "create", "--scope", "s")).toEqual(["system"]);
		expect(await complete("writ", "agent", "list", "--status", "r")).toEqual(["registered", "running"]);
		expect(await complete("writ", "approval", "list", "--status", "=", "e")).toEqual(["expired"]);
		expect(await complete("writ", "approval", "list", "--status", "=")).toContain("pending");
	});

	it("[cli-completion] offers in bash profiles for --profile and --preset, and no files", async () => {
		for (const words of [["run"], ["explain"], ["replay"], ["mcp", "mount"], ["agent", "spawn"], ["sandbox", "plan"]])
			expect(await complete("writ", ...words, "--profile", "nexus/"), words.join(" ")).toEqual(["nexus/trusted", "nexus/yolo"]);
		expect(await complete("writ", "agent", "create", "--preset", "sandb")).toEqual(["sandboxed"]);
		expect(await offered(["writ", "run", "--profile", "pack"])).toEqual({ offers: [""], besides: "" });
		expect(await offered(["writ", "run", "--agent", "pack"])).toEqual({ offers: [""], besides: "default" });
	});

	it("[cli-completion] offers files in bash to who has begun to write a path, and folders where one is taken", async () => {
		expect((await offered(["writ", "run", "--profile", "./pack"])).besides).toBe("default");
		expect((await offered(["writ", "run", "--workspace", ""])).besides).toBe("dirnames");
		expect((await offered(["writ", "agent", "list", "--home", ""])).besides).toBe("dirnames");
	});

	it("[cli-completion] offers in bash the commands and their verbs after help", async () => {
		expect(await complete("writ", "he")).toEqual(["help"]);
		expect(await complete("writ", "help", "ex")).toEqual(["explain"]);
		expect(await complete("writ", "help", "agent", "sp")).toEqual(["spawn"]);
	});
});
