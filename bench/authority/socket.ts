import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Load, loadSocket } from "./socket-load.ts";

/** Rates of one number of clients, all in one run. */
export interface SocketRates {
	readonly decide: Load;
	readonly health: Load;
	readonly echo: Load;
	readonly durable: Load;
}

const decideLine = (id: string, at: number): string =>
	JSON.stringify({
		event: "permission:decide",
		correlation_id: id,
		data: { agent_id: `agent-${at % 20}`, request: { kind: "tool", tool: at % 2 === 0 ? "TodoRead" : "WebSearch", input: {} } },
	});
const healthLine = (id: string): string => JSON.stringify({ event: "system:health", correlation_id: id });

const TURNS = 5;

/** Decisions through the socket against its own health answer, a bare echo and one that is durable, with the server in a process of its own. */
export async function measureSocket(clientCounts: readonly number[], seconds: number): Promise<readonly SocketRates[]> {
	const home = mkdtempSync(join(tmpdir(), "writ-"));
	const server = spawn(process.execPath, [join(import.meta.dirname, "socket-server.ts"), home], { stdio: ["ignore", "pipe", "inherit"] });
	try {
		await once(server.stdout, "data");
		const authority = join(home, "run/daemon.sock");
		const echo = join(home, "run/echo.sock");
		const durable = join(home, "run/durable.sock");
		// Each is warm before it is measured, or the first would be the slowest.
		for (const line of [decideLine, healthLine]) await loadSocket(authority, 4, 64, 1, line);
		for (const path of [echo, durable]) await loadSocket(path, 4, 64, 1, decideLine);
		const rates: SocketRates[] = [];
		for (const clients of clientCounts) {
			const [decide, health, echoed, recorded]: [Load[], Load[], Load[], Load[]] = [[], [], [], []];
			// In turns: whatever else the machine does meets all of them.
			for (let turn = 0; turn < TURNS; turn++) {
				decide.push(await loadSocket(authority, clients, 64, seconds / TURNS, decideLine));
				health.push(await loadSocket(authority, clients, 64, seconds / TURNS, healthLine));
				echoed.push(await loadSocket(echo, clients, 64, seconds / TURNS, decideLine));
				recorded.push(await loadSocket(durable, clients, 64, seconds / TURNS, decideLine));
			}
			rates.push({ decide: middle(decide), health: middle(health), echo: middle(echoed), durable: middle(recorded) });
		}
		return rates;
	} finally {
		server.kill("SIGTERM");
		await once(server, "exit");
		rmSync(home, { recursive: true, force: true });
	}
}

function middle(loads: readonly Load[]): Load {
	const found = loads.toSorted((one, other) => one.perSecond - other.perSecond)[loads.length >> 1];
	if (found === undefined) throw new Error("nothing was measured");
	return found;
}
