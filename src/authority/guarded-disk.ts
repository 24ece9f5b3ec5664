import type { Disk } from "../engine/index.ts";
import { realDisk } from "../platform/index.ts";

/** What of a home is for agents, and what of that is not: the files of mounted servers. */
const THEIRS = ["sandboxes", "exports"];
const NOT_THEIRS = "sandboxes/servers";

/**
 * The disk as agents see it: the home of their own server is closed to them, but for their sandboxes.
 * SECURITY: definitions know a home by the name `.writ`; one of any other name holds the same keys (test/rest/agents.test.ts).
 */
export function guardedDisk(home: string): Disk {
	const found = realDisk.resolve(home, "/");
	const own = found.ok ? found.real : home;
	const open = THEIRS.map((name) => `${own}/${name}`);
	const isIn = (path: string, place: string): boolean => path === place || path.startsWith(`${place}/`);
	const isClosed = (path: string): boolean =>
		isIn(path, own) && (!open.some((place) => isIn(path, place)) || isIn(path, `${own}/${NOT_THEIRS}`));
	return {
		resolve: (path, directory) => {
			const resolution = realDisk.resolve(path, directory);
			if (!resolution.ok || !(isClosed(resolution.real) || isClosed(resolution.entry))) return resolution;
			return { ok: false, why: "denied", message: CLOSED };
		},
		list: (directory) => (isClosed(directory) ? { ok: false, why: "unknown", message: CLOSED } : realDisk.list(directory)),
	};
}

const CLOSED = "The files of the server are not for agents.";
