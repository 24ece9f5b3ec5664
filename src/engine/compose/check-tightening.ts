import type { Origins, Problem, Profile, Source, Targets, ToolPermission } from "../language/index.ts";
import { childPath } from "../shapes/index.ts";
import { canonicalOrigins, findEscalations, termsOfProfile } from "../terms/index.ts";
import { finishOrigins, type OriginsDraft, type Placed, recordOrigins, sourceAt, statementsOf } from "./origins.ts";

/** A change by someone who may only tighten. */
interface Change {
	readonly before: Profile;
	readonly after: Profile;
	/** Where what was before came from. */
	readonly origins: Origins;
	/** The document's plain statements. */
	readonly part: Profile;
	/** The document as written, `*_add` keys included, and where its statements stand in it. */
	readonly said: object;
	readonly within: string;
	readonly by: Placed;
	readonly hint: string;
}

/** Everything in which a change grants more than before: each is a problem of its own, at its place. */
export function checkTightening(change: Change): readonly Problem[] {
	const before = termsOfProfile(change.before, change.origins);
	const own: OriginsDraft = new Map();
	recordOrigins(own, change.by, change.said, change.within);
	const written = finishOrigins(own, change.said);
	const after = termsOfProfile(change.after, written);
	// SECURITY: what cannot be compared is refused; a broken definition above must not let everything below pass.
	if (!before.ok || !after.ok) return [...(before.ok ? [] : before.problems), ...(after.ok ? [] : after.problems)];

	const { declare } = after.terms.tools;
	const found = findEscalations(before.terms, after.terms, { origins: canonicalOrigins(written, declare), declarations: declare });
	// What only follows from a statement (events from a capability) is not reported beside it.
	const stated = new Set(statementsOf(change.said).map(({ dimension }) => dimension));
	const direct = found.filter(({ dimension }) => stated.has(dimension));
	return distinct([
		...loosenings(change.before, change.part).map(({ dimension, says }) => problemOf(change, dimension, says)),
		...(direct.length > 0 ? direct : found).map(({ dimension, requested, parent, source }) =>
			problemOf(change, dimension, `${requested} goes beyond what is granted above: ${parent}`, source),
		),
	]);
}

function problemOf({ by, within, hint }: Change, dimension: string, says: string, source?: Source): Problem {
	const path = within + dimension;
	return { severity: "error", code: "escalation", path, message: `${path}: ${says}`, hint, source: source ?? sourceAt(by, path) };
}

function distinct(problems: readonly Problem[]): readonly Problem[] {
	return [...new Map(problems.map((problem) => [problem.message, problem])).values()];
}

/** A statement that switches off what the definitions above switched on. */
interface Loosening {
	readonly dimension: string;
	readonly says: string;
}

/**
 * What a part takes back by a value that means "none": for a child such a value is not a request and it gains its parent's,
 * but a document that says so means it.
 */
function loosenings(base: Profile, part: Profile): readonly Loosening[] {
	return [
		...blockedLoosenings(part),
		...declarationLoosenings(base, part),
		...messagingLoosenings(base, part),
		...permissionLoosenings(base, part),
	];
}

/** Whether everybody in one restriction is in the other; `null` is no restriction. */
function targetsWithin(base: Targets, part: Targets): boolean {
	if (base === null) return true;
	if (part === null) return false;
	if (typeof part === "string") return part === base || base === "family";
	return part.every((id) => typeof base !== "string" && base.includes(id));
}

function blockedLoosenings({ filesystem }: Profile): readonly Loosening[] {
	if (filesystem?.blocked_paths?.length !== 0) return [];
	return [{ dimension: "filesystem.blocked_paths", says: "[] would clear the blocked paths" }];
}

/** SECURITY: who declares a tool decides which of its arguments are checked, and `null` allows what is declared. */
function declarationLoosenings(base: Profile, part: Profile): readonly Loosening[] {
	return Object.entries(part.tools?.declare ?? {}).flatMap(([tool, declaration]) => {
		const held = ownEntry(base.tools?.declare, tool);
		if (held && JSON.stringify(held) === JSON.stringify(declaration)) return [];
		return [{ dimension: childPath("tools.declare", tool), says: "declaring a tool decides what of it is checked" }];
	});
}

function messagingLoosenings(base: Profile, part: Profile): readonly Loosening[] {
	return (["allowed_targets", "accept_from"] as const).flatMap((key) => {
		const asked = part.messaging?.[key];
		if (asked === undefined || targetsWithin(base.messaging?.[key] ?? null, asked)) return [];
		return [{ dimension: `messaging.${key}`, says: `${JSON.stringify(asked)} reaches beyond ${JSON.stringify(base.messaging?.[key])}` }];
	});
}

function permissionLoosenings(base: Profile, part: Profile): readonly Loosening[] {
	return Object.entries(part.tools?.permissions ?? {}).flatMap(([tool, asked]) => {
		const held: ToolPermission = ownEntry(base.tools?.permissions, tool) ?? {};
		const dimension = childPath("tools.permissions", tool);
		const found: Loosening[] = [];
		if (held.requires_confirmation && asked.requires_confirmation !== undefined && !asked.requires_confirmation) {
			found.push({ dimension: `${dimension}.requires_confirmation`, says: "the confirmation would be switched off" });
		}
		if (typeof held.timeout === "number" && asked.timeout === null) {
			found.push({ dimension: `${dimension}.timeout`, says: `the timeout of ${held.timeout} seconds would be taken away` });
		}
		if (held.allowed_paths && asked.allowed_paths === null) {
			found.push({ dimension: `${dimension}.allowed_paths`, says: "the restriction to paths would be taken away" });
		}
		if (asked.allowed_targets !== undefined && !targetsWithin(held.allowed_targets ?? null, asked.allowed_targets)) {
			found.push({
				dimension: `${dimension}.allowed_targets`,
				says: `${JSON.stringify(asked.allowed_targets)} reaches beyond ${JSON.stringify(held.allowed_targets)}`,
			});
		}
		return found;
	});
}

function ownEntry<T>(record: Readonly<Record<string, T>> | undefined, name: string): T | undefined {
	return record && Object.hasOwn(record, name) ? record[name] : undefined;
}
