import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { type Authority, type Caller, openAuthority } from "../../src/authority/index.ts";
import type { Request } from "../../src/engine/index.ts";

/** Decisions through the authority in one process, each with a durable record before its answer. */
export interface InProcess {
	readonly inFlight: number;
	/** The median of some bursts, as agents make them: the lookup of the ledger is filled in the pauses. */
	readonly burst: Pace;
	/** So many that the lookup of the ledger is filled on the way. */
	readonly sustained: Pace;
}

export interface Pace {
	readonly decisions: number;
	readonly perSecond: number;
	/** Waiting for the disk not counted. */
	readonly perCpuSecond: number;
}

export const LOCAL: Caller = {
	principal: { kind: "person", email: "local", role: "admin", keyId: null },
	point: "bench",
	correlationId: null,
};

/** Opens an authority on a fresh home, runs the work, and removes the home. */
export async function withAuthority<T>(work: (authority: Authority, home: string) => Promise<T>): Promise<T> {
	const home = mkdtempSync(join(tmpdir(), "writ-"));
	const authority = await openAuthority({ home });
	try {
		return await work(authority, home);
	} finally {
		await authority.close();
		rmSync(home, { recursive: true, force: true });
	}
}

/** Spawns agents that a bench asks about. */
export async function spawnAgents(authority: Authority, count: number): Promise<readonly string[]> {
	const ids = Array.from({ length: count }, (_, index) => `agent-${index}`);
	for (const id of ids) {
		const spawned = await authority.spawn(LOCAL, { id, profile: "standard" });
		if (!spawned.ok) throw new Error(spawned.refusal.message);
	}
	return ids;
}

const REQUESTS: readonly Request[] = [
	{ kind: "tool", tool: "TodoRead", input: {} },
	{ kind: "tool", tool: "WebSearch", input: { query: "x" } },
	{ kind: "tool", tool: "Bash", input: { command: "ls" } },
	{ kind: "tool", tool: "TodoWrite", input: {} },
];
const BURST = 16_000;
const BURSTS = 5;

/** Keeps so many decisions under way, first in bursts with pauses, then without end. */
export async function measureInProcess(decisions: number, inFlight: number): Promise<InProcess> {
	return withAuthority(async (authority) => {
		const ids = await spawnAgents(authority, 20);
		const run = async (count: number): Promise<Pace> => {
			let next = 0;
			const worker = async (): Promise<void> => {
				for (let at = next++; at < count; at = next++) {
					const request = REQUESTS[at % REQUESTS.length] ?? { kind: "event", event: "" };
					const decided = await authority.decide(LOCAL, ids[at % ids.length] ?? "", request);
					if (decided.decisionId === null) throw new Error("not recorded");
				}
			};
			const cpu = process.cpuUsage();
			const start = performance.now();
			await Promise.all(Array.from({ length: inFlight }, worker));
			const seconds = (performance.now() - start) / 1000;
			const used = process.cpuUsage(cpu);
			return { decisions: count, perSecond: count / seconds, perCpuSecond: count / ((used.user + used.system) / 1e6) };
		};
		const bursts: Pace[] = [];
		for (let round = 0; round <= BURSTS; round++) {
			bursts.push(await run(Math.min(BURST, decisions)));
			await pause(1_000);
		}
		const burst = bursts.slice(1).toSorted((one, other) => other.perSecond - one.perSecond)[BURSTS >> 1];
		if (burst === undefined) throw new Error("nothing was measured");
		return { inFlight, burst, sustained: await run(decisions) };
	});
}
