import { randomUUID } from "node:crypto";
import { chownSync, existsSync, lstatSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { type Place, parseAgentId, type SandboxMode } from "../../engine/index.ts";
import { type Clock, systemClock, WritError } from "../../platform/index.ts";
import { type KeptExports, keepExports } from "./keep-exports.ts";
import { processOwner } from "./process-owner.ts";
import { inSlices, removeTree, removeTreeInSteps } from "./remove-tree.ts";
import { sweepScratch } from "./run-scratch.ts";
import { draftFile, lentFile, makeNote, type NoteDetails, noteFile, readNote, type SandboxNote, writeNote } from "./sandbox-note.ts";
import { directoriesIn, isOlderThanDay, lentIn, type SweepOptions, sweepOrphans, UUID } from "./sweep-orphans.ts";

/** What is asked of a sandbox. */
interface SandboxRequest {
	readonly mode: SandboxMode;
	/** Directory of the session, when there is one. */
	readonly session: string | null;
	/** The directory that the living agent already has: it is kept, and what is missing in it is made again. */
	readonly existing?: string | null;
	/** As whom the agent's processes run, when that is somebody else. */
	readonly user?: { readonly uid: number; readonly gid: number };
}

/** The directories of one agent on this machine. */
export interface SandboxDirectories {
	/** What holds `workspace`: the agent's own directory, or the session's in mode `shared`. */
	readonly path: string;
	readonly own: string;
	readonly places: Readonly<Partial<Record<Place, string>>>;
}

/** Where an ended agent's exports go: to its living parent, else to `$WRIT_HOME/exports`. */
interface Ending {
	readonly agent: string;
	/** The living parent's own directory. */
	readonly parent: string | null;
}

/** The directories under `$WRIT_HOME/sandboxes`; names are fresh uuids, so that a reused id never meets old files. */
export interface SandboxStorage {
	/** Makes an agent's directories; on failure nothing is left. */
	create(request: SandboxRequest, details: NoteDetails): SandboxDirectories;
	/** Makes a session's directories. */
	createSession(details: NoteDetails, user?: SandboxRequest["user"]): string;
	/** Adds to what is known of a directory, and takes it over for a process (`pid`; this one unless told). */
	annotate(directory: string, details: NoteDetails & { readonly pid?: number }): boolean;
	/** Directories that `annotate` gave to another process, also before this one was started. */
	lent(): readonly string[];
	/** The other process no longer needs it. */
	takeBack(directory: string): void;
	/** What is known of a directory; `undefined` without a note. */
	read(directory: string): SandboxNote | undefined;
	/** The end of an agent: its exports are kept and its workspace is deleted, in slices; the rest stays until it is removed. */
	end(directory: string, ending: Ending): Promise<KeptExports>;
	/** Removes one directory that `create` or `createSession` made; anything else is refused. */
	remove(directory: string): boolean;
	/** The same in slices, for one that an agent has filled. */
	clear(directory: string): Promise<boolean>;
	/** Removes the directories of dead owners, those without a note after a day, and what killed runs of others left in theirs. */
	sweep(options: SweepOptions): readonly string[];
	/** Directories of agents and sessions that exist, or of which something is left. */
	list(): readonly string[];
	bytesUsed(directory: string): number;
}

const OF_AGENT = ["workspace", "exports", "claude", "nested"];
const OF_SESSION = ["workspace", "shared", "exports"];

export function openSandboxStorage(home: string, clock: Clock = systemClock): SandboxStorage {
	const root = join(home, "sandboxes");
	const folders = [join(root, "agents"), join(root, "sessions")];
	const operator = join(root, "shared");
	for (const folder of [root, ...folders]) mkdirSync(folder, { recursive: true, mode: 0o700 });
	// Agents read it as the user they run as; the directory that holds it is closed.
	mkdirSync(operator, { recursive: true, mode: 0o755 });

	const lent = new Set(folders.flatMap(lentIn));
	const takeBack = (directory: string): void => {
		if (lent.delete(directory)) rmSync(lentFile(directory), { force: true });
	};

	// SECURITY: only a direct child with a uuid as its name is ours.
	const isOurs = (directory: string): boolean => folders.includes(dirname(directory)) && UUID.test(basename(directory));

	const mayRemove = (directory: string): boolean =>
		isOurs(directory) && (existsSync(noteFile(directory)) || isOlderThanDay(directory, clock.now()));

	const make = (directory: string, names: readonly string[], details: NoteDetails, user?: SandboxRequest["user"]): string => {
		const made: string[] = [];
		try {
			if (readNote(directory) === undefined) {
				made.push(noteFile(directory), draftFile(directory), directory);
				// The note comes first: a directory without one would wait a day for its sweep.
				writeNote(directory, makeNote(details, processOwner(), clock.now()));
			}
			for (const name of names) {
				const path = join(directory, name);
				if (existsSync(path)) continue;
				made.push(path);
				mkdirSync(path, { recursive: true, mode: 0o700 });
				if (user !== undefined) chownSync(path, user.uid, user.gid);
			}
			return directory;
		} catch (error) {
			for (const path of made.toReversed()) removeTree(path);
			throw error;
		}
	};

	return {
		create({ mode, session, existing = null, user }, details) {
			const kept = existing !== null && isOurs(existing) && readNote(existing) !== undefined ? existing : undefined;
			const own = make(kept ?? join(root, "agents", randomUUID()), OF_AGENT, { mode, ...details }, user);
			const shared = mode === "shared" && session !== null ? session : own;
			return {
				path: shared,
				own,
				places: {
					workspace: join(shared, "workspace"),
					exports: join(shared, "exports"),
					claude: join(own, "claude"),
					operator,
					own,
					...(session === null ? {} : { session: join(session, "shared") }),
					shared: session === null ? operator : join(session, "shared"),
				},
			};
		},
		createSession: (details, user) => make(join(root, "sessions", randomUUID()), OF_SESSION, details, user),
		annotate(directory, { pid, ...details }) {
			const before = isOurs(directory) ? readNote(directory) : undefined;
			if (before === undefined) return false;
			writeNote(directory, makeNote(details, processOwner(pid), clock.now(), before));
			if (pid === undefined || pid === process.pid) return true;
			writeFileSync(lentFile(directory), "", { mode: 0o600 });
			lent.add(directory);
			return true;
		},
		lent: () => [...lent],
		takeBack,
		read: (directory) => (isOurs(directory) ? readNote(directory) : undefined),
		async end(directory, { agent, parent }) {
			// SECURITY: the agent's name becomes a part of a path here, and nowhere else.
			if (!isOurs(directory) || (parent !== null && !isOurs(parent)) || !parseAgentId(agent).ok)
				throw new WritError("sandbox-storage", `'${directory}' is not a directory of an agent '${agent}'.`);
			const from = join(directory, "exports");
			const to = parent === null ? join(home, "exports", basename(directory)) : join(parent, "nested", agent, "exports");
			// A parent reads them as the user it runs as; without one they are the caller's.
			const reader = parent === null ? null : statSync(join(parent, "nested"));
			const kept = existsSync(from) ? await inSlices(keepExports(from, to, reader)) : { path: null, files: 0, left: 0 };
			await inSlices(removeTreeInSteps(join(directory, "workspace")));
			return kept;
		},
		async clear(directory) {
			if (!mayRemove(directory)) return false;
			takeBack(directory);
			const existed = await inSlices(removeTreeInSteps(directory));
			rmSync(noteFile(directory), { force: true });
			return existed;
		},
		remove(directory) {
			if (!mayRemove(directory)) return false;
			takeBack(directory);
			const existed = removeTree(directory);
			rmSync(noteFile(directory), { force: true });
			return existed;
		},
		sweep(options) {
			const swept = sweepOrphans(folders, options);
			// Of an agent that stays, what killed runs of it left.
			for (const directory of folders.flatMap(directoriesIn)) sweepScratch(directory);
			return swept;
		},
		list: () => folders.flatMap(directoriesIn),
		bytesUsed: (directory) => (isOurs(directory) ? bytesUsed(directory) : 0),
	};
}

/** Bytes that a tree takes on the disk: links are not followed, a file with several names counts once, what cannot be read does not count. */
function bytesUsed(directory: string): number {
	const pending = [directory];
	const counted = new Set<string>();
	let bytes = 0;
	for (let path = pending.pop(); path !== undefined; path = pending.pop()) {
		const stats = quietly(() => lstatSync(path, { throwIfNoEntry: false }));
		if (stats === undefined) continue;
		const key = `${stats.dev}:${stats.ino}`;
		if (stats.nlink > 1 && !stats.isDirectory()) {
			if (counted.has(key)) continue;
			counted.add(key);
		}
		bytes += stats.blocks * 512;
		if (stats.isDirectory()) for (const name of quietly(() => readdirSync(path)) ?? []) pending.push(join(path, name));
	}
	return bytes;
}

function quietly<Value>(read: () => Value): Value | undefined {
	try {
		return read();
	} catch {
		return undefined;
	}
}
