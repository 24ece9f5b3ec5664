import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { connectSocket, type SocketClient } from "../../src/client/index.ts";

/** What was found after a number of kills. */
export interface KillReport {
	readonly kills: number;
	/** Changes and decisions that were answered. */
	readonly acknowledged: number;
	/** Those that were answered and are not there. */
	readonly lost: readonly string[];
	/** Times that a chain of the ledger was not whole. */
	readonly broken: number;
	/** Agents of which something is missing: a sandbox, a permission. */
	readonly halves: readonly string[];
}

/** Something that was answered, and how to see whether it is there. */
interface Acknowledged {
	readonly name: string;
	readonly isThere: (client: SocketClient) => Promise<boolean>;
}

/** Kills a server under load again and again at moments chosen by `random`, and looks each time what is left. */
export async function killServer(home: string, database: string | null, kills: number, random: () => number): Promise<KillReport> {
	const lost: string[] = [];
	const halves = new Set<string>();
	let acknowledged = 0;
	let broken = 0;
	let fresh: Acknowledged[] = [];
	for (let kill = 0; kill <= kills; kill++) {
		const server = await startServer(home, database);
		const client = await connected(server.socket);
		for (const { name, isThere } of fresh) if (!(await isThere(client))) lost.push(name);
		for (const name of await halfMade(client)) halves.add(name);
		const verified = await client.send("audit:verify");
		if (!verified.ok || verified.reply.ok !== true) broken++;
		acknowledged += fresh.length;
		client.close();
		if (kill === kills) {
			await stop(server.process);
			break;
		}
		fresh = [];
		const loads = [0, 1, 2, 3].map((load) => loadWith(server.socket, `k${kill}-${load}`, fresh));
		await sleep(30 + random() * 250);
		server.process.kill("SIGKILL");
		await Promise.all([...loads, once(server.process, "exit")]);
	}
	return { kills, acknowledged, lost, broken, halves: [...halves] };
}

/** Changes of every kind, one after the other, until the server is gone; each that is answered is noted. */
async function loadWith(socket: string, prefix: string, acknowledged: Acknowledged[]): Promise<void> {
	const opened = await connectSocket(socket, { timeoutSeconds: 5 });
	if (!opened.ok) return;
	const { client } = opened;
	for (let count = 0; ; count++) {
		const id = `${prefix}-${count}`;
		const spawned = await client.send("agent:spawn", { agent_id: id, permission_profile: "standard" });
		if (!spawned.ok) return client.close();
		acknowledged.push({ name: `agent ${id}`, isThere: async (later) => (await later.send("agent:info", { agent_id: id })).ok });
		if (count > 0) {
			const target = `${prefix}-${count - 1}`;
			const edge = await client.send("edge:set", { source: id, target });
			if (!edge.ok) return client.close();
			acknowledged.push({
				name: `edge ${id}`,
				isThere: async (later) => listed(await later.send("edge:list", { source: id }), "edges", 1),
			});
		}
		const decided = await client.send("permission:decide", { agent_id: id, request: { kind: "tool", tool: "TodoRead", input: {} } });
		if (!decided.ok) return client.close();
		const decision = String(decided.reply.decision_id);
		acknowledged.push({
			name: `decision ${decision}`,
			isThere: async (later) => {
				const found = await later.send("audit:list", { agent: id, kind: "decision" });
				return (
					found.ok &&
					Array.isArray(found.reply.records) &&
					found.reply.records.some((record: { readonly id?: unknown }) => record.id === decision)
				);
			},
		});
		const sent = await client.send("agent:send_message", { agent_id: id, message: { prompt: `hello ${id}` } });
		if (!sent.ok) return client.close();
		acknowledged.push({
			name: `message ${id}`,
			isThere: async (later) => listed(await later.send("message:receive", { agent_id: id, peek: true }), "messages", 1),
		});
	}
}

/** Agents that a kill left without a part of what every agent has. */
async function halfMade(client: SocketClient): Promise<readonly string[]> {
	const all = await client.send("agent:list", { limit: 1_000 });
	if (!all.ok || !Array.isArray(all.reply.agents)) return ["agent:list"];
	const halves: string[] = [];
	// The newest are the ones that a kill may have cut.
	for (const { agent_id: id } of all.reply.agents.slice(-20) as readonly { readonly agent_id: string }[]) {
		const sandbox = await client.send("sandbox:get", { agent_id: id });
		const permissions = await client.send("permission:get_agent", { agent_id: id });
		if (!sandbox.ok || !permissions.ok) halves.push(id);
	}
	return halves;
}

function listed(answer: Awaited<ReturnType<SocketClient["send"]>>, member: string, least: number): boolean {
	const list = answer.ok ? answer.reply[member] : null;
	return Array.isArray(list) && list.length >= least;
}

async function connected(socket: string): Promise<SocketClient> {
	const opened = await connectSocket(socket, { timeoutSeconds: 30 });
	if (!opened.ok) throw new Error(opened.message);
	return opened.client;
}

async function startServer(home: string, database: string | null): Promise<{ readonly process: ChildProcess; readonly socket: string }> {
	const root = join(import.meta.dirname, "../..");
	const words = ["serve", "--json", "--port", "0", "--home", home, ...(database === null ? [] : ["--database", database])];
	const server = spawn(join(root, "bin/writ"), words, { stdio: ["ignore", "pipe", "ignore"] });
	let text = "";
	for await (const piece of server.stdout) {
		text += String(piece);
		if (text.includes("\n")) break;
	}
	if (!text.includes("\n")) throw new Error(`the server did not start: ${text}`);
	const ready: { readonly socket: string; readonly pid: number } = JSON.parse(text);
	return { process: server, socket: ready.socket };
}

async function stop(server: ChildProcess): Promise<void> {
	server.kill("SIGTERM");
	if (server.exitCode === null) await once(server, "exit");
}
