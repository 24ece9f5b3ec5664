import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";

/** A server of a home of its own, in a process of its own, asked as any client asks. */
export interface ServedHome {
	readonly child: ChildProcess;
	readonly socket: string;
	/** Asks over HTTP with the administrator's key. */
	readonly ask: (method: string, path: string, body?: unknown) => Promise<unknown>;
	/** A new agent; its key. */
	readonly agentKey: (id: string, wish: object) => Promise<string>;
	/** A client of the tools with a key, the administrator's unless another is said. */
	readonly tools: (key?: string) => Promise<Client>;
	readonly stop: () => Promise<void>;
}

/** Starts `program serve` and waits until it is ready. */
export async function serveHome(program: string, words: readonly string[], home: string, withChannel = false): Promise<ServedHome> {
	const child = spawn(program, [...words, "serve", "--json", "--port", "0", "--home", home], {
		cwd: home,
		stdio: withChannel ? ["ignore", "pipe", "ignore", "ipc"] : ["ignore", "pipe", "ignore"],
	});
	const ready = JSON.parse(await firstLine(child));
	const url = String(ready.url);
	const admin = readFileSync(String(ready.admin_key_file), "utf8").trim();
	const clients: Client[] = [];
	const ask: ServedHome["ask"] = async (method, path, body) => {
		const response = await fetch(new URL(path, url), {
			method,
			headers: { Authorization: `Bearer ${admin}`, ...(body === undefined ? {} : { "Content-Type": "application/json" }) },
			...(body === undefined ? {} : { body: JSON.stringify(body) }),
		});
		const text = await response.text();
		if (!response.ok) throw new Error(`${method} ${path}: ${text}`);
		return text === "" ? null : JSON.parse(text);
	};
	return {
		child,
		socket: String(ready.socket),
		ask,
		agentKey: async (id, wish) => {
			const made = await ask("POST", "/v1/agents", { id, ...wish });
			return typeof made === "object" && made !== null && "api_key" in made ? String(made.api_key) : "";
		},
		tools: async (key = admin) => {
			const transport = new StreamableHTTPClientTransport(new URL(String(ready.mcp_url)), {
				requestInit: { headers: { Authorization: `Bearer ${key}` } },
			});
			const client = new Client({ name: "measure", version: "0" });
			await client.connect(transport);
			clients.push(client);
			return client;
		},
		stop: async () => {
			for (const client of clients) await client.close();
			if (child.exitCode !== null || child.signalCode !== null) return;
			const ended = once(child, "exit");
			child.kill("SIGTERM");
			await ended;
		},
	};
}

/** The next line that a process writes. */
export async function firstLine(child: ChildProcess): Promise<string> {
	if (child.stdout === null) throw new Error("the process has no output");
	const line = once(createInterface(child.stdout), "line").then(([text]) => String(text));
	const ended = once(child, "exit").then(([code]) => Promise.reject(new Error(`a process ended with ${code} before it was ready`)));
	return Promise.race([line, ended]);
}
