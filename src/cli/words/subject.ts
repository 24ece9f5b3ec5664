import type { Command } from "commander";
import { readPermissions } from "../../definitions/index.ts";
import {
	type Catalog,
	type ComposeOutcome,
	composeAgent,
	composeProfile,
	type Place,
	type Problem,
	sealComposition,
	sealProfile,
	type Writ,
} from "../../engine/index.ts";
import { realDisk } from "../../platform/index.ts";
import { blockingProblems } from "../open-catalog.ts";
import { isFileWord, readNamedFile } from "./named-file.ts";

/** How a person says whose permissions are meant: one word that is either, or a profile and an agent definition by their options. */
export interface SubjectWords {
	readonly word?: string | undefined;
	readonly profile?: string | undefined;
	readonly agent?: string | undefined;
}

/** What a person named: a profile or an agent definition of the catalog. */
interface Subject {
	readonly kind: "profile" | "agent";
	readonly name: string;
	/** Of an agent: the profiles that were chosen besides. */
	readonly profiles: readonly string[];
	/** In which the names have a meaning; a file that was named is in it. */
	readonly catalog: Catalog;
}

/** A subject, or why the words name none. */
type NamedSubject = { readonly ok: true; readonly subject: Subject } | { readonly ok: false; readonly problems: readonly Problem[] };

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

/** Seals a profile that a caller named (also a file) or wrote out, in any of the forms, on this disk. */
export function sealFor(profile: unknown, catalog: Catalog, holder: Holder, directory: string): Sealed {
	if (typeof profile === "string") return sealNamed({ word: profile }, catalog, holder, directory);
	const broken = blockingProblems(catalog);
	if (broken.length > 0) return { ok: false, problems: broken };
	const read = readPermissions(profile, catalog);
	return read.ok ? sealProfile(read.value, { ...holder, catalog, ...realDisk }) : read;
}

/** Seals what words of the command line name. */
export function sealNamed(words: SubjectWords, catalog: Catalog, holder: Holder, directory: string): Sealed {
	const named = nameSubject(words, catalog, directory);
	return named.ok ? sealSubject(named.subject, holder) : named;
}

/** The options by which every command that looks at permissions can be told whose. */
export interface SubjectOptions {
	readonly profile?: string | undefined;
	readonly agent?: string | undefined;
}

/** Gives a command `--profile` and `--agent`; `means` says what they are for where a word could say it too. */
export function addSubjectOptions(command: Command, means = ""): Command {
	return command
		.option("--profile <name>", `a profile, by its name or file (./mine.yaml)${means}`)
		.option("--agent <name>", `an agent definition, by its name or file (./reviewer.md); with --profile it gets what both grant${means}`);
}

/** The words of a command whose first word names the subject unless an option does, and the words that are left. */
export function splitSubject(
	words: readonly string[],
	{ profile, agent }: SubjectOptions,
): { readonly subject: SubjectWords | undefined; readonly rest: readonly string[] } {
	if (profile !== undefined || agent !== undefined) return { subject: { profile, agent }, rest: words };
	const [word, ...rest] = words;
	return { subject: word === undefined ? undefined : { word }, rest };
}

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
