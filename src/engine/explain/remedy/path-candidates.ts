import type { ToolContext } from "../../decide/index.ts";
import { type Facts, PLACES, type Places, type Terms } from "../../language/index.ts";
import { canonicalPathEntry, escapeGlob, writtenPathEntry } from "../../paths/index.ts";
import { pathDetail, plainPath } from "../details.ts";
import { addToAll, type Candidate, changePermission, type Holder, permissionKeys } from "./candidate.ts";

/** One use of a path; commands may do either. */
export interface PathUse {
	readonly path: string;
	readonly directory: string;
	readonly access: "read" | "write" | "either";
}

/** What would put paths into the granted trees: the paths themselves and nothing beside them. */
export function pathCandidates(uses: readonly PathUse[], holder: Holder, context: ToolContext | null): readonly Candidate[] {
	const { terms } = holder.writ;
	return uses.flatMap((use) => {
		const missing = missingIn(use, terms, holder);
		return entriesFor(use.path, use.directory, holder.facts, holder.writ.places).flatMap((entry) => [
			...missing.map((key) => grantPath(key, entry)),
			...(context === null ? [] : grantToTool(context, entry)),
		]);
	});
}

/** The lists that do not hold a path yet; where it leads through a link, a list may hold only one of its forms. */
function missingIn({ path, directory, access }: PathUse, terms: Terms, { writ, facts }: Holder): readonly ("read_paths" | "write_paths")[] {
	const keys = (["read_paths", "write_paths"] as const).filter((key) => access === "either" || key.startsWith(access));
	const { viaLink, matches } = pathDetail(writ, terms, facts, path, directory);
	return keys.filter(
		(key) => viaLink || matches.filter(({ dimension }) => dimension === `filesystem.${key}`).length < terms.filesystem[key].length,
	);
}

/**
 * What would let a directory be removed or replaced: a granted directory itself never can, so the grant is written as what
 * lies in its parent.
 */
export function entryCandidates(uses: readonly PathUse[], { writ, facts }: Holder): readonly Candidate[] {
	return uses.flatMap(({ path, directory }) =>
		entriesFor(path, directory, facts, writ.places).flatMap((entry) => {
			const [, parent, name = ""] = /^(.*\/)([^/]+)$/s.exec(entry) ?? [];
			return parent === undefined || /[*?[\]{},]/.test(name)
				? []
				: [{ ...grantPath("write_paths", `${parent}{${name},${name}/**}`), insteadOf: entry }];
		}),
	);
}

function grantPath(key: "read_paths" | "write_paths", entry: string): Candidate {
	return {
		dimension: `filesystem.${key}`,
		entry,
		text: `filesystem.${key}: ${writtenPathEntry(entry)}`,
		change: (terms) => ({ ...terms, filesystem: { ...terms.filesystem, [key]: addToAll(terms.filesystem[key], entry) } }),
	};
}

function grantToTool({ terms, plan }: ToolContext, entry: string): readonly Candidate[] {
	return permissionKeys(terms, plan.permissions)
		.filter((key) => (terms.tools.permissions[key]?.allowed_paths.length ?? 0) > 0)
		.map((key) => ({
			dimension: `tools.permissions.${key}.allowed_paths`,
			entry,
			text: `tools.permissions.${key}.allowed_paths: ${writtenPathEntry(entry)}`,
			change: (before: Terms) => changePermission(before, key, (held) => ({ ...held, allowed_paths: addToAll(held.allowed_paths, entry) })),
		}));
}

/** A step further in following links. */
export function linkCandidates(terms: Terms): readonly Candidate[] {
	const next = terms.filesystem.allow_symlinks === false ? "inside" : true;
	return [
		{
			dimension: "filesystem.allow_symlinks",
			entry: String(next),
			text: `filesystem.allow_symlinks: ${String(next)}`,
			change: (before) => ({ ...before, filesystem: { ...before.filesystem, allow_symlinks: next } }),
		},
	];
}

/** Room for what a call would write. */
export function sizeCandidates(input: Readonly<Record<string, unknown>>): readonly Candidate[] {
	const bytes = Math.max(
		0,
		...Object.values(input).map((value) => (typeof value === "string" ? new TextEncoder().encode(value).length : 0)),
	);
	const megabytes = Math.max(1, Math.ceil(bytes / (1024 * 1024)));
	return [
		{
			dimension: "filesystem.max_file_size_mb",
			entry: String(megabytes),
			text: `filesystem.max_file_size_mb: ${megabytes}`,
			change: (terms) => ({ ...terms, filesystem: { ...terms.filesystem, max_file_size_mb: megabytes } }),
		},
	];
}

/** The canonical entries for a path as it is written and as it really is. */
export function entriesFor(path: string, directory: string, facts: Facts, places: Places): readonly string[] {
	const written = plainPath(path, directory);
	const resolution = path.includes("\0") ? undefined : facts.resolve?.(path, directory);
	const forms = resolution?.ok === true ? [written, resolution.real, resolution.entry] : [written];
	return [...new Set(forms.map((form) => entryFor(form, places)))].filter(canBeWritten);
}

/** The entry that means one absolute path: below a named place if it lies in one. */
function entryFor(path: string, places: Places): string {
	for (const place of PLACES) {
		for (const root of [places.written[place], places.real[place]]) {
			if (place === "own" || root === undefined || root === "/") continue;
			if (path === root) return `<${place}>`;
			if (path.startsWith(`${root}/`)) return `<${place}>${escapeGlob(path.slice(root.length))}`;
		}
	}
	return escapeGlob(path);
}

/** Whether a person can write the entry so that it reads as the same again. */
function canBeWritten(entry: string): boolean {
	const read = canonicalPathEntry(writtenPathEntry(entry), "grant");
	return read.ok && read.text === entry;
}
