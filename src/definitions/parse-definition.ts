import {
	type Catalog,
	ceilingShape,
	type Definition,
	fragmentShape,
	type Problem,
	type Profile,
	profileShape,
	readShape,
	type Shape,
} from "../engine/index.ts";
import { contentProblems } from "./content-problems.ts";
import { readForeignProfile } from "./foreign/index.ts";
import { type DocumentPlace, placeProblems } from "./place-problems.ts";
import { readYaml } from "./yaml/index.ts";

/** A definition that was read and checked, or everything that is wrong with it, sorted by place. */
export type Parsed<T> =
	| { readonly ok: true; readonly definition: T; readonly warnings: readonly Problem[] }
	| { readonly ok: false; readonly problems: readonly Problem[] };

/** Whose text it is, and what it must hold. */
export interface DefinitionPlace extends DocumentPlace {
	readonly kind: Definition["kind"];
	/** What a NEXUS dictionary's `level` refers to; without it such a dictionary is a problem. */
	readonly catalog?: Catalog;
}

const SHAPES: Readonly<Record<Definition["kind"], Shape>> = { profile: profileShape, fragment: fragmentShape, ceiling: ceilingShape };

/** One profile, fragment or ceiling from YAML of unknown origin. Never throws. */
export function parseDefinition(text: string | Uint8Array, place: DefinitionPlace): Parsed<Definition> {
	const { document, faults } = readYaml(text);
	if (!document) return { ok: false, problems: placeProblems(faults, place) };
	const foreign = place.kind === "profile" ? readForeignProfile(document.value, place.catalog) : undefined;
	if (foreign && !foreign.ok) return { ok: false, problems: placeProblems([...faults, ...foreign.problems], place, document) };
	const checked = foreign ? { ok: true as const, value: foreign.profile } : readShape<Profile>(document.value, SHAPES[place.kind]);
	const found: readonly (Problem | (typeof faults)[number])[] = [
		...faults,
		...(checked.ok ? [...typeProblems(checked.value, place), ...contentProblems(checked.value, place.kind)] : checked.problems),
	];
	if (!checked.ok || found.length > 0) return { ok: false, problems: placeProblems(found, place, document) };
	const definition: Definition = {
		name: place.name,
		kind: place.kind,
		layer: place.layer,
		...(place.file === undefined ? {} : { file: place.file }),
		profile: checked.value,
		positions: foreign ? foreign.positionsFrom(document.positions) : document.positions,
	};
	return { ok: true, definition, warnings: placeProblems(foreign?.warnings ?? [], place, document) };
}

const TYPES = { profile: "permission_profile", fragment: "permission_fragment", ceiling: "permission_profile" } as const;

/** A fragment among the profiles would be taken for a whole profile, and the other way round. */
function typeProblems({ type }: Profile, { kind }: DefinitionPlace): readonly Problem[] {
	if (type === undefined || type === TYPES[kind]) return [];
	const message = `type says ${type}, but a ${kind} is a ${TYPES[kind]}`;
	return [
		{
			severity: "error",
			code: "bad-value",
			path: "type",
			message,
			hint: `move the file to ${type === "permission_fragment" ? "fragments" : "profiles"}`,
		},
	];
}
