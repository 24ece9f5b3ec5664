import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";

const WRIT = join(import.meta.dirname, "../../bin/writ");

type Members = Readonly<Record<string, unknown>>;

/** What a call over HTTP came to. */
export interface Reply {
	readonly status: number;
	readonly body: Members;
}

/** `writ serve` on a home of its own, and `writ decide` beside it: two processes that share nothing. */
export interface TwoPrograms {
	/** Calls the server over HTTP with a key; `null` = the administrator's. */
	readonly call: (key: string | null, method: string, path: string, body?: unknown) => Promise<Reply>;
	/** Sends an event to the server's socket, as the person whose home it is. */
	readonly send: (event: string, data: object) => Promise<Members>;
	/** Asks `writ decide` one line. */
	readonly decide: (line: object) => Promise<Members>;
	readonly stop: () => Promise<void>;
}

export async function startTwoPrograms(): Promise<TwoPrograms> {
	const home = mkdtempSync(join(tmpdir(), "writ-lineage-"));
	const environment = { ...process.env, WRIT_HOME: home };
	const server = spawn(WRIT, ["serve", "--json", "--port", "0"], { env: environment, stdio: ["ignore", "pipe", "ignore"] });
	const { url, socket, admin_key_file } = await firstLine(server);
	const admin = readFileSync(String(admin_key_file), "utf8").trim();
	const decider = spawn(WRIT, ["decide"], { env: environment, stdio: ["pipe", "pipe", "inherit"] });
	const line = connect({ path: String(socket) });
	await once(line, "connect");
	const events = inTurn(line, line, (answer) => String(answer.correlation_id));
	const lines = inTurn(decider.stdout, decider.stdin, (answer) => String(answer.id));
	return {
		call: (key, method, path, body) => callOver(new URL(path, String(url)), key ?? admin, method, body),
		send: (event, data) => events((id) => ({ event, data, correlation_id: id })),
		decide: (question) => lines((id) => ({ id, ...question })),
		async stop() {
			line.destroy();
			decider.stdin.end();
			server.kill("SIGTERM");
			await Promise.all([ended(server), ended(decider)]);
			rmSync(home, { recursive: true, force: true });
		},
	};
}

async function firstLine(server: ChildProcess): Promise<Members> {
	if (server.stdout === null) throw new Error("the server has no output");
	for await (const text of createInterface({ input: server.stdout })) return JSON.parse(text);
	throw new Error("the server ended before it was ready");
}

async function ended(child: ChildProcess): Promise<void> {
	if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
}

/** Questions and answers as JSON lines; an answer is known by the id that it repeats. */
function inTurn(input: Readable, output: Writable, idOf: (answer: Members) => string): (make: (id: string) => object) => Promise<Members> {
	const waiting = new Map<string, (answer: Members) => void>();
	let asked = 0;
	let rest = "";
	// Not by `readline`, which also ends a line at U+2028: answers repeat the texts that they are about.
	input.setEncoding("utf8").on("data", (text: string) => {
		const pieces = (rest + text).split("\n");
		rest = pieces.pop() ?? "";
		for (const piece of pieces) {
			const answer: Members = JSON.parse(piece);
			waiting.get(idOf(answer))?.(answer);
			waiting.delete(idOf(answer));
		}
	});
	return (make) =>
		new Promise((resolve) => {
			const id = String(++asked);
			waiting.set(id, resolve);
			output.write(`${JSON.stringify(make(id))}\n`);
		});
}

async function callOver(url: URL, key: string, method: string, body: unknown): Promise<Reply> {
	for (;;) {
		const reply = await fetch(url, {
			method,
			headers: { authorization: `Bearer ${key}`, ...(body === undefined ? {} : { "content-type": "application/json" }) },
			...(body === undefined ? {} : { body: JSON.stringify(body) }),
		});
		const text = await reply.text();
		if (reply.status !== 429) return { status: reply.status, body: text === "" ? {} : JSON.parse(text) };
		await new Promise((resolve) => setTimeout(resolve, 100));
	}
}
