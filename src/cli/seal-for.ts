import { readPermissions } from "../definitions/index.ts";
import { type Catalog, type Place, type Problem, sealProfile, type Writ } from "../engine/index.ts";
import { realPath } from "../platform/index.ts";
import { blockingProblems } from "./open-catalog.ts";

/** For whom a profile is sealed. */
export interface Holder {
	readonly agent: string;
	readonly parent?: string | null;
	readonly children?: readonly string[];
	/** The workspace, absolute. */
	readonly root: string;
	/** Where the other named places are; one that is not given grants nothing. */
	readonly places?: Readonly<Partial<Record<Exclude<Place, "workspace">, string>>>;
	/** What `~` in commands means. */
	readonly home?: string;
}

/** A writ, or everything that keeps the profile from being one. */
export type Sealed = { readonly ok: true; readonly writ: Writ } | { readonly ok: false; readonly problems: readonly Problem[] };

/** Seals a profile that a caller named or wrote out, in any of the forms, on this disk. */
export function sealFor(profile: unknown, catalog: Catalog, holder: Holder): Sealed {
	const broken = blockingProblems(catalog);
	if (broken.length > 0) return { ok: false, problems: broken };
	if (typeof profile === "string") return sealProfile(profile, { ...holder, catalog, resolve: realPath });
	const read = readPermissions(profile, catalog);
	return read.ok ? sealProfile(read.value, { ...holder, catalog, resolve: realPath }) : read;
}
