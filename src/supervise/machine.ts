import { readFileSync, realpathSync, renameSync, statSync, writeFileSync } from "node:fs";
import { dirname, isAbsolute, join } from "node:path";
import { makeDirectory } from "../platform/index.ts";
import { type MachineReport, machineKey } from "../sandbox/index.ts";

/** What this machine can hold, and the bubblewrap by which it does. */
export interface KnownMachine extends Pick<MachineReport, "level" | "missing" | "cures"> {
	/** `null` when the system has none. */
	readonly bwrap: string | null;
	readonly bindsDescriptors: boolean;
}

/**
 * How strongly this machine confines: tried out until it does, and then kept in the home for as long as everything that it depends on stays the same.
 * SECURITY: only the person writes into the home. A kept report that is wrong lets nothing through: a sandbox that cannot be built as
 * planned is not started.
 */
export async function knownMachine(home: string, searchPath: string): Promise<KnownMachine> {
	const { bwrap, programs } = systemPrograms(searchPath);
	const key = machineKey(programs);
	const file = join(home, "run", "machine.json");
	const kept = readKept(file, key);
	if (kept !== null) return { ...kept, bwrap };
	const { probeMachine } = await import("./probe-machine.ts");
	const { level, missing, cures, probes } = await probeMachine(programs);
	const bindsDescriptors = probes.some(({ name, ok }) => name === "fd-binds" && ok);
	const found = { level, missing, cures, bindsDescriptors };
	// A machine that seems to confine nothing may only have been out of processes, descriptors or time.
	if (level === "L3" || level === "L4") keep(file, key, found);
	return { ...found, bwrap };
}

/** The programs of the system that confine, as `writ run` and `writ doctor` both look for them. */
export function systemPrograms(searchPath: string): {
	readonly bwrap: string | null;
	readonly programs: { readonly bwrap: string; readonly foreign?: string };
} {
	const bwrap = findBubblewrap(searchPath);
	const foreign = bwrap === null && statSync("/").uid !== 0 ? foreignBubblewrap(searchPath) : undefined;
	return { bwrap, programs: { bwrap: bwrap ?? ABSENT, ...(foreign === undefined ? {} : { foreign }) } };
}

/** One that is there, where even the root directory seems to be nobody's. */
function foreignBubblewrap(searchPath: string): string | undefined {
	const places = searchPath.split(":").filter((folder) => isAbsolute(folder));
	return places.map((folder) => join(folder, "bwrap")).find((path) => statSync(path, { throwIfNoEntry: false })?.isFile() === true);
}

/** Where no program is. */
const ABSENT = "/nonexistent/bwrap";

type Kept = Omit<KnownMachine, "bwrap">;

function readKept(file: string, key: string): Kept | null {
	try {
		const read = JSON.parse(readFileSync(file, "utf8")) as { readonly key: string } & Kept;
		return read.key === key ? read : null;
	} catch {
		return null;
	}
}

function keep(file: string, key: string, found: Kept): void {
	try {
		makeDirectory(join(file, ".."));
		const draft = `${file}.${process.pid}`;
		writeFileSync(draft, JSON.stringify({ key, ...found }), { mode: 0o600 });
		renameSync(draft, file);
	} catch {
		// It is tried out again the next time.
	}
}

/**
 * The bubblewrap of the system: the first on the search path that only root can replace; `null` when there is none.
 * SECURITY: a search path often begins with folders that an agent can write (`node_modules/.bin`), and what is found there would be
 * all that confines it.
 */
export function findBubblewrap(searchPath: string): string | null {
	for (const folder of searchPath.split(":")) {
		if (!isAbsolute(folder)) continue;
		const found = systemFile(join(folder, "bwrap"));
		if (found !== null) return found;
	}
	return null;
}

function systemFile(path: string): string | null {
	try {
		const real = realpathSync(path);
		const isProgram = statSync(real).isFile() && isRoots(real);
		for (let folder = dirname(real); isProgram && isRoots(folder); folder = dirname(folder)) if (folder === "/") return real;
	} catch {
		// Not there, or not for us to see.
	}
	return null;
}

const OTHERS_WRITE = 0o022;

function isRoots(path: string): boolean {
	const { uid, mode } = statSync(path);
	return uid === 0 && (mode & OTHERS_WRITE) === 0;
}
