import { randomUUID } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Place, SandboxMode } from "../../engine/index.ts";

/** What is asked of a sandbox; `session` and `parent` are the directories of those that it shares with. */
export interface SandboxPlan {
	readonly mode: SandboxMode;
	/** Directory of the session, when there is one. */
	readonly session: string | null;
}

/** The directories of one agent on this machine. */
export interface SandboxDirectories {
	/** What holds `workspace`: the agent's own directory, or the session's in mode `shared`. */
	readonly path: string;
	readonly own: string;
	readonly places: Readonly<Partial<Record<Place, string>>>;
}

/** The directories under `$WRIT_HOME/sandboxes`; names are fresh uuids, so that a reused id never meets old files. */
export interface SandboxStorage {
	/** Makes an agent's directories; on failure nothing is left. */
	create(plan: SandboxPlan, note: Readonly<Record<string, unknown>>): SandboxDirectories;
	/** Makes a session's directories. */
	createSession(note: Readonly<Record<string, unknown>>): string;
	/** Removes one directory that `create` or `createSession` made; anything else is refused. */
	remove(directory: string): boolean;
	/** Directories of agents and sessions that exist. */
	list(): readonly string[];
	/** Whether a directory has the note that `create` leaves beside it. */
	isNoted(directory: string): boolean;
	/** Milliseconds since it was made. */
	age(directory: string, now: number): number;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const OF_AGENT = ["workspace", "exports", "claude", "nested"];
const OF_SESSION = ["workspace", "shared", "exports"];

export function openSandboxStorage(home: string): SandboxStorage {
	const root = join(home, "sandboxes");
	const operator = join(root, "shared");
	for (const folder of [root, join(root, "agents"), join(root, "sessions"), operator]) mkdirSync(folder, { recursive: true, mode: 0o700 });

	const make = (kind: "agents" | "sessions", names: readonly string[], note: Readonly<Record<string, unknown>>): string => {
		const directory = join(root, kind, randomUUID());
		try {
			for (const name of names) mkdirSync(join(directory, name), { recursive: true, mode: 0o700 });
			writeFileSync(`${directory}.json`, `${JSON.stringify(note)}\n`, { mode: 0o600 });
			return directory;
		} catch (error) {
			rmSync(directory, { recursive: true, force: true });
			rmSync(`${directory}.json`, { force: true });
			throw error;
		}
	};

	return {
		create({ mode, session }, note) {
			const own = make("agents", OF_AGENT, note);
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
		createSession: (note) => make("sessions", OF_SESSION, note),
		remove(directory) {
			const kind = [join(root, "agents"), join(root, "sessions")].find((folder) => directory.startsWith(`${folder}/`));
			// SECURITY: only a direct child with a uuid as its name is ours to remove.
			if (kind === undefined || !UUID.test(directory.slice(kind.length + 1))) return false;
			const existed = existsSync(directory);
			rmSync(directory, { recursive: true, force: true });
			rmSync(`${directory}.json`, { force: true });
			return existed;
		},
		list: () =>
			["agents", "sessions"].flatMap((kind) =>
				readdirSync(join(root, kind))
					.filter((name) => UUID.test(name))
					.map((name) => join(root, kind, name)),
			),
		isNoted: (directory) => existsSync(`${directory}.json`),
		age: (directory, now) => now - statSync(directory).mtimeMs,
	};
}
