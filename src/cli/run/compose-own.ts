import type { ServerReply } from "../../client/index.ts";
import type { Problem } from "../../engine/index.ts";
import { openCatalog } from "../open-catalog.ts";
import { composeSubject, nameSubject } from "../words/subject.ts";

/** Works out permissions that the authority does not know: a file, or what a home or a project defines. */
export function composeOwn(
	words: { readonly profile: string } | { readonly agent: string; readonly profile: string | undefined },
	home: string | undefined,
	project: string,
	directory: string,
): ChosenPermissions {
	const named = nameSubject(words, openCatalog(home, project), directory);
	if (!named.ok) return named;
	const composed = composeSubject(named.subject);
	return composed.ok ? { ok: true, data: { permission_profile: composed.composition.profile } } : composed;
}

/** The permissions that are asked for, as `sandbox:prepare` takes them. */
export type ChosenPermissions =
	| { readonly ok: true; readonly data: ServerReply }
	| { readonly ok: false; readonly problems: readonly Problem[] };
