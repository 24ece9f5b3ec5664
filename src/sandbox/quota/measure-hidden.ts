import { execFile } from "node:child_process";
import { lstatSync } from "node:fs";
import { dirname } from "node:path";

/** One entry below a directory that is closed. */
export interface HiddenEntry {
	readonly isDirectory: boolean;
	readonly links: number;
	/** Of 512 bytes. */
	readonly blocks: number;
	/** Equal for two names of one file. */
	readonly identity: string;
}

/**
 * What lies below places that a program has closed to us though we own them (`chmod 000`); `null` when that cannot be known. Nothing is
 * opened for it: it is counted by a program that may look at everything of ours and touch nothing.
 */
export async function measureHidden(unreadable: readonly string[]): Promise<readonly HiddenEntry[] | null> {
	const closed = [...new Set(unreadable.map(closedDirectory))];
	// Root looks everywhere: for it something is hidden only where a path is too long.
	if (process.geteuid?.() === 0 || closed.length > MOST_PLACES) return null;
	const told = await find(closed);
	return told === null
		? null
		: told
				.split("\n")
				.filter((line) => line !== "")
				.map(readEntry);
}

const MOST_PLACES = 1_000;

/** A directory that can be seen but not listed is closed itself; a name that cannot even be looked at lies in one that is. */
function closedDirectory(path: string): string {
	try {
		return lstatSync(path, { throwIfNoEntry: false }) === undefined ? dirname(path) : path;
	} catch {
		return dirname(path);
	}
}

function find(directories: readonly string[]): Promise<string | null> {
	const words = [...POWER, "--", "/usr/bin/find", ...directories, "-mindepth", "1", "-xdev", "-printf", "%y %n %b %D:%i\\n"];
	return new Promise((resolve) => {
		execFile("/usr/bin/bwrap", words, { env: { LC_ALL: "C" }, timeout: LONGEST_MS, maxBuffer: MOST_BYTES }, (error, told, complaints) => {
			// What vanishes meanwhile is no error.
			const isWhole = error === null || (error.code === 1 && complaints.split("\n").every((line) => line === "" || GONE.test(line)));
			resolve(isWhole ? told : null);
		});
	});
}

/** Inside a user namespace of its own somebody may read all that is theirs outside. */
const POWER = ["--unshare-user", "--uid", "0", "--gid", "0", "--cap-drop", "ALL", "--cap-add", "CAP_DAC_READ_SEARCH"].concat([
	"--unshare-net",
	"--unshare-ipc",
	"--die-with-parent",
	"--ro-bind",
	"/",
	"/",
]);
const LONGEST_MS = 5_000;
const MOST_BYTES = 256 * 1024 * 1024;
const GONE = /: No such file or directory$/;

function readEntry(line: string): HiddenEntry {
	const [type, links, blocks, identity = ""] = line.split(" ");
	return { isDirectory: type === "d", links: Number(links), blocks: Number(blocks), identity };
}
