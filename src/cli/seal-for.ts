import { readPermissions } from "../definitions/index.ts";
import { type Catalog, sealProfile } from "../engine/index.ts";
import { realDisk } from "../platform/index.ts";
import type { Holder, Sealed } from "./holder.ts";
import { blockingProblems } from "./open-catalog.ts";
import { nameSubject, type SubjectWords, sealSubject } from "./subject.ts";

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
