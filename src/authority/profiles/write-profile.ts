import { type Catalog, composeAgent, composeProfile, diffWrits, principalName, type WritDiff } from "../../engine/index.ts";
import { findProfileRow, insertProfileRow, newestProfileRow } from "../../state/profiles/index.ts";
import { storedText, type Transaction } from "../../store/index.ts";
import { sealNowhere } from "../agents/seal.ts";
import { type Caller, hasRole } from "../caller.ts";
import type { Context } from "../context.ts";
import { done, type Outcome, refuse } from "../refusal.ts";
import { changing, note } from "../work.ts";
import { fileOf, freshCatalog, isProfileName, type KeptProfile, keptProfile, layKept, MOST_NAME } from "./definitions.ts";
import { aliasOf, type ProfileView, viewOf } from "./profiles.ts";

/** A profile that shall hold from now on. */
export interface ProfileWriting {
	/** YAML, of which JSON is a part; `null` = none is kept any more. */
	readonly document: string | null;
	readonly reason: string;
	/** The version that the writer has seen; absent = any. */
	readonly expectedVersion?: number;
}

/** The profile after the change, and what it newly allows and forbids; `view` is `null` when there is none of that name any more. */
export interface WrittenProfile {
	readonly view: ProfileView | null;
	readonly version: number;
	readonly created: boolean;
	readonly diff: WritDiff;
}

/** Writes a version of a profile. It holds for agents that are made or sealed again from then on; writs that are sealed stay as they are. */
export function writeProfile(context: Context, caller: Caller, name: string, writing: ProfileWriting): Promise<Outcome<WrittenProfile>> {
	return settled(
		context,
		changing(context, caller, (transaction) => write(context, transaction, caller, name, writing, "profile-written")),
	);
}

/** Writes the document of an earlier version as a new one: the one before the last unless said otherwise, 0 = what is shipped or in a file. */
export function rollBackProfile(
	context: Context,
	caller: Caller,
	name: string,
	{ version, reason, expectedVersion }: { readonly version?: number; readonly reason?: string; readonly expectedVersion?: number },
): Promise<Outcome<WrittenProfile>> {
	return settled(
		context,
		changing(context, caller, async (transaction) => {
			if (!hasRole(caller, "admin")) return ONLY_ADMINISTRATORS;
			const newest = await newestProfileRow(transaction, name);
			if (newest === null) return refuse("not-found", `The store keeps no profile ${name}`);
			const to = version ?? keptProfile(newest).version - 1;
			const row = to === 0 ? null : await findProfileRow(transaction, name, to);
			if (to !== 0 && row === null) return refuse("unknown-version", `Profile ${name} has no version ${to}`);
			return write(
				context,
				transaction,
				caller,
				name,
				{
					document: row === null ? null : keptProfile(row).document,
					reason: reason ?? `rolled back to version ${to}`,
					...(expectedVersion === undefined ? {} : { expectedVersion }),
				},
				"profile-rolled-back",
			);
		}),
	);
}

/** Once answered, a caller finds the change in everything that they ask next. */
async function settled<T>(context: Context, change: Promise<T>): Promise<T> {
	const outcome = await change;
	// What cannot be read now is read when it is needed next.
	await freshCatalog(context).catch(() => undefined);
	return outcome;
}

const ONLY_ADMINISTRATORS = refuse("not-permitted", "Only an administrator changes profiles");

async function write(
	context: Context,
	transaction: Transaction,
	caller: Caller,
	name: string,
	{ document, reason, expectedVersion }: ProfileWriting,
	action: string,
): Promise<Outcome<WrittenProfile>> {
	if (!hasRole(caller, "admin")) return ONLY_ADMINISTRATORS;
	const before = await context.definitions.refresh(transaction);
	const { written } = context.definitions;
	const refused = refuseName(before, name) ?? refuseReason(reason);
	if (refused !== null) return refused;
	const row = await newestProfileRow(transaction, name);
	const current = row === null ? 0 : keptProfile(row).version;
	if (expectedVersion !== undefined && expectedVersion !== current)
		return refuse("stale", `The profile has version ${current}: look at it again`, { retryable: true });
	const file = fileOf(written, name);
	if (file !== null && document !== null)
		return refuse("defined-in-file", `Profile '${name}' is written in ${file}: change it there, or move the file away first`);
	const kept: KeptProfile = {
		name,
		version: current + 1,
		document,
		reason,
		writtenBy: principalName(caller.principal),
		writtenAt: context.clock.now(),
	};
	const after = place(before, written, kept);
	if (!after.ok) return after;
	const diff = compareProfiles(before, after.value, name);
	if (!diff.ok) return diff;
	await insertProfileRow(transaction, { ...kept, document: storedText(document), reason: storedText(reason) ?? "" });
	transaction.touch("profile", name);
	const view = await viewOf(context, transaction, after.value, name);
	note(context, transaction, caller, {
		kind: "setting",
		agent: null,
		request: {
			action,
			profile: name,
			version: kept.version,
			reason,
			removed: document === null,
			shadows: view.ok && view.value.shadows !== null ? view.value.shadows.source : null,
			wider_than_shipped: view.ok && view.value.shadows?.wider === true,
			newly_allows: diff.value.allows.map(({ dimension, entry }) => `${dimension}: ${entry}`).slice(0, MOST_TOLD),
			newly_forbids: diff.value.forbids.map(({ dimension, entry }) => `${dimension}: ${entry}`).slice(0, MOST_TOLD),
		},
	});
	return done({ view: view.ok ? view.value : null, version: kept.version, created: current === 0, diff: diff.value });
}

/** What a record holds of a change at most; the versions hold all of it. */
const MOST_TOLD = 50;
const MOST_REASON = 4_096;

/** SECURITY: `Standard` beside `standard` would be taken for it. */
function refuseName(catalog: Catalog, name: string): Outcome<never> | null {
	if (!isProfileName(name)) return refuse("invalid-id", `Invalid profile name: ${name.slice(0, MOST_NAME)}`);
	const alias = aliasOf(catalog, name);
	if (alias !== null) return refuse("invalid-id", `'${name}' is another name of the profile '${alias}': change that one`);
	const folded = name.toLowerCase();
	const same = Object.keys(catalog.profiles).find((other) => other !== name && other.toLowerCase() === folded);
	return same === undefined ? null : refuse("name-taken", `There is a profile '${same}' already`);
}

function refuseReason(reason: string): Outcome<never> | null {
	if (reason.trim() === "") return refuse("reason-missing", "Give the reason for the change: reason");
	return reason.length > MOST_REASON ? refuse("invalid-request", `A reason has at most ${MOST_REASON} characters`) : null;
}

/** The definitions with the new version in its place, if it can be read and sealed and nothing that builds on it breaks. */
function place(before: Catalog, written: Catalog, kept: KeptProfile): Outcome<Catalog> {
	const { name } = kept;
	const others = Object.fromEntries(Object.entries(before.profiles).filter(([other]) => other !== name));
	const shipped = Object.hasOwn(written.profiles, name) ? { [name]: written.profiles[name] } : {};
	const profiles = Object.assign(Object.create(null), others, shipped);
	const { catalog, problems } = layKept({ ...before, profiles }, [kept]);
	if (problems.length > 0) return refuse("invalid-definition", problems[0]?.message ?? "The profile is not valid", { problems });
	const broken = firstBroken(before, catalog, name);
	return broken === null ? done(catalog) : broken;
}

/** SECURITY: what composed before and would not any more is refused now, not when somebody needs it. */
function firstBroken(before: Catalog, after: Catalog, changed: string): Outcome<never> | null {
	for (const name of Object.keys(before.profiles)) {
		if (name === changed || !composeProfile(name, before).ok) continue;
		if (!composeProfile(name, after).ok) return breaks("profile", name, changed);
	}
	for (const name of Object.keys(before.agents))
		if (composeAgent(name, before).ok && !composeAgent(name, after).ok) return breaks("agent definition", name, changed);
	return null;
}

function breaks(kind: string, name: string, changed: string): Outcome<never> {
	return refuse("in-use", `The ${kind} '${name}' builds on '${changed}' and would no longer be valid`);
}

const NO_DIFF: WritDiff = { allows: [], forbids: [], changes: [] };

/** What the change comes to; a profile that is new is compared with one that grants nothing. */
function compareProfiles(before: Catalog, after: Catalog, name: string): Outcome<WritDiff> {
	if (!Object.hasOwn(after.profiles, name)) return done(NO_DIFF);
	const composed = composeProfile(name, after);
	if (!composed.ok)
		return refuse("invalid-definition", composed.problems[0]?.message ?? "The profile is not valid", { problems: composed.problems });
	const sealed = sealNowhere(composed.composition);
	if (!sealed.ok) return sealed;
	const old = composeProfile(Object.hasOwn(before.profiles, name) ? name : {}, before);
	const held = old.ok ? sealNowhere(old.composition) : null;
	return done(held?.ok === true ? diffWrits(held.value, sealed.value) : NO_DIFF);
}
