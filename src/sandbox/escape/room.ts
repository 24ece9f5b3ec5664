import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Launch } from "./launch.ts";
import type { World } from "./world.ts";

/** A way to start a program, whose walls are tried. */
export interface Room {
	readonly name: RoomName | "peer";
	/** Runs a launch to its end; a text says why it was not started. */
	enter(launch: Launch): Promise<Entered>;
	/** Takes a workspace away as this launcher does; false when it cannot. */
	remove(workspace: string): Promise<boolean>;
	/** Ends what the room itself has started. */
	close?(): Promise<void>;
}

export const ROOMS = ["writ", "naive", "plain"] as const;
export type RoomName = (typeof ROOMS)[number];

/** `not-tried`: this room has no way to make such a launch. */
export type Entered = { readonly outcome: "ended" } | { readonly outcome: "refused" | "not-tried"; readonly why: string };

export const ENDED: Entered = { outcome: "ended" };

/** Opens the files that a launcher might have open, and becomes the launcher. */
const WITH_DESCRIPTORS = 'exec 60<"$1" 61<"$2"; shift 2; exec "$@"';

/**
 * Starts a launcher in a process group of its own and waits for its end, or ends it when its time is over. Those that are to be
 * supervised have two files open; the one that must not outlive its supervisor sees it killed as soon as it runs.
 */
export async function runSupervised(
	launcher: readonly string[],
	launch: Launch,
	world: World,
	options: {
		readonly environment?: Readonly<Record<string, string>> /** Not as the user of the attempts. */;
		readonly asCaller?: boolean;
	} = {},
): Promise<{ readonly code: number | null; readonly complaints: string }> {
	const held = [join(world.base, "outside/secret"), join(world.base, "outside")];
	// Only bash opens descriptors above 9.
	const words = launch.stage === "supervised" ? ["bash", "-c", WITH_DESCRIPTORS, "bash", ...held, ...launcher] : launcher;
	const [program = "", ...rest] = words;
	const child = spawn(program, rest, {
		cwd: launch.workspace,
		env: { ...world.environment, ...options.environment },
		stdio: ["ignore", "ignore", "pipe"],
		detached: true,
		...(options.asCaller === true ? {} : (world.user ?? {})),
	});
	let complaints = "";
	child.stderr.setEncoding("utf8").on("data", (text: string) => {
		complaints = `${complaints}${text}`.slice(0, 4096);
	});
	let over = false;
	const ended = new Promise<number | null>((resolve) => {
		const end = (code: number | null): void => {
			over = true;
			resolve(code);
		};
		child.once("exit", end);
		child.once("error", () => end(null));
	});
	const late = setTimeout(() => endGroup(child.pid), launch.seconds * 1000);
	const killed = launch.attempts.find(({ id }) => id === "supervisor-killed");
	if (killed !== undefined) {
		const started = join(launch.workspace, `started-${killed.id}`);
		while (!over && !existsSync(started)) await sleep(20);
		child.kill("SIGKILL");
	}
	const code = await ended;
	clearTimeout(late);
	child.stderr.destroy();
	return { code, complaints };
}

function endGroup(pid: number | undefined): void {
	if (pid === undefined) return;
	try {
		process.kill(-pid, "SIGKILL");
	} catch {
		// It has ended.
	}
}
