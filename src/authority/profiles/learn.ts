import {
	canonicalJson,
	decide,
	diffWrits,
	explain,
	type Facts,
	type Profile,
	type RemedyChange,
	type Request,
	sealProfile,
	type Writ,
	type WritDiff,
	writtenPathEntry,
} from "../../engine/index.ts";
import type { LedgerFilter } from "../../ledger/index.ts";
import { realDisk } from "../../platform/index.ts";
import { sealContextOf } from "../agents/seal.ts";
import type { Caller } from "../caller.ts";
import type { Context } from "../context.ts";
import { findAgentFor } from "../find-agent.ts";
import { readDecisionsOf, traceLife } from "../records/life.ts";
import { done, type Outcome, refuse } from "../refusal.ts";

/** From whose decisions to learn, and since when. */
interface Lesson {
	readonly agent: string;
	readonly name: string;
	readonly since?: number;
	readonly until?: number;
}

interface LearnedProfile extends Learned {
	/** Decisions that were read. */
	readonly decisions: number;
	/** What the agent could do and would no longer, and the other way round. */
	readonly diff: WritDiff;
}

/** The smallest profile that allows what an agent really did, approvals included, and how it differs from what it holds. An earlier agent of its id did nothing of it. */
export async function learn(context: Context, caller: Caller, { agent, name, since, until }: Lesson): Promise<Outcome<LearnedProfile>> {
	const found = await context.store.record((transaction) => findAgentFor(context, transaction, caller, agent));
	if (!found.ok) return found;
	const { writ } = found.value;
	const filter: LedgerFilter = {
		kind: "decision",
		effect: "allow",
		...(since === undefined ? {} : { since }),
		...(until === undefined ? {} : { until }),
	};
	const decisions = await readDecisionsOf(context, await traceLife(context, found.value.agent), filter);
	const told = decisions.filter(({ whole }) => whole).map(({ request }): Done => ({ writ, request: request as Request }));
	if (told.length === 0)
		return refuse("nothing-recorded", `Nothing that ${agent} did is recorded: let it work first, with a profile that allows enough`);
	const learned = learnProfile(name, told);
	const sealed = sealedFor(learned.profile, writ);
	if (sealed === null) return refuse("invalid-definition", "The learned profile cannot be sealed");
	return done({ ...learned, decisions: decisions.length, diff: diffWrits(writ, sealed) });
}

/** A request that was allowed, and at whose places it was made. */
interface Done {
	readonly writ: Writ;
	readonly request: Request;
}

/** The smallest profile that was found to allow everything, and what it could not be made to allow. */
interface Learned {
	readonly profile: Profile;
	/** Distinct requests that the profile allows. */
	readonly covered: number;
	readonly uncovered: readonly Request[];
}

/** How many distinct requests are looked at; beyond it the last ones are left out. */
const MOST = 2_000;
const ROUNDS = 8;

/** Builds a profile rule by rule: each is the narrowest that allows a request, and one that no request needs is taken out again. */
function learnProfile(name: string, done: readonly Done[]): Learned {
	const distinct = [...new Map(done.map((one) => [`${one.writ.agent} ${canonicalJson(one.request)}`, one])).values()].slice(0, MOST);
	let profile: Profile = { name, type: "permission_profile", tools: { allowed: [] }, filesystem: { read_paths: [], write_paths: [] } };
	const covered: Done[] = [];
	const uncovered: Request[] = [];
	for (const one of distinct) {
		const wider = widen(profile, one);
		if (wider === null) uncovered.push(one.request);
		else {
			profile = wider;
			covered.push(one);
		}
	}
	return { profile: narrow(profile, covered), covered: covered.length, uncovered };
}

/** The profile with what one request needs besides; `null` when no rule can allow it. */
function widen(start: Profile, one: Done): Profile | null {
	let profile = start;
	for (let round = 0; round < ROUNDS; round++) {
		const writ = sealedFor(profile, one.writ);
		if (writ === null) return null;
		if (decide(writ, one.request, FACTS).effect === "allow") return profile;
		const [nearest] = explain(writ, one.request, FACTS).nearest;
		if (nearest === undefined) return null;
		let wider: Profile | null = profile;
		for (const change of nearest.changes) wider = wider === null ? null : applyChange(wider, change);
		if (wider === null || canonicalJson(wider) === canonicalJson(profile)) return null;
		profile = wider;
	}
	return null;
}

/** Takes out every entry without which everything is still allowed. */
function narrow(profile: Profile, covered: readonly Done[]): Profile {
	let smallest = profile;
	for (const [section, key, entry] of entriesOf(profile)) {
		const without = withList(smallest, section, key, (list) => list.filter((text) => text !== entry));
		if (covered.every((one) => allows(without, one))) smallest = without;
	}
	return smallest;
}

function allows(profile: Profile, { writ, request }: Done): boolean {
	const sealed = sealedFor(profile, writ);
	return sealed !== null && decide(sealed, request, FACTS).effect === "allow";
}

/** What only the moment knew is taken as it was: it was allowed. */
const FACTS: Facts = { ...realDisk, edges: () => "allow", approver: false };

/** The profile as the holder of a writ would hold it; `null` when it cannot be sealed. */
function sealedFor(profile: Profile, writ: Writ): Writ | null {
	const sealed = sealProfile(profile, sealContextOf(writ));
	return sealed.ok ? sealed.writ : null;
}

const LISTS: Readonly<Record<string, readonly [keyof Profile, string]>> = {
	"tools.allowed": ["tools", "allowed"],
	"filesystem.read_paths": ["filesystem", "read_paths"],
	"filesystem.write_paths": ["filesystem", "write_paths"],
	"network.allow": ["network", "allow"],
	"events.allowed": ["events", "allowed"],
};

/** A change that `explain` proposes, written into a profile; `null` when a profile cannot hold it. */
function applyChange(profile: Profile, { dimension, entry }: RemedyChange): Profile | null {
	const list = LISTS[dimension];
	if (list !== undefined) {
		const [section, key] = list;
		const written = section === "filesystem" ? writtenPathEntry(entry) : entry;
		const wider = withList(profile, section, key, (entries) => (entries.includes(written) ? entries : [...entries, written]));
		return dimension === "network.allow" ? { ...wider, capabilities: { ...wider.capabilities, network_access: true } } : wider;
	}
	const [section, key, ...deeper] = dimension.split(".");
	if (section === "resources" && key !== undefined && deeper.length === 0)
		return { ...profile, resources: { ...profile.resources, [key]: limitOf(entry) } };
	if (dimension === "filesystem.allow_symlinks")
		return { ...profile, filesystem: { ...profile.filesystem, allow_symlinks: entry === "inside" ? "inside" : true } };
	if (dimension === "filesystem.max_file_size_mb")
		return { ...profile, filesystem: { ...profile.filesystem, max_file_size_mb: limitOf(entry) } };
	if (section === "capabilities" && key !== undefined) return { ...profile, capabilities: { ...profile.capabilities, [key]: true } };
	return null;
}

function limitOf(entry: string): number | null {
	const number = Number(entry);
	return Number.isFinite(number) ? number : null;
}

function withList(profile: Profile, section: keyof Profile, key: string, change: (list: readonly string[]) => readonly string[]): Profile {
	const part = { ...(profile[section] as Readonly<Record<string, unknown>> | undefined) };
	const list = Array.isArray(part[key]) ? (part[key] as readonly string[]) : [];
	return { ...profile, [section]: { ...part, [key]: change(list) } };
}

function entriesOf(profile: Profile): readonly (readonly [keyof Profile, string, string])[] {
	return Object.values(LISTS).flatMap(([section, key]) => {
		const list = (profile[section] as Readonly<Record<string, unknown>> | undefined)?.[key];
		return Array.isArray(list) ? list.map((entry) => [section, key, String(entry)] as const) : [];
	});
}
