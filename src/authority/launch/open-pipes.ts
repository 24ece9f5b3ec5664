import { spawnSync } from "node:child_process";
import { closeSync, constants, mkdirSync, mkdtempSync, openSync, rmSync } from "node:fs";
import { join } from "node:path";

/** One pipe between this process and a program. */
export interface Pipe {
	readonly ours: number;
	readonly theirs: number;
}

export type PipeDirection = "to-program" | "from-program";

const MKFIFO = "/usr/bin/mkfifo";

/**
 * Makes pipes, or `null` when they cannot be made. What Node makes is a socket, which programs cannot open as /dev/stdin or /dev/stdout;
 * so each gets a name in the home, where no program comes, for as long as it takes to open it.
 */
export function openPipes(home: string, directions: readonly PipeDirection[]): readonly Pipe[] | null {
	if (directions.length === 0) return [];
	let folder: string | null = null;
	try {
		mkdirSync(join(home, "run"), { recursive: true, mode: 0o700 });
		folder = mkdtempSync(join(home, "run", "streams-"));
		const names = directions.map((_, index) => `${folder}/${index}`);
		// The program may run as another user, and opens them anew.
		if (spawnSync(MKFIFO, ["-m", "666", ...names], { stdio: "ignore" }).status !== 0) return null;
		return directions.map((direction, index) => openPipe(`${folder}/${index}`, direction));
	} catch {
		return null;
	} finally {
		if (folder !== null) rmSync(folder, { recursive: true, force: true });
	}
}

/** INVARIANT: no end is opened before there is another one, or it would wait for that. Only the end that this process reads never waits. */
function openPipe(path: string, direction: PipeDirection): Pipe {
	const reads = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
	const writes = openSync(path, constants.O_WRONLY);
	if (direction === "from-program") return { ours: reads, theirs: writes };
	const theirs = openSync(path, constants.O_RDONLY);
	closeSync(reads);
	return { ours: writes, theirs };
}
