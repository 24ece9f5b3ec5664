import {
	type Catalog,
	overridesShape,
	type Profile,
	type ProfileOverrides,
	profileShape,
	type ReadOutcome,
	readShape,
} from "../../engine/index.ts";
import { fromNexusDelta, isNexusDelta } from "./from-nexus-delta.ts";
import { readForeignProfile } from "./read-foreign-profile.ts";

/** A permission object from a caller, in any of the forms (writ's and KSI's, NEXUS's, the orchestrator's), as a profile. */
export function readPermissions(value: unknown, catalog: Catalog): ReadOutcome<Profile> {
	const foreign = readForeignProfile(value, catalog);
	if (!foreign) return readShape<Profile>(value, profileShape, "the permissions");
	return foreign.ok ? { ok: true, value: foreign.profile } : foreign;
}

/** Overrides from a caller: writ's and KSI's form, or the NEXUS delta. */
export function readOverrides(value: unknown): ReadOutcome<ProfileOverrides> {
	return isNexusDelta(value) ? fromNexusDelta(value) : readShape<ProfileOverrides>(value, overridesShape, "the overrides");
}
