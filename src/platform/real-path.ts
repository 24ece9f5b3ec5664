import { lstatSync, readlinkSync, realpathSync, type Stats, statfsSync } from "node:fs";
import type { RealPath, Resolution, Resolve } from "../engine/index.ts";
import { errorCode } from "./writ-error.ts";

/** As many links as the kernel follows for one path. */
const MOST_LINKS = 40;
const MOST_BYTES = 4096;
/** The type that statfs tells of procfs. */
const PROC_FILE_SYSTEM = 0x9fa0;

type Refusal = Extract<Resolution, { readonly ok: false }>;

/**
 * Where the kernel would end up for a path, on this disk, now; nothing is remembered from one call to the next.
 * Component by component: links are followed, `..` leaves the place that was really reached, and what comes after the
 * first missing component is taken as written.
 */
export const realPath: Resolve = (path, cwd) => {
	const unusable = unusableText(path) ?? unusableText(cwd);
	if (unusable !== undefined) return unusable;
	if (!cwd.startsWith("/")) return refusal("denied", `The working directory '${cwd}' is not an absolute path.`);
	const absolute = path.startsWith("/") ? path : `${cwd}/${path}`;
	try {
		return straight(absolute) ?? walk(absolute);
	} catch (error) {
		return refusalOf(error, absolute);
	}
};

/** What stands in a path that has to be worked out, and the places whose names mean something else to each process. */
const CROOKED = /\/\.{0,2}(?:\/|$)|^\/(?:proc|dev)(?:\/|$)/;

/**
 * The answer for a path without links, which most are: the kernel is asked once where the path leads, and not at each component.
 * `undefined` = there is more to it, and the walk finds out.
 *
 * INVARIANT: it says what the walk would say (real-path.test.ts).
 */
function straight(absolute: string): Resolution | undefined {
	if (CROOKED.test(absolute) || Buffer.byteLength(absolute) > MOST_BYTES) return undefined;
	try {
		const stats = lstat(absolute);
		if (stats !== undefined) {
			if (stats.isSymbolicLink() || realpathSync.native(absolute) !== absolute) return undefined;
			const directory = stats.isDirectory();
			return plain(absolute, true, directory, directory ? 1 : stats.nlink);
		}
		const folder = parentOf(absolute);
		if (folder === "" || lstat(folder)?.isDirectory() !== true || realpathSync.native(folder) !== folder) return undefined;
		return plain(absolute, false, false, 1);
	} catch {
		return undefined;
	}
}

function plain(path: string, exists: boolean, directory: boolean, links: number): Resolution {
	const real = path as RealPath;
	return { ok: true, written: path, real, entry: real, viaLink: false, entryViaLink: false, exists, directory, links };
}

/** The whole walk, component by component. */
export function walk(absolute: string): Resolution {
	const components = split(absolute);
	const written = `/${components.join("/")}`;
	if (Buffer.byteLength(written) > MOST_BYTES) return tooLong();
	const namesPlace = namesPlaceItself(absolute);
	const pending = components.reverse();
	let reached = "";
	let entry: string | undefined;
	let entryViaLink = false;
	let missing = 0;
	let links = 0;
	let stats: Stats | undefined;
	for (let component = pending.pop(); component !== undefined; component = pending.pop()) {
		if (pending.length === 0 && entry === undefined && !namesPlace) {
			entry = `${reached}/${component}`;
			entryViaLink = links > 0;
		}
		if (component === "..") {
			// SECURITY: leaving what is missing leads back to what exists, where links count again ("a link behind a missing
			// component and '..' is followed").
			reached = parentOf(reached);
			missing = Math.max(0, missing - 1);
			stats = undefined;
			continue;
		}
		if (isProcessAlias(reached, component)) return alias(`${reached}/${component}`);
		reached = `${reached}/${component}`;
		if (missing > 0) {
			missing += 1;
			continue;
		}
		stats = lstat(reached);
		if (stats === undefined) missing = 1;
		if (!stats?.isSymbolicLink()) continue;
		links += 1;
		if (links > MOST_LINKS) return refusal("loop", `'${written}' leads through more than ${MOST_LINKS} links.`);
		const folder = parentOf(reached);
		// SECURITY: what a link on procfs says is not where it leads, wherever procfs is mounted.
		if (statfsSync(folder === "" ? "/" : folder).type === PROC_FILE_SYSTEM) return alias(reached);
		const target = readlinkSync(reached, "buffer").toString("utf8");
		if (target.includes("\uFFFD")) return refusal("denied", `The link '${reached}' leads to a name that is not plain text.`);
		reached = target.startsWith("/") ? "" : folder;
		stats = undefined;
		pending.push(...split(target).reverse());
	}
	const real = reached === "" ? "/" : reached;
	if (Buffer.byteLength(real) > MOST_BYTES) return tooLong();
	if (missing === 0) stats ??= lstat(real);
	return {
		ok: true,
		written,
		real: real as RealPath,
		entry: (entry ?? real) as RealPath,
		viaLink: links > 0,
		entryViaLink: entry === undefined ? links > 0 : entryViaLink,
		exists: stats !== undefined,
		directory: stats?.isDirectory() ?? false,
		// A directory counts its subdirectories there, and never has a second name.
		links: stats === undefined || stats.isDirectory() ? 1 : stats.nlink,
	};
}

/** What the disk says of one entry; a file below something that is not a directory is as missing as one that is not there. */
function lstat(path: string): Stats | undefined {
	try {
		return lstatSync(path, { throwIfNoEntry: false });
	} catch (error) {
		if (errorCode(error) === "ENOTDIR") return undefined;
		throw error;
	}
}

/** `link/`, `link/.` and `link/..` mean the place that is reached, not the entry that names it. */
function namesPlaceItself(path: string): boolean {
	return /\/\.{0,2}$/.test(path);
}

function split(path: string): string[] {
	return path.split("/").filter((component) => component !== "" && component !== ".");
}

function parentOf(path: string): string {
	return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}

function unusableText(path: string): Refusal | undefined {
	if (path.includes("\0")) return refusal("nul", "The path holds a NUL character.");
	if (Buffer.byteLength(path) > MOST_BYTES) return tooLong();
	// SECURITY: half a surrogate pair reaches the disk as a different character from the one that was judged.
	if (!path.isWellFormed()) return refusal("denied", "The path is not well-formed text.");
	return undefined;
}

function alias(path: string): Refusal {
	return refusal("alias", `'${path}' means another file to each process.`);
}

function tooLong(): Refusal {
	return refusal("too-long", `The path has more than ${MOST_BYTES} bytes.`);
}

function refusal(why: Refusal["why"], message: string): Refusal {
	return { ok: false, why, message };
}

function refusalOf(error: unknown, path: string): Refusal {
	const code = errorCode(error);
	if (code === "ENAMETOOLONG") return refusal("too-long", `A name in '${path}' is longer than the file system permits.`);
	return refusal("denied", `'${path}' cannot be looked up on this disk (${code}).`);
}

const OWN_PROCESS = new Set(["self", "thread-self"]);
const LINKS_OF_A_PROCESS = new Set(["cwd", "root", "exe", "fd", "map_files", "ns"]);
const DESCRIPTORS = new Set(["fd", "stdin", "stdout", "stderr"]);
const A_PROCESS = /^\/proc\/[0-9]+(\/task\/[0-9]+)?$/;

/**
 * Whether a name in a folder stands for something of a process (its descriptors, its root): it means another file to the one
 * who checks than to the one who opens.
 */
function isProcessAlias(folder: string, name: string): boolean {
	if (folder === "/dev") return DESCRIPTORS.has(name);
	if (!folder.startsWith("/proc")) return false;
	return (folder === "/proc" && OWN_PROCESS.has(name)) || (A_PROCESS.test(folder) && LINKS_OF_A_PROCESS.has(name));
}
