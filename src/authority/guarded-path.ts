import type { Resolve } from "../engine/index.ts";
import { realPath } from "../platform/index.ts";

/** What of a home is for agents. */
const THEIRS = ["sandboxes", "exports"];

/**
 * The disk as agents see it: the home of their own server is closed to them, but for their sandboxes.
 * SECURITY: definitions know a home by the name `.writ`; one of any other name holds the same keys (test/rest/agents.test.ts).
 */
export function guardedPath(home: string): Resolve {
	const found = realPath(home, "/");
	const own = found.ok ? found.real : home;
	const open = THEIRS.map((name) => `${own}/${name}`);
	const isClosed = (path: string): boolean =>
		path === own || (path.startsWith(`${own}/`) && !open.some((place) => path === place || path.startsWith(`${place}/`)));
	return (path, directory) => {
		const resolution = realPath(path, directory);
		if (!resolution.ok || !(isClosed(resolution.real) || isClosed(resolution.entry))) return resolution;
		return { ok: false, why: "denied", message: "The files of the server are not for agents." };
	};
}
