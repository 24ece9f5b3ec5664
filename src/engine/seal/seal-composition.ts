import { type AgentId, type Composition, type Problem, parseAgentId, type Writ } from "../vocabulary/index.ts";
import { findPlaces } from "./find-places.ts";
import { placeTerms } from "./place-terms.ts";
import type { SealContext } from "./seal-context.ts";
import { sealTerms } from "./seal-terms.ts";

/** A writ with what a person should know about it, or everything that keeps the composition from being one. */
export type SealOutcome =
	| { readonly ok: true; readonly writ: Writ; readonly warnings: readonly Problem[] }
	| { readonly ok: false; readonly problems: readonly Problem[] };

/**
 * Seals a composition for one agent: the terms of its profile, within its ceiling, at the agent's places, frozen and
 * digested. Agents on the same composition share one set of terms.
 */
export function sealComposition(composition: Composition, context: SealContext): SealOutcome {
	const problems: Problem[] = [];
	const agent = readId(context.agent, "agent", problems);
	const parent = context.parent === undefined || context.parent === null ? null : readId(context.parent, "parent", problems);
	const children = readChildren(context.children ?? [], problems);
	const sealed = sealTerms(composition);
	const found = findPlaces(context);
	if (!sealed.ok) problems.push(...sealed.problems);
	if (!found.ok) problems.push(...found.problems);
	if (problems.length > 0 || !sealed.ok || !found.ok || agent === undefined) return { ok: false, problems };
	const writ: Writ = {
		agent,
		parent: parent ?? null,
		children: Object.freeze(children),
		profile: composition.name,
		terms: sealed.terms,
		digest: sealed.digest,
		places: placeTerms(found.places, sealed.terms, context),
		origins: sealed.origins,
	};
	return { ok: true, writ: Object.freeze(writ), warnings: sealed.warnings };
}

function readChildren(children: unknown, problems: Problem[]): readonly AgentId[] {
	if (!Array.isArray(children)) {
		problems.push({ severity: "error", code: "bad-id", path: "children", message: "children: must be a list of agent ids" });
		return [];
	}
	return children.map((child: unknown, index) => readId(child, `children[${index}]`, problems)).filter((child) => child !== undefined);
}

function readId(text: unknown, path: string, problems: Problem[]): AgentId | undefined {
	const parsed = parseAgentId(text);
	if (parsed.ok) return parsed.id;
	problems.push({ severity: "error", code: "bad-id", path, message: `${path}: ${parsed.why}` });
	return undefined;
}
