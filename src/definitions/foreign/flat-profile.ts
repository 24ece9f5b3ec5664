import type { Catalog, Profile } from "../../engine/vocabulary/index.ts";
import { foreignProblem } from "./foreign-reading.ts";

/** A profile of the catalog with everything that it extends and includes worked in, or why there is none. */
export function flatProfile(name: string, catalog: Catalog, path: string) {
	const found = Object.hasOwn(catalog.profiles, name) ? catalog.profiles[name] : undefined;
	if (!found) return { ok: false as const, problems: [foreignProblem("not-found", path, `profile '${name}' does not exist`)] };
	const profile: Profile = found.profile;
	return { ok: true as const, profile };
}
