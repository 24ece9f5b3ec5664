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
}

const decideLine = (id: string, at: number): string =>
	JSON.stringify({
		event: "permission:decide",
		correlation_id: id,
		data: { agent_id: `agent-${at % 20}`, request: { kind: "tool", tool: at % 2 === 0 ? "TodoRead" : "WebSearch", input: {} } },
	});
const healthLine = (id: string): string => JSON.stringify({ event: "system:health", correlation_id: id });

/** Decisions through the socket against its own health answer and against a bare echo, with the server in a process of its own. */
export async function measureSocket(clientCounts: readonly number[], seconds: number): Promise<readonly SocketRates[]> {
	const home = mkdtempSync(join(tmpdir(), "writ-"));
	const server = spawn(process.execPath, [join(import.meta.dirname, "socket-server.ts"), home], { stdio: ["ignore", "pipe", "inherit"] });
	try {
		await once(server.stdout, "data");
		const authority = join(home, "run/daemon.sock");
		const echo = join(home, "run/echo.sock");
		await loadSocket(authority, 4, 64, 1, decideLine);
		const rates: SocketRates[] = [];
		for (const clients of clientCounts) {
			rates.push({
				decide: await loadSocket(authority, clients, 64, seconds, decideLine),
				health: await loadSocket(authority, clients, 64, seconds, healthLine),
				echo: await loadSocket(echo, clients, 64, seconds, decideLine),
			});
		}
		return rates;
	} finally {
		server.kill("SIGTERM");
		await once(server, "exit");
		rmSync(home, { recursive: true, force: true });
	}
}
