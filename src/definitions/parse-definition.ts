import {
	allowedText,
	type Catalog,
	ceilingShape,
	composeProfile,
	conditionProblems,
	type Definition,
	findTool,
	fragmentShape,
	type Problem,
	type Profile,
	profileShape,
	type Shape,
} from "../engine/index.ts";
import { readForeignProfile } from "./foreign/read-foreign.ts";
import { type DocumentPlace, placeProblems } from "./place-problems.ts";
import { type Parts, readParts } from "./read-parts.ts";
import { readYaml } from "./yaml/read-yaml.ts";

/** A definition that was read and checked, or everything that is wrong with it, sorted by place. */
export type Parsed<T> =
	| { readonly ok: true; readonly definition: T; readonly warnings: readonly Problem[] }
	| {
			readonly ok: false;
			readonly problems: readonly Problem[];
			/** What of it could be read. SECURITY: for finding further problems only; it may forbid less than its author meant. */
			readonly readable?: T;
	  };

/** Whose text it is, and what it must hold. */
interface DefinitionPlace extends DocumentPlace {
	readonly kind: Definition["kind"];
	/** What a NEXUS dictionary's `level` refers to; without it such a dictionary is a problem. */
	readonly catalog?: Catalog;
}

const SHAPES = { profile: profileShape, fragment: fragmentShape, ceiling: ceilingShape } as const satisfies Record<
	Definition["kind"],
	Shape
>;

/** One profile, fragment or ceiling from YAML of unknown origin. Never throws. */
export function parseDefinition(text: string | Uint8Array, place: DefinitionPlace): Parsed<Definition> {
	const { document, faults } = readYaml(text);
	if (!document) return { ok: false, problems: placeProblems(faults, place) };
	const foreign = place.kind === "profile" ? readForeignProfile(document.value, place.catalog) : undefined;
	if (foreign && !foreign.ok) return { ok: false, problems: placeProblems([...faults, ...foreign.problems], place, document) };
	const read: Parts<Profile> = foreign ? wholly(foreign.profile) : readParts(document.value, SHAPES[place.kind]);
	const { value: profile, problems, isLeftOut } = read;
	if (profile === undefined) return { ok: false, problems: placeProblems([...faults, ...problems], place, document) };
	const inside = [...typeProblems(profile, place), ...contentProblems(profile, place.kind)].filter(({ path }) => !isLeftOut(path));
	const found = [...faults, ...problems, ...inside];
	const definition: Definition = {
		name: place.name,
		kind: place.kind,
		layer: place.layer,
		...(place.file === undefined ? {} : { file: place.file }),
		profile,
		positions: foreign ? foreign.positionsFrom(document.positions) : document.positions,
	};
	if (found.length > 0) return { ok: false, problems: placeProblems(found, place, document), readable: definition };
	return { ok: true, definition, warnings: placeProblems(foreign?.warnings ?? [], place, document) };
}

function wholly(profile: Profile): Parts<Profile> {
	return { value: profile, problems: [], isLeftOut: () => false };
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

/**
 * What is wrong in the rules, paths, hosts and limits of one document by itself. What only shows when it is composed
 * with others is found then.
 */
function contentProblems(profile: Profile, kind: Definition["kind"]): readonly Problem[] {
	const { extends: bases, include, when: _, ...own } = profile;
	const conditional = conditionProblems(profile);
	const outcome = composeProfile(own);
	if (outcome.ok) return conditional;
	const alone = kind !== "fragment" && bases === undefined && include === undefined;
	const problems = outcome.problems.filter((problem) => problem.severity === "error" && (alone || !speaksOfForeignTool(problem, profile)));
	return [...conditional, ...problems];
}

/** A rule with a pattern for a tool that another part may declare. */
function speaksOfForeignTool({ code, path }: Problem, { tools = {} }: Profile): boolean {
	const [, list, index] = /^tools\.(allowed|disallowed|ask)\[(\d+)\]$/.exec(path) ?? [];
	if (code !== "bad-rule" || (list !== "allowed" && list !== "disallowed" && list !== "ask")) return false;
	const entry = tools[list]?.[Number(index)];
	const name = entry === undefined ? "" : allowedText(entry).replace(/\(.*$/s, "").trim();
	return /^[\w.:/@-]+$/.test(name) && !findTool(name);
}
