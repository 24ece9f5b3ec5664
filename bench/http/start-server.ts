import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fillHome } from "../authority/scale.ts";

/** Where the server answers, and keys of those who ask. */
export interface ServerPlace {
	readonly port: number;
	readonly emptyPort: number;
	readonly admin: string;
	readonly system: string;
	/** Of the agents that `senderOf` names, in this order. */
	readonly agents: readonly string[];
}

/** What the server has used up so far. */
export interface Usage {
	readonly cpuSeconds: number;
	readonly residentBytes: number;
	/** Of the heap and of buffers; asked for with `memory`, nothing is left to collect. */
	readonly heldBytes: number;
}

/** A server with a home full of agents and edges, in a process of its own. */
export interface BenchServer extends ServerPlace {
	readonly agentsInHome: number;
	usage(of: "time" | "memory"): Promise<Usage>;
	close(): Promise<void>;
}

const SENDERS = 32;

/** The agents that ask; each may write to ten others. */
export function senderOf(connection: number): number {
	return (connection % SENDERS) * 30;
}

/** Fills a home and starts a server in it. */
export async function startServer(agentsInHome: number): Promise<BenchServer> {
	const home = mkdtempSync(join(tmpdir(), "writ-"));
	await fillHome(home, agentsInHome);
	const names = Array.from({ length: SENDERS }, (_, at) => `a-${senderOf(at)}`);
	const extra = process.env.WRIT_BENCH_NODE?.split(" ") ?? [];
	const child = spawn(process.execPath, ["--expose-gc", ...extra, join(import.meta.dirname, "server.ts"), home, ...names], {
		stdio: ["ignore", "inherit", "inherit", "ipc"],
	});
	const ended = once(child, "exit").then(([code]) => Promise.reject(new Error(`the server ended with ${code}`)));
	ended.catch(() => undefined);
	const heard = async <T>(): Promise<T> => {
		const [message] = await Promise.race([once(child, "message"), ended]);
		return message;
	};
	const place = await heard<ServerPlace>();
	return {
		...place,
		agentsInHome,
		usage: (of) => {
			const told = heard<Usage>();
			child.send(of);
			return told;
		},
		close: async () => {
			child.disconnect();
			await once(child, "exit");
			rmSync(home, { recursive: true, force: true });
		},
	};
}
