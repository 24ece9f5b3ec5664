import type { Resolve } from "../engine/index.ts";
import { realPath } from "../platform/index.ts";

/** What of a home is for agents, and what of that is not: the files of mounted servers. */
const THEIRS = ["sandboxes", "exports"];
const NOT_THEIRS = "sandboxes/servers";

/**
 * The disk as agents see it: the home of their own server is closed to them, but for their sandboxes.
 * SECURITY: definitions know a home by the name `.writ`; one of any other name holds the same keys (test/rest/agents.test.ts).
 */
export function guardedPath(home: string): Resolve {
	const found = realPath(home, "/");
	const own = found.ok ? found.real : home;
	const open = THEIRS.map((name) => `${own}/${name}`);
	const isIn = (path: string, place: string): boolean => path === place || path.startsWith(`${place}/`);
	const isClosed = (path: string): boolean =>
		isIn(path, own) && (!open.some((place) => isIn(path, place)) || isIn(path, `${own}/${NOT_THEIRS}`));
	return (path, directory) => {
		const resolution = realPath(path, directory);
		if (!resolution.ok || !(isClosed(resolution.real) || isClosed(resolution.entry))) return resolution;
		return { ok: false, why: "denied", message: "The files of the server are not for agents." };
	};
}
