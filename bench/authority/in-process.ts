import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Authority, type Caller, openAuthority } from "../../src/authority/index.ts";
import type { Request } from "../../src/engine/index.ts";

/** Decisions per second through the authority in one process, each with a durable record before its answer. */
export interface InProcess {
	readonly decisions: number;
	readonly perSecond: number;
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

export async function measureInProcess(decisions: number, inFlight: number): Promise<InProcess> {
	return withAuthority(async (authority) => {
		const ids = await spawnAgents(authority, 20);
		const run = async (count: number): Promise<void> => {
			let next = 0;
			const worker = async (): Promise<void> => {
				for (let at = next++; at < count; at = next++) {
					const decided = await authority.decide(
						LOCAL,
						ids[at % ids.length] ?? "",
						REQUESTS[at % REQUESTS.length] ?? { kind: "event", event: "" },
					);
					if (decided.decisionId === null) throw new Error("not recorded");
				}
			};
			await Promise.all(Array.from({ length: inFlight }, worker));
		};
		await run(decisions / 10);
		const cpu = process.cpuUsage();
		const start = performance.now();
		await run(decisions);
		const seconds = (performance.now() - start) / 1000;
		const used = process.cpuUsage(cpu);
		return { decisions, perSecond: decisions / seconds, perCpuSecond: decisions / ((used.user + used.system) / 1e6) };
	});
}
