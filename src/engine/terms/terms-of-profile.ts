import type { AllOf, AnyOf, Origins, Problem, Profile, Terms } from "../language/index.ts";
import { quoteText } from "../shapes/index.ts";
import { deniedPlaces } from "../tool-rules/index.ts";
import { BUILT_IN_PROTECTED_PATHS } from "./built-in-paths.ts";
import { deepFreeze } from "./deep-freeze.ts";
import { BOUND_DEFAULTS, PROFILE_DEFAULTS } from "./default-terms.ts";
import { eventsOfCapabilities, eventTerms } from "./events.ts";
import { canonicalEntries, hostTerms, pathTerms } from "./list-terms.ts";
import { unite } from "./meet-values.ts";
import { rememberProfiles } from "./memory.ts";
import { type Notes, newNotes, noteError, noteWarning } from "./notes.ts";
import { targetTerms } from "./targets.ts";
import { declarationTerms, permissionTerms, ruleTerms } from "./tool-terms.ts";

/** Terms with what a person should know about them, or what keeps the profile from being one. */
export type TermsOutcome =
	| { readonly ok: true; readonly terms: Terms; readonly warnings: readonly Problem[] }
	| { readonly ok: false; readonly problems: readonly Problem[] };

/** What a flat profile grants: defaults filled in, lists canonical and sorted, frozen. */
export function termsOfProfile(profile: Profile, origins: Origins = NO_ORIGINS): TermsOutcome {
	return remembered(profile, origins);
}

const NO_ORIGINS: Origins = Object.freeze({});

const remembered = rememberProfiles(makeTerms);

function makeTerms(profile: Profile, origins: Origins): TermsOutcome {
	const notes = newNotes(origins);
	const terms = fill(notes, profile, PROFILE_DEFAULTS);
	warnOfContradictions(notes, profile);
	const events = profile.events?.allowed === undefined ? { allowed: [eventsOfCapabilities(terms.capabilities)] } : terms.events;
	const everyHost = terms.capabilities.network_access && profile.network === undefined;
	const network = everyHost ? { allow: [["*"]], deny: terms.network.deny } : terms.network;
	return finish(notes, { ...terms, events, network });
}

/** What a bound leaves possible: it restricts only the keys that it states (the ceiling, an agent's own list of tools). */
export function termsOfBound(profile: Profile, origins: Origins = NO_ORIGINS): TermsOutcome {
	const notes = newNotes(origins);
	return finish(notes, fill(notes, profile, BOUND_DEFAULTS));
}

function finish(notes: Notes, terms: Terms): TermsOutcome {
	if (notes.problems.some(({ severity }) => severity === "error")) return { ok: false, problems: notes.problems };
	return { ok: true, terms: deepFreeze(terms), warnings: notes.problems };
}

function fill(notes: Notes, profile: Profile, absent: Terms): Terms {
	const tools = fillTools(notes, profile.tools ?? {}, absent.tools);
	const denied = deniedPlaces(tools.disallowed, tools.declare);
	return {
		level: profile.level ?? absent.level,
		tools,
		filesystem: withDenied(fillFilesystem(notes, profile.filesystem ?? {}, absent.filesystem), denied),
		network: {
			allow: stated(profile.network?.allow, absent.network.allow, (list) => hostTerms(notes, "network.allow", list)),
			deny: unite(hostTerms(notes, "network.deny", profile.network?.deny ?? []), denied.hosts),
		},
		environment: {
			allow: profile.environment?.allow
				? environmentTerms(notes, "environment.allow", profile.environment.allow)
				: absent.environment.allow,
		},
		resources: { ...absent.resources, ...profile.resources },
		capabilities: fillCapabilities(profile.capabilities ?? {}, absent.capabilities),
		messaging: fillMessaging(notes, profile.messaging ?? {}, absent.messaging),
		events: { allowed: stated(profile.events?.allowed, absent.events.allowed, (list) => eventTerms(notes, "events.allowed", list)) },
		acp: { client_tools: { ...absent.acp.client_tools, ...profile.acp?.client_tools } },
		sandbox: fillSandbox(profile.sandbox ?? {}, absent.sandbox),
		approvals: { ...absent.approvals, ...profile.approvals },
	};
}

/** What a rule forbids to read or to edit is closed to programs as well. */
function withDenied(filesystem: Terms["filesystem"], { blocked, guarded }: ReturnType<typeof deniedPlaces>): Terms["filesystem"] {
	if (blocked.length === 0 && guarded.length === 0) return filesystem;
	return {
		...filesystem,
		blocked_paths: unite(filesystem.blocked_paths, blocked),
		protected_paths: unite(filesystem.protected_paths, guarded),
	};
}

/** A list that is stated is one language; one that is not is the default. */
function stated<Entry>(list: readonly Entry[] | undefined, absent: AllOf, terms: (list: readonly Entry[]) => AnyOf): AllOf {
	return list === undefined ? absent : [terms(list)];
}

function fillTools(notes: Notes, tools: NonNullable<Profile["tools"]>, absent: Terms["tools"]): Terms["tools"] {
	const declare = declarationTerms(notes, tools.declare ?? {});
	const everyTool = canonicalEntries(["*", ...Object.keys(declare)], (name) => name);
	return {
		allowed:
			tools.allowed === null
				? [everyTool]
				: stated(tools.allowed, absent.allowed, (list) => ruleTerms(notes, "tools.allowed", list, "grant", declare)),
		disallowed: ruleTerms(notes, "tools.disallowed", tools.disallowed ?? [], "deny", declare),
		ask: ruleTerms(notes, "tools.ask", tools.ask ?? [], "deny", declare),
		permissions: permissionTerms(notes, tools.permissions ?? {}, declare),
		declare,
	};
}

function fillFilesystem(notes: Notes, filesystem: NonNullable<Profile["filesystem"]>, absent: Terms["filesystem"]): Terms["filesystem"] {
	const { sandbox_root: root, read_paths: read, write_paths: write, blocked_paths: blocked, protected_paths: guarded = [] } = filesystem;
	const paths = (key: string) => (list: readonly string[]) => pathTerms(notes, `filesystem.${key}`, list, "grant");
	return {
		sandbox_root: root === undefined ? absent.sandbox_root : [pathTerms(notes, "filesystem.sandbox_root", [root], "grant")],
		read_paths: stated(read, absent.read_paths, paths("read_paths")),
		write_paths: stated(write, absent.write_paths, paths("write_paths")),
		blocked_paths: blocked ? pathTerms(notes, "filesystem.blocked_paths", blocked, "deny") : absent.blocked_paths,
		// INVARIANT: the built-in list is always part of it.
		protected_paths: canonicalEntries(
			[...BUILT_IN_PROTECTED_PATHS, ...pathTerms(notes, "filesystem.protected_paths", guarded, "deny")],
			(entry) => entry,
		),
		max_file_size_mb: filesystem.max_file_size_mb === undefined ? absent.max_file_size_mb : filesystem.max_file_size_mb,
		max_total_size_mb: filesystem.max_total_size_mb === undefined ? absent.max_total_size_mb : filesystem.max_total_size_mb,
		allow_symlinks: filesystem.allow_symlinks ?? absent.allow_symlinks,
	};
}

function fillCapabilities(capabilities: NonNullable<Profile["capabilities"]>, absent: Terms["capabilities"]): Terms["capabilities"] {
	const { profiles, ...limits } = capabilities.spawn ?? {};
	const names = profiles === undefined ? absent.spawn.profiles : canonicalEntries(profiles, (name) => name);
	return { ...absent, ...capabilities, spawn: { ...absent.spawn, ...limits, profiles: names } };
}

function fillSandbox({ caches, ...said }: NonNullable<Profile["sandbox"]>, absent: Terms["sandbox"]): Terms["sandbox"] {
	return { ...absent, ...said, ...(caches === undefined ? {} : { caches: canonicalEntries(caches, (tool) => tool) }) };
}

function fillMessaging(notes: Notes, messaging: NonNullable<Profile["messaging"]>, absent: Terms["messaging"]): Terms["messaging"] {
	const { allowed_targets: targets, accept_from: senders } = messaging;
	return {
		allowed_targets: targets === undefined ? absent.allowed_targets : targetTerms(notes, "messaging.allowed_targets", targets),
		accept_from: senders === undefined ? absent.accept_from : targetTerms(notes, "messaging.accept_from", senders),
	};
}

const VARIABLE = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** Names of environment variables. SECURITY: no patterns, so that no secret is passed on by accident. */
function environmentTerms(notes: Notes, dimension: string, entries: readonly string[]): AnyOf {
	return canonicalEntries(entries, (entry, index) => {
		if (VARIABLE.test(entry)) return entry;
		noteError(
			notes,
			{ dimension, entry, index },
			"bad-value",
			`${quoteText(entry)} is not the name of a variable`,
			"write the name alone, without $, * or a value",
		);
		return undefined;
	});
}

/** Warns of grants that the same profile takes away again: what forbids wins, and a person may have meant otherwise. */
function warnOfContradictions(notes: Notes, profile: Profile): void {
	const { tools = {}, filesystem = {}, network = {} } = profile;
	const allowed = tools.allowed?.map((entry) => (typeof entry === "string" ? entry : entry.rule)) ?? [];
	warnOfBoth(notes, "tools.allowed", allowed, tools.disallowed, "disallowed");
	warnOfBoth(notes, "network.allow", network.allow, network.deny, "denied");
	warnOfBoth(notes, "filesystem.read_paths", filesystem.read_paths, filesystem.blocked_paths, "blocked");
	warnOfBoth(notes, "filesystem.write_paths", filesystem.write_paths, filesystem.blocked_paths, "blocked");
	warnOfBoth(notes, "filesystem.write_paths", filesystem.write_paths, filesystem.protected_paths, "protected");
	const disabled = Object.entries(tools.permissions ?? {}).flatMap(([tool, { enabled }]) => (enabled === false ? [tool] : []));
	warnOfBoth(notes, "tools.allowed", allowed, disabled, "switched off under tools.permissions");
	if ((network.allow ?? []).length > 0 && profile.capabilities?.network_access !== true) {
		noteWarning(
			notes,
			{ dimension: "network.allow", entry: network.allow?.[0] ?? "" },
			"contradiction",
			"hosts are allowed but capabilities.network_access is not true, so none is reached",
			"set capabilities.network_access: true",
		);
	}
	warnOfNoPaths(notes, profile, allowed);
	if (filesystem.blocked_paths && filesystem.blocked_paths.length > 0 && !filesystem.blocked_paths.some(namesSecrets)) {
		noteWarning(
			notes,
			{ dimension: "filesystem.blocked_paths", entry: filesystem.blocked_paths[0] ?? "" },
			"secrets-open",
			"this list stands in place of the built-in list of secrets, which no longer applies",
			"add **/.env, **/.ssh and the like to the list if they should stay closed",
		);
	}
}

/** Rules for files choose among the paths of the profile: without a list there is nothing to choose from. */
function warnOfNoPaths(notes: Notes, { filesystem = {} }: Profile, allowed: readonly string[]): void {
	for (const [index, entry] of allowed.entries()) {
		const writes = /^(?:Edit|Write|MultiEdit)\(/.test(entry);
		const paths = writes ? filesystem.write_paths : filesystem.read_paths;
		if ((!writes && !/^Read\(/.test(entry)) || (paths ?? []).length > 0) continue;
		const list = writes ? "write_paths" : "read_paths";
		noteWarning(
			notes,
			{ dimension: "tools.allowed", entry, index },
			"contradiction",
			`${quoteText(entry)} allows nothing: filesystem.${list} is empty, and a rule only chooses among its paths`,
			`add ./workspace (the project itself) or a part of it, as in ./src, to filesystem.${list}`,
		);
	}
}

function warnOfBoth(notes: Notes, dimension: string, granted: readonly string[] = [], taken: readonly string[] = [], how: string): void {
	const forbidden = new Set(taken);
	granted.forEach((entry, index) => {
		if (forbidden.has(entry))
			noteWarning(
				notes,
				{ dimension, entry, index },
				"contradiction",
				`${quoteText(entry)} is granted and ${how}: it stays forbidden`,
				"remove one of the two",
			);
	});
}

function namesSecrets(entry: string): boolean {
	return /(?:^|\/)\.(?:env|ssh)\b/.test(entry);
}
