import type { Place, Writ } from "../../engine/index.ts";
import { isWithin, moved } from "./is-within.ts";

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
} as const;

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
