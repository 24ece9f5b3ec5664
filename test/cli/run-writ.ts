import "./scratch.ts";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterEach } from "vitest";

// Its folders must outlive the servers in them: hooks run in the reverse of their order.

export const WRIT = join(import.meta.dirname, "../../bin/writ");

const servers: ChildProcess[] = [];
const homes = new Set<string>();
afterEach(async () => {
	for (const server of servers.splice(0)) await ended(server);
	for (const home of homes) await endDaemon(home);
	homes.clear();
});

/** What a process wrote, and how it ended. */
export interface Ran {
	readonly code: number | null;
	readonly out: string;
	readonly complaints: string;
}

/** A daemon that is started in this home ends with the test. */
export function watchHome(home: string): void {
	homes.add(home);
}

/** Runs the real command in a home; a daemon that it starts ends with the test. */
export async function runWrit(home: string, words: readonly string[], { input = "", key = "" } = {}): Promise<Ran> {
	watchHome(home);
	const child = spawn(WRIT, words, { env: environment(home, key), stdio: ["pipe", "pipe", "pipe"] });
	let out = "";
	let complaints = "";
	child.stdout.setEncoding("utf8").on("data", (text) => {
		out += text;
	});
	child.stderr.setEncoding("utf8").on("data", (text) => {
		complaints += text;
	});
	child.stdin.on("error", () => undefined);
	child.stdin.end(input);
	const [code] = await once(child, "close");
	return { code, out, complaints };
}

/** The same with `--json`, read. */
export async function askWrit(home: string, words: readonly string[], options = {}) {
	const { code, out } = await runWrit(home, [...words, "--json"], options);
	return { code, reply: JSON.parse(out) };
}

/** Starts the real server and waits until it is ready. */
export async function startServer(home: string, ...words: readonly string[]) {
	const child = spawn(WRIT, ["serve", "--json", "--port", "0", ...words], { env: environment(home), stdio: ["ignore", "pipe", "pipe"] });
	servers.push(child);
	let log = "";
	child.stderr.setEncoding("utf8").on("data", (text) => {
		log += text;
	});
	const lines = createInterface(child.stdout);
	const [line] = await Promise.race([once(lines, "line"), once(child, "exit").then(() => [""])]);
	if (line === "") throw new Error(`the server did not start: ${log}`);
	return { child, ready: JSON.parse(line), log: () => log };
}

/** The process that holds a home, or `null`. */
export function holderOf(home: string): number | null {
	try {
		return Number(readFileSync(join(home, "writ.db.pid"), "utf8"));
	} catch {
		return null;
	}
}

export function isAlive(pid: number): boolean {
	try {
		process.kill(pid, 0);
		return true;
	} catch {
		return false;
	}
}

/** Waits until something holds, for ten seconds at most. */
export async function until(holds: () => boolean | Promise<boolean>): Promise<boolean> {
	const end = performance.now() + 10_000;
	while (!(await holds())) {
		if (performance.now() > end) return false;
		await new Promise((resolve) => setTimeout(resolve, 50));
	}
	return true;
}

function environment(home: string, key = ""): NodeJS.ProcessEnv {
	return { ...process.env, WRIT_HOME: home, WRIT_KEY: key, WRIT_DATABASE: undefined, NO_COLOR: "1", FORCE_COLOR: undefined };
}

async function ended(child: ChildProcess): Promise<void> {
	if (child.exitCode !== null || child.signalCode !== null) return;
	child.kill("SIGKILL");
	await once(child, "exit");
}

async function endDaemon(home: string): Promise<void> {
	const pid = holderOf(home);
	if (pid === null || !isAlive(pid)) return;
	process.kill(pid, "SIGTERM");
	await until(() => !isAlive(pid));
}
