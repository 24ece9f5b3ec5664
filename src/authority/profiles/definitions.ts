import { catalogOfFolders, loadCatalog } from "../../definitions/index.ts";
import { type Catalog, composeProfile, type Definition, type Problem, sealProfile, type Terms } from "../../engine/index.ts";
import { readDefinitions, WritError } from "../../platform/index.ts";
import { newestProfileRows, type ProfileRow } from "../../state/profiles/index.ts";
import { numberOf, plainText, type Row, textOf, textOrNull } from "../../store/index.ts";
import type { Context, Definitions } from "../context.ts";

/** What names refer to for a server: what is shipped, what its person wrote into the home, and the profiles that the store keeps. */
export function openDefinitions(home: string, log: (line: string) => void): Definitions {
	const written = catalogOfFolders(readDefinitions(home, "user"));
	const errors = written.problems.filter(({ severity }) => severity === "error");
	// SECURITY: a broken definition of the person's must not let a shipped one of the same name, or no ceiling, step in.
	if (errors.length > 0) throw new WritError("invalid-definition", `${describe(errors[0])}. Run: writ check`);
	let catalog = written;
	let isStale = true;
	return {
		written,
		ceiling: ceilingTerms(written),
		get catalog() {
			return catalog;
		},
		get isStale() {
			return isStale;
		},
		async refresh(connection) {
			if (!isStale) return catalog;
			// What changes while it is read makes it stale again.
			isStale = false;
			try {
				const laid = layKept(written, (await newestProfileRows(connection)).map(keptProfile));
				for (const problem of laid.problems) log(`definitions: ${describe(problem)}`);
				catalog = laid.catalog;
				return catalog;
			} catch (error) {
				isStale = true;
				throw error;
			}
		},
		outdated(touched) {
			if (touched === null || touched.some(({ entity }) => entity === "profile")) isStale = true;
		},
	};
}

/** The definitions as they are when this is called, whoever changed them, on whichever node. */
export async function freshCatalog({ definitions, store }: Pick<Context, "definitions" | "store">): Promise<Catalog> {
	// One server has an SQLite home for itself: whatever changes there is told here.
	if (store.database === "sqlite" && !definitions.isStale) return definitions.catalog;
	return store.record((transaction) => definitions.refresh(transaction));
}

function ceilingTerms(catalog: Catalog): Terms | undefined {
	if (catalog.ceiling === undefined) return undefined;
	const composed = composeProfile(catalog.ceiling.profile, catalog);
	const sealed = sealProfile(catalog.ceiling.profile, { agent: "ceiling", root: "/", catalog });
	if (!composed.ok || !sealed.ok) throw new WritError("invalid-definition", "The ceiling cannot be sealed. Run: writ check");
	return sealed.writ.terms;
}

function describe(problem: Problem | undefined): string {
	if (problem === undefined) return "A definition is not valid";
	const { source, message } = problem;
	return source === undefined ? message : `${source.file ?? source.definition ?? ""}:${source.line ?? 1}: ${message}`;
}

/** A version of a profile that the store keeps. */
export type KeptProfile = ProfileRow;

/** A row of the store as a version of a profile. */
export function keptProfile(row: Row): KeptProfile {
	return {
		name: textOf(row, "name"),
		version: numberOf(row, "version"),
		document: plainText(textOrNull(row, "document")),
		reason: plainText(textOf(row, "reason")) ?? "",
		writtenBy: textOf(row, "written_by"),
		writtenAt: numberOf(row, "written_at"),
	};
}

/**
 * What names refer to when the store's profiles are laid over what is shipped and written into files. They are of the person's own
 * layer: they take the place of what is shipped, and stand beside the files.
 * SECURITY: a name that a file and the store both define, or whose document cannot be read, is nobody's: neither the other one nor what
 * is shipped steps in, which may grant more.
 */
export function layKept(
	written: Catalog,
	kept: readonly KeptProfile[],
): { readonly catalog: Catalog; readonly problems: readonly Problem[] } {
	const standing = kept.filter(({ document }) => document !== null);
	const twice = standing.filter(({ name }) => fileOf(written, name) !== null);
	const free = standing.filter(({ name }) => fileOf(written, name) === null);
	const laid = loadCatalog(
		free.map(({ name, version, document }) => ({
			name,
			kind: "profile" as const,
			layer: "user" as const,
			path: keptName(name, version),
			text: document ?? "",
		})),
		written,
	);
	const profiles: Record<string, Definition> = Object.assign(Object.create(null), laid.profiles);
	for (const { name } of twice) delete profiles[name];
	const known = new Set(written.problems);
	return {
		catalog: { ...laid, profiles, problems: written.problems },
		problems: [
			...laid.problems.filter((problem) => !known.has(problem) && problem.severity === "error"),
			...twice.map(({ name, version }) => definedTwice(name, version, fileOf(written, name) ?? "")),
		],
	};
}

/** The longest name of a profile. */
export const MOST_NAME = 128;

/** Whether a profile that is kept may have this name: like the name of a file, in at most four parts. */
export function isProfileName(name: string): boolean {
	const parts = name.split("/");
	return name.length <= MOST_NAME && parts.length <= 4 && parts.every((part) => /^[A-Za-z0-9](?:[A-Za-z0-9_-]|\.(?!\.|$))*$/.test(part));
}

/** The file of the home that defines a profile. */
export function fileOf({ profiles }: Catalog, name: string): string | null {
	const definition = Object.hasOwn(profiles, name) ? profiles[name] : undefined;
	return definition?.layer === "user" ? (definition.file ?? "") : null;
}

/** How people are told where a rule of such a profile comes from. */
function keptName(name: string, version: number): string {
	return `${name}@${version}`;
}

function definedTwice(name: string, version: number, file: string): Problem {
	return {
		severity: "error",
		code: "redefinition",
		path: "",
		message: `profile '${name}' is defined twice, in ${file} and in the store: it counts for nothing until one is gone`,
		hint: "move the file away, or roll the profile back to version 0",
		source: { layer: "user", file: keptName(name, version), definition: name },
	};
}
