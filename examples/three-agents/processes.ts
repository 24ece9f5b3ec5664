import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";

const WRIT = join(import.meta.dirname, "../../bin/writ");

/** What `writ serve --json` says when it is ready. */
export interface Server {
	readonly url: string;
	readonly mcp_url: string;
}

const started: ChildProcess[] = [];

/** Starts a server of this home on a free port of this machine. */
export async function startServer(home: string): Promise<Server> {
	const child = keep(spawn(WRIT, ["serve", "--port", "0", "--json", "--home", home], { stdio: ["ignore", "pipe", "ignore"] }));
	return JSON.parse(await nextLine(child));
}

/** Starts an agent: a process that has its key and no other, and whose lines are handed on; it is there when it says so. */
export async function startAgent(name: string, key: string, server: Server, heard: (line: string) => void): Promise<void> {
	// SECURITY: nothing of the person's environment goes along.
	const env = { WRIT_KEY: key, WRIT_URL: server.url, WRIT_MCP_URL: server.mcp_url };
	const child = keep(spawn(process.execPath, [join(import.meta.dirname, `${name}.ts`)], { env, stdio: ["ignore", "pipe", "inherit"] }));
	const ready = nextLine(child);
	createInterface(child.stdout).on("line", heard);
	await ready;
}

/** Runs a command of `writ` as the person who owns the home, and gives back what it answers as JSON. */
export async function writ(home: string, ...words: readonly string[]): Promise<Readonly<Record<string, unknown>>> {
	const child = spawn(WRIT, [...words, "--json", "--home", home], { stdio: ["ignore", "pipe", "inherit"] });
	let answer = "";
	child.stdout.setEncoding("utf8").on("data", (text) => {
		answer += text;
	});
	await once(child, "close");
	return JSON.parse(answer);
}

/** Ends everything that was started, the last first. */
export async function endAll(): Promise<void> {
	for (const child of started.splice(0).toReversed()) {
		if (child.exitCode !== null || child.signalCode !== null) continue;
		child.kill("SIGTERM");
		await once(child, "exit");
	}
}

function keep<Child extends ChildProcess>(child: Child): Child {
	started.push(child);
	return child;
}

async function nextLine(child: ChildProcess & { readonly stdout: NodeJS.ReadableStream }): Promise<string> {
	const line = once(createInterface(child.stdout), "line").then(([text]) => String(text));
	const ended = once(child, "exit").then(([code]) => Promise.reject(new Error(`a process ended with ${code} before it was ready`)));
	return Promise.race([line, ended]);
}
