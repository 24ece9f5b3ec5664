import {
	type Catalog,
	type Definition,
	EMPTY_CATALOG,
	type Profile,
	type SealProfileOptions,
	sealProfile,
	type Writ,
} from "../../src/engine/index.ts";

/** A writ for an agent `kid` in `/ws`, child of `mum`, parent of `baby`. */
export function sealed(profile: unknown, options: Partial<SealProfileOptions> = {}): Writ {
	const outcome = sealProfile(profile, { agent: "kid", root: "/ws", parent: "mum", children: ["baby"], ...options });
	if (!outcome.ok) throw new Error(JSON.stringify(outcome.problems, null, 1));
	return outcome.writ;
}

/** A catalog with one profile that a person wrote in a file. */
export function catalogOf(
	name: string,
	profile: Profile,
	positions: Definition["positions"],
	layer: Definition["layer"] = "user",
): Catalog {
	return { ...EMPTY_CATALOG, profiles: { [name]: { name, kind: "profile", layer, file: `profiles/${name}.yaml`, profile, positions } } };
}
