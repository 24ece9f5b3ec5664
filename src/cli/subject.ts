import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { parseAgentDefinition, parseDefinition } from "../definitions/index.ts";
import { type Catalog, type ComposeOutcome, composeAgent, composeProfile, type Problem, sealComposition } from "../engine/index.ts";
import { errorCode, realPath } from "../platform/index.ts";
import { blockingProblems } from "./open-catalog.ts";
import type { Holder, Sealed } from "./seal-for.ts";

/** What a person named: a profile or an agent definition of the catalog. */
export interface Subject {
	readonly kind: "profile" | "agent";
	readonly name: string;
	/** In which the name has a meaning; a file that was named is in it. */
	readonly catalog: Catalog;
}

/** A subject, or why the word names none. */
export type NamedSubject = { readonly ok: true; readonly subject: Subject } | { readonly ok: false; readonly problems: readonly Problem[] };

/** The profile or agent definition that a word of the command line means: a name, or a file. */
export function nameSubject(word: string, catalog: Catalog, directory: string): NamedSubject {
	const broken = blockingProblems(catalog);
	if (broken.length > 0) return { ok: false, problems: broken };
	if (isFile(word)) return readSubject(word, catalog, directory);
	const isProfile = Object.hasOwn(catalog.profiles, word) || !Object.hasOwn(catalog.agents, word);
	return { ok: true, subject: { kind: isProfile ? "profile" : "agent", name: word, catalog } };
}

/** The subject with everything that it builds on worked in. */
export function composeSubject({ kind, name, catalog }: Subject): ComposeOutcome {
	return kind === "profile" ? composeProfile(name, catalog) : composeAgent(name, catalog);
}

/** The writ that the subject gives to a holder, on this disk. */
export function sealSubject(subject: Subject, holder: Holder): Sealed {
	const composed = composeSubject(subject);
	return composed.ok ? sealComposition(composed.composition, { ...holder, resolve: realPath }) : composed;
}

/** Names may hold a slash (`nexus/trusted`); a file begins with a dot or a slash, or has an ending. */
function isFile(word: string): boolean {
	return /^\.{0,2}\//.test(word) || /\.(yaml|yml|json|md)$/.test(word);
}

/** SECURITY: a file that a person names on the command line is as good as one in the person's own folder, and no better. */
function readSubject(word: string, catalog: Catalog, directory: string): NamedSubject {
	const place = { file: word, layer: "user", name: word } as const;
	let text: Uint8Array;
	try {
		text = readFileSync(resolve(directory, word));
	} catch (error) {
		return {
			ok: false,
			problems: [
				{ severity: "error", code: "not-readable", path: "", message: `${word} cannot be read (${errorCode(error)})`, source: place },
			],
		};
	}
	if (word.endsWith(".md")) {
		const agent = parseAgentDefinition(text, place);
		return agent.ok ? named("agent", word, { ...catalog, agents: { ...catalog.agents, [word]: agent.definition } }) : agent;
	}
	const profile = parseDefinition(text, { ...place, kind: "profile", catalog });
	return profile.ok ? named("profile", word, { ...catalog, profiles: { ...catalog.profiles, [word]: profile.definition } }) : profile;
}

function named(kind: Subject["kind"], name: string, catalog: Catalog): NamedSubject {
	return { ok: true, subject: { kind, name, catalog } };
}
