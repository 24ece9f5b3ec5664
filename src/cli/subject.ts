import { type Catalog, type ComposeOutcome, composeAgent, composeProfile, type Problem, sealComposition } from "../engine/index.ts";
import { realDisk } from "../platform/index.ts";
import type { Holder, Sealed } from "./holder.ts";
import { blockingProblems } from "./open-catalog.ts";
import { isFileWord, readNamedFile } from "./read-named-file.ts";

/** How a person says whose permissions are meant: one word that is either, or a profile and an agent definition by their options. */
export interface SubjectWords {
	readonly word?: string | undefined;
	readonly profile?: string | undefined;
	readonly agent?: string | undefined;
}

/** What a person named: a profile or an agent definition of the catalog. */
export interface Subject {
	readonly kind: "profile" | "agent";
	readonly name: string;
	/** Of an agent: the profiles that were chosen besides. */
	readonly profiles: readonly string[];
	/** In which the names have a meaning; a file that was named is in it. */
	readonly catalog: Catalog;
}

/** A subject, or why the words name none. */
export type NamedSubject = { readonly ok: true; readonly subject: Subject } | { readonly ok: false; readonly problems: readonly Problem[] };

/** The profile or agent definition that words of the command line mean, each a name or a file. */
export function nameSubject({ word, profile, agent }: SubjectWords, catalog: Catalog, directory: string): NamedSubject {
	const broken = blockingProblems(catalog);
	if (broken.length > 0) return { ok: false, problems: broken };
	if (agent !== undefined) return nameAgent(agent, profile, catalog, directory);
	const name = profile ?? word ?? "";
	if (isFileWord(name)) {
		const file = readNamedFile(name, catalog, directory, profile === undefined ? undefined : "profile");
		return file.ok ? { ok: true, subject: { kind: file.kind, name, profiles: [], catalog: file.catalog } } : file;
	}
	const isAgent = profile === undefined && !Object.hasOwn(catalog.profiles, name) && Object.hasOwn(catalog.agents, name);
	return { ok: true, subject: { kind: isAgent ? "agent" : "profile", name, profiles: [], catalog } };
}

function nameAgent(name: string, profile: string | undefined, catalog: Catalog, directory: string): NamedSubject {
	const chosen = profile !== undefined && isFileWord(profile) ? readNamedFile(profile, catalog, directory, "profile") : undefined;
	if (chosen?.ok === false) return chosen;
	const around = chosen?.catalog ?? catalog;
	const file = isFileWord(name) ? readNamedFile(name, around, directory, "agent") : undefined;
	if (file?.ok === false) return file;
	const profiles = profile === undefined ? [] : [profile];
	return { ok: true, subject: { kind: "agent", name, profiles, catalog: file?.catalog ?? around } };
}

/** The subject with everything that it builds on worked in. */
export function composeSubject({ kind, name, profiles, catalog }: Subject): ComposeOutcome {
	return kind === "profile" ? composeProfile(name, catalog) : composeAgent(name, catalog, { profiles });
}

/** The writ that the subject gives to a holder, on this disk. */
export function sealSubject(subject: Subject, holder: Holder): Sealed {
	const composed = composeSubject(subject);
	return composed.ok ? sealComposition(composed.composition, { ...holder, ...realDisk }) : composed;
}
