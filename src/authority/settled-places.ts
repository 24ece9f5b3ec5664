import { basename, dirname, join } from "node:path";
import type { Place, Places } from "../engine/index.ts";
import { isWithin, moved } from "../sandbox/index.ts";

/** Where the directories of restored agents and sessions are now, by where they were. */
type Relocations = ReadonlyMap<string, string>;

/** The places of a restored agent that has no sandbox: none of them is in another home any more. */
export function settledPlaces({ written, real }: Places, relocations: Relocations, home: string): Readonly<Partial<Record<Place, string>>> {
	const roots = rootsOf({ written, real });
	const settle = (path: string): string => {
		const root = roots.find((one) => isWithin(path, one));
		return relocated(path, relocations) ?? (root === undefined ? path : moved(path, root, join(home, "sandboxes")));
	};
	return Object.fromEntries(Object.entries(written).map(([place, path]) => [place, settle(path)]));
}

/** The workspace of a restored agent: its own, one inside of another agent's directory, or a person's, which stays. */
export function settledWorkspace(
	{ written, real }: Places,
	own: { readonly before: string; readonly now: string },
	relocations: Relocations,
): string {
	const { workspace } = written;
	if (workspace === undefined || workspace === own.before) return own.now;
	const inside = relocated(workspace, relocations);
	// In the directory of somebody who is not restored there is nothing left to work on.
	return inside ?? (rootsOf({ written, real }).some((root) => isWithin(workspace, root)) ? own.now : workspace);
}

function relocated(path: string, relocations: Relocations): string | null {
	for (let at = path; at !== dirname(at); at = dirname(at)) {
		const to = relocations.get(at);
		if (to !== undefined) return moved(path, at, to);
	}
	return null;
}

/** The folder of all sandboxes that an agent's directory is in, as it is written and as it really is. */
function rootsOf({ written, real }: Pick<Places, "written" | "real">): readonly string[] {
	return [written.own, real.own].flatMap((own) => {
		const root = dirname(dirname(own ?? "/"));
		// SECURITY: no other folder is taken for one of sandboxes, or a person's directory would be moved too.
		return own !== undefined && basename(root) === "sandboxes" && basename(dirname(own)) === "agents" ? [root] : [];
	});
}
