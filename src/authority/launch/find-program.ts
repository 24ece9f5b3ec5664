import { accessSync, constants, existsSync, lstatSync, readlinkSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, isAbsolute, join, resolve } from "node:path";

/** A program on this machine: what starts it, and what of the disk it needs. */
export interface FoundProgram {
	/** The first word of the command, as it is found inside. */
	readonly word: string;
	/** Directories or files outside of /usr, to be read. */
	readonly programs: readonly string[];
}

/** Where programs are inside anyway. */
const SYSTEM = ["/usr/", "/bin/", "/sbin/", "/lib/", "/lib64/"];
/** What is inside in another form, or not at all. */
const NEVER = ["/etc/", "/dev/", "/proc/", "/sys/", "/run/", "/sandbox/"];
const INSIDE_PATH = ["/usr/local/sbin", "/usr/local/bin", "/usr/sbin", "/usr/bin"];

/**
 * Finds what a program outside of /usr needs: exactly its package. Names are looked for where they are found inside, and only then on
 * the caller's search path.
 */
export function findProgram(word: string, searchPath: string, mounted: (path: string) => boolean): FoundProgram {
	const path = word.includes("/") ? word : lookUp(word, searchPath);
	if (path === null || !isAbsolute(path) || isSystem(path)) return { word, programs: [] };
	const real = realOf(path);
	if (real === null || !isProgram(real) || NEVER.some((folder) => real.startsWith(folder))) return { word, programs: [] };
	// SECURITY: where a link leads that an agent may have made is not the person's word.
	if (mounted(real) || isLed(resolve(path), mounted)) return { word: word.includes("/") ? word : path, programs: [] };
	if (isSystem(real)) return { word: real, programs: [] };
	return { word: real, programs: [packageOf(real)] };
}

function lookUp(name: string, searchPath: string): string | null {
	const inside = INSIDE_PATH.map((folder) => join(folder, name)).find(isProgram);
	if (inside !== undefined) return inside;
	const folders = searchPath.split(":").filter(isAbsolute);
	return folders.map((folder) => join(folder, name)).find(isProgram) ?? null;
}

/**
 * The directory of a package, or the program's own file where no package can be told.
 * SECURITY: `~/bin/tool` must not open the home, nor `~/.local/bin/tool` all that is kept in `~/.local`.
 */
function packageOf(real: string): string {
	const [, modules] = /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(real) ?? [];
	if (modules !== undefined) return modules;
	const folder = dirname(real);
	const prefix = dirname(folder);
	const isPrefix = basename(folder) === "bin" && existsSync(join(prefix, "lib")) && !basename(prefix).startsWith(".");
	const isDeep = prefix.split("/").length > 2 && prefix !== process.env.HOME;
	return isPrefix && isDeep ? prefix : real;
}

/** Whether a link that lies in a mounted tree is on the way to a program. */
function isLed(path: string, mounted: (path: string) => boolean): boolean {
	let at = "/";
	for (const left = path.split("/"); left.length > 0; ) {
		const next = join(at, left.shift() ?? "");
		const stats = lstatSync(next, { throwIfNoEntry: false });
		if (stats === undefined) return true;
		if (!stats.isSymbolicLink()) at = next;
		else if (mounted(next)) return true;
		else {
			const target = readlinkSync(next);
			left.unshift(...target.split("/"));
			if (isAbsolute(target)) at = "/";
		}
	}
	return false;
}

function isSystem(path: string): boolean {
	return SYSTEM.some((folder) => path.startsWith(folder)) && !path.includes("/../");
}

function isProgram(path: string): boolean {
	try {
		accessSync(path, constants.X_OK);
		return statSync(path).isFile();
	} catch {
		return false;
	}
}

function realOf(path: string): string | null {
	try {
		return realpathSync(path);
	} catch {
		return null;
	}
}
