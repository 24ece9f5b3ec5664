import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A server in a process of its own. */
export interface ServerProcess {
	readonly home: string;
	readonly path: string;
	/** Ends it at once, as a power cut would. */
	readonly kill: () => Promise<void>;
}

/** Starts a server and waits until it is ready. */
export async function startServer(home: string = mkdtempSync(join(tmpdir(), "w-"))): Promise<ServerProcess> {
	const child: ChildProcess = spawn(process.execPath, [join(import.meta.dirname, "serve-home.ts"), home], {
		stdio: ["ignore", "pipe", "inherit"],
	});
	const [line] = await Promise.race([
		once(child.stdout ?? child, "data"),
		once(child, "exit").then(([code]) => {
			throw new Error(`the server ended with ${String(code)}`);
		}),
	]);
	const { socket } = JSON.parse(String(line));
	return {
		home,
		path: String(socket),
		kill: async () => {
			const ended = once(child, "exit");
			child.kill("SIGKILL");
			await ended;
		},
	};
}
