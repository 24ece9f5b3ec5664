import { spawn } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { errorCode, makeDirectory, packageFolder, WritError } from "../platform/index.ts";
import { guardHome } from "./guard-home.ts";
import type { SocketFault } from "./socket-client.ts";

const IDLE_SECONDS = 60;

/** Starts a daemon of its own for a home and waits until it is ready; `null` = it is, else why it is not. Its log is in the home. */
export async function startDaemon(home: string): Promise<SocketFault | null> {
	const log = openLog(home);
	if (typeof log !== "number") return log;
	const child = spawn(
		join(packageFolder(), "bin/writ"),
		["serve", "--daemon", "--home", home, "--idle-seconds", String(IDLE_SECONDS)],
		// SECURITY: the daemon is nobody's agent; it must not inherit the key of its starter.
		{ detached: true, cwd: "/", stdio: ["ignore", "pipe", log], env: { ...process.env, WRIT_KEY: undefined } },
	);
	closeSync(log);
	const line = await new Promise<string | null>((resolve) => {
		if (child.stdout !== null) createInterface(child.stdout).once("line", resolve);
		child.once("error", () => resolve(null));
		child.once("close", () => resolve(null));
	});
	child.stdout?.destroy();
	child.unref();
	return failureOf(line, home);
}

function openLog(home: string): number | SocketFault {
	try {
		guardHome(home);
		const folder = join(home, "run");
		makeDirectory(folder);
		return openSync(join(folder, "daemon.log"), "a", 0o600);
	} catch (error) {
		if (error instanceof WritError) return { ok: false, code: error.code, message: error.message, reply: null };
		const message = `The home ${home} cannot be used (${errorCode(error)}): make it a folder of your own, or choose another one with --home`;
		return { ok: false, code: "home-unusable", message, reply: null };
	}
}

function failureOf(line: string | null, home: string): SocketFault | null {
	const said: unknown = line === null ? null : JSON.parse(line);
	if (typeof said === "object" && said !== null && "socket" in said) return null;
	const error =
		typeof said === "object" && said !== null && "error" in said
			? String(said.error)
			: `The daemon ended at once: see ${join(home, "run/daemon.log")}`;
	const code = typeof said === "object" && said !== null && "code" in said ? String(said.code) : "start-failed";
	return { ok: false, code, message: error, reply: null };
}
