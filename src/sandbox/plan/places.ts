import type { Place, Writ } from "../../engine/index.ts";
import { isWithin, moved } from "./paths.ts";
import type { Mount } from "./sandbox-plan.ts";

/** Where the agent's places are inside. */
export const INSIDE = {
	home: "/sandbox/home",
	workspace: "/sandbox/workspace",
	exports: "/sandbox/exports",
	claude: "/sandbox/.claude",
	shared: "/sandbox/shared",
	operator: "/sandbox/_shared",
	session: "/sandbox/session",
	parent: "/sandbox/parent",
	nested: "/sandbox/nested",
	input: "/sandbox/input",
	tmp: "/tmp",
} as const;

/** The directories of a run's scratch, by what they become inside. */
export const SCRATCH = { home: "home", tmp: "tmp" } as const;

/** Where a path on the host appears inside: in its place, or where it is. */
export type Inside = (path: string, place: Place | null) => string;

/** The way from the host's paths to those inside, for one agent. */
export function placeTargets({ places }: Writ, managed: boolean): Inside {
	const workspace = places.real.workspace ?? "/";
	const targets: readonly (readonly [Place, string])[] = [
		// A person's directory keeps its place, so that what is said of it outside is true inside.
		["workspace", managed ? INSIDE.workspace : workspace],
		["exports", INSIDE.exports],
		["claude", INSIDE.claude],
		["shared", INSIDE.shared],
		["session", INSIDE.shared],
		["operator", INSIDE.operator],
	];
	return (path, place) => {
		const within = targets.filter(([name]) => isWithin(path, places.real[name] ?? "//"));
		const [name, target] = within.find(([known]) => known === place) ?? within[0] ?? [];
		const root = name === undefined ? undefined : places.real[name];
		return root === undefined || target === undefined ? path : moved(path, root, target);
	};
}

type Tree = Mount & { readonly source: string };

/** The directories of a plan that may be written and in which somebody works: exports are only taken from, the runner's state is its own. */
export function writableRoots(mounts: readonly Mount[]): readonly Tree[] {
	return lastingTrees(mounts).filter(({ target }) => target !== INSIDE.exports);
}

/** The directories that may be written and that others get to see, exports too: these outlive the agent. */
export function lastingTrees(mounts: readonly Mount[]): readonly Tree[] {
	return mounts.filter(isTree).filter(({ target }) => !OF_PROGRAM.has(target));
}

/** Nobody else looks into them; a home and a `/tmp` go with the run. */
const OF_PROGRAM: ReadonlySet<string> = new Set([INSIDE.claude, INSIDE.home, INSIDE.tmp]);

function isTree(mount: Mount): mount is Tree {
	const { source, writable, file } = mount;
	return source !== null && writable && file !== true;
}
