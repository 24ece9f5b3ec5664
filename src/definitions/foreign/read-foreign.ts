import {
	type Catalog,
	overridesShape,
	type Problem,
	type Profile,
	type ProfileOverrides,
	profileShape,
	type ReadOutcome,
	readShape,
} from "../../engine/index.ts";
import type { Positions } from "../yaml/decode-text.ts";
import { type ForeignReading, foreignProblem, type Move } from "./foreign-reading.ts";
import { fromNexus, fromNexusDelta, isNexusDelta } from "./nexus.ts";
import { fromOrchestrator } from "./orchestrator.ts";

/** A permission object from a caller, in any of the forms (writ's and KSI's, NEXUS's, the orchestrator's), as a profile. */
export function readPermissions(value: unknown, catalog: Catalog): ReadOutcome<Profile> {
	const foreign = readForeignProfile(value, catalog);
	if (!foreign) return readShape(value, profileShape, "the permissions");
	return foreign.ok ? { ok: true, value: foreign.profile } : foreign;
}

/** Overrides from a caller: writ's and KSI's form, or the NEXUS delta. */
export function readOverrides(value: unknown): ReadOutcome<ProfileOverrides> {
	return isNexusDelta(value) ? fromNexusDelta(value) : readShape(value, overridesShape, "the overrides");
}

/** A document in a foreign form as a profile, with the places in the document that its parts came from. */
type ForeignProfile =
	| {
			readonly ok: true;
			readonly profile: Profile;
			readonly warnings: readonly Problem[];
			readonly positionsFrom: (positions: Positions) => Positions;
	  }
	| { readonly ok: false; readonly problems: readonly Problem[] };

/** Reads a NEXUS or orchestrator document; `undefined` when it has writ's own form. */
export function readForeignProfile(value: unknown, catalog: Catalog | undefined): ForeignProfile | undefined {
	const dialect = recogniseForeign(value);
	if (dialect === "writ") return undefined;
	const read = dialect === "nexus" ? nexus(value, catalog) : fromOrchestrator(value);
	if (!read.ok) return read;
	const { profile, warnings, moves } = read;
	return { ok: true, profile, warnings, positionsFrom: (positions) => movePositions(positions, moves) };
}

function nexus(value: unknown, catalog: Catalog | undefined): ForeignReading {
	if (catalog) return fromNexus(value, catalog);
	return {
		ok: false,
		problems: [
			foreignProblem("not-found", "level", "a NEXUS object starts from the profile of its level, and there is no catalog to find it in"),
		],
	};
}

/** Whose form a permission object has. */
type Dialect = "writ" | "nexus" | "orchestrator";

/** Keys that only writ's own form (which is KSI's too) has at the top. */
const WRIT_KEYS = ["tools", "filesystem", "network", "environment", "resources", "capabilities", "messaging", "events", "acp", "include"];
const NEXUS_KEYS = [
	"tool_permissions",
	"base_preset",
	"effective_policy",
	"allowed_paths",
	"blocked_paths",
	"network_access",
	"default_tool_timeout",
];
const ORCHESTRATOR_KEYS = ["allowed_tools", "bash_policy", "project_scoped"];

/**
 * The form of a permission object, by the keys that only one form has. What is none of the foreign forms is read as
 * writ's own, where every unknown key is a problem.
 */
export function recogniseForeign(value: unknown): Dialect {
	if (typeof value !== "object" || value === null || Array.isArray(value)) return "writ";
	const has = (keys: readonly string[]): boolean => keys.some((key) => Object.hasOwn(value, key));
	if (has(WRIT_KEYS)) return "writ";
	if (has(NEXUS_KEYS)) return "nexus";
	return has(ORCHESTRATOR_KEYS) ? "orchestrator" : "writ";
}

/** Positions of a foreign object under the places of the profile that was made from it; the first move to a place counts. */
function movePositions(positions: Positions, moves: readonly Move[]): Positions {
	const moved: Record<string, readonly [number, number]> = {};
	const whole = Object.hasOwn(positions, "") ? positions[""] : undefined;
	if (whole) moved[""] = whole;
	for (const [to, from] of moves) {
		for (const [path, position] of Object.entries(positions)) {
			const rest = path.slice(from.length);
			if (!path.startsWith(from) || (rest !== "" && !/^[.[]/.test(rest))) continue;
			if (!Object.hasOwn(moved, to + rest)) moved[to + rest] = position;
		}
	}
	return moved;
}
