import { type AllOf, type AnyOf, PLACES, type Places, type Terms, type Writ } from "../language/index.ts";
import {
	comparePaths,
	directoryOf,
	escapeGlob,
	joinEntry,
	type PathScope,
	patternsAt,
	splitEntry,
	writtenRulePath,
} from "../paths/index.ts";
import {
	allowedText,
	parseRule,
	parseTermsRule,
	patternLookup,
	type RuleTarget,
	type TermsRule,
	targetText,
	toolNameText,
	uncoveredRules,
} from "../tool-rules/index.ts";
import { mapRecord, unite } from "./meet-values.ts";
import { idsOf, targetsForChild } from "./targets.ts";

/**
 * What a parent's terms mean for its children, to be met with theirs. With the child given, its places are taken into account where they
 * are not the parent's.
 */
export function termsForChild(parent: Writ, child?: ChildPlaces): Terms {
	const read = readByChild(parent);
	const { sandbox } = read;
	const sharesSession = sandbox.mode === "shared" || sandbox.session_share;
	// A child has directories of its own under any parent; only a session that the parent shares can be shared further.
	const held: Terms = { ...read, sandbox: { ...sandbox, mode: sharesSession ? "shared" : "nested", session_share: sharesSession } };
	return child === undefined ? held : carryPlaces(held, parent.places, child);
}

/**
 * What a parent's terms say when they are judged by themselves as a bound on a child, at the child's places: named places and words for
 * relatives are the child's own, and what the parent is denied on its own disk stays denied there. The same object when that changes nothing.
 */
export function boundOn(parent: Writ, child: ChildPlaces): Terms {
	return carryDenials(readByChild(parent), parent.places, child);
}

/**
 * A parent's terms with its words for relatives as a child reads them. Messages inside the family are the one thing that an ancestor does
 * not bound: a child may always reach its own parent and children.
 */
function readByChild(parent: Writ): Terms {
	const { terms } = parent;
	const { tools, messaging } = terms;
	const restricts = Object.values(tools.permissions).some((held) => (held.allowed_targets?.targets.length ?? 0) > 0);
	const speaks = [...tools.allowed, tools.disallowed, tools.ask].some(namesTarget);
	const allowed_targets = targetsForChild(messaging.allowed_targets);
	const accept_from = targetsForChild(messaging.accept_from);
	if (!restricts && !speaks && allowed_targets === messaging.allowed_targets && accept_from === messaging.accept_from) return terms;
	return {
		...terms,
		tools: {
			...tools,
			allowed: readGrants(tools.allowed, parent),
			disallowed: readDenials(tools.disallowed, parent),
			ask: readDenials(tools.ask, parent),
			permissions: mapRecord(tools.permissions, (held) =>
				held.allowed_targets === null ? held : { ...held, allowed_targets: targetsForChild(held.allowed_targets) },
			),
		},
		messaging: { allowed_targets, accept_from },
	};
}

/** `nexus_send(target:children)` lets a child reach its own family. */
function readGrants(allowed: AllOf, parent: Writ): AllOf {
	return allowed.map((set) => rewriteTargets(set, parent, "grant"));
}

/** SECURITY: `nexus_send(target:parent)` forbids the agent above the parent, whom a child must not reach in its parent's stead. */
function readDenials(rules: AnyOf, parent: Writ): AnyOf {
	return rewriteTargets(rules, parent, "deny");
}

function namesTarget(rules: AnyOf): boolean {
	return rules.some((text) => text.includes("(target:"));
}

function rewriteTargets(rules: AnyOf, parent: Writ, use: "grant" | "deny"): AnyOf {
	if (!namesTarget(rules)) return rules;
	const lookup = patternLookup(parent.terms.tools.declare);
	const rewritten = rules.flatMap((text) => {
		const parsed = parseTermsRule(text, lookup, use);
		return parsed.ok ? rewriteRule(parsed.rule, text, parent, use) : [text];
	});
	return [...new Set(rewritten)].sort();
}

function rewriteRule({ name, pattern, conditional }: TermsRule, text: string, parent: Writ, use: "grant" | "deny"): AnyOf {
	if (pattern?.kind !== "target") return [text];
	const { target } = pattern;
	const ruleFor = (one: RuleTarget): string => {
		const rule = `${toolNameText(name)}(${targetText(one)})`;
		return conditional ? allowedText({ rule, when: "confined" }) : rule;
	};
	if (use === "grant") return [ruleFor({ relation: "family" }), ...("id" in target ? [text] : [])];
	return "id" in target ? [text] : idsOf(target.relation, parent).map((id) => ruleFor({ id }));
}

/** A child as far as its paths go. */
interface ChildPlaces {
	readonly terms: Terms;
	readonly places: Places;
}

/**
 * A parent's terms as they read in a child whose places are elsewhere: what the child asks for by its place on the disk
 * and the parent has there stays granted, and what the parent is denied there stays denied.
 */
function carryPlaces(held: Terms, parentPlaces: Places, child: ChildPlaces): Terms {
	const carried = carryDenials(held, parentPlaces, child);
	if (samePlaces(parentPlaces, child.places)) return carried;
	const scope: PathScope = { parentPlaces, childPlaces: child.places };
	const widen = (sets: AllOf, asked: AllOf): AllOf => sets.map((set) => withPathsHeld(set, asked.flat(), scope));
	const { filesystem, tools } = carried;
	const asked = child.terms.filesystem;
	return {
		...carried,
		filesystem: {
			...filesystem,
			sandbox_root: widen(filesystem.sandbox_root, asked.sandbox_root),
			read_paths: widen(filesystem.read_paths, asked.read_paths),
			write_paths: widen(filesystem.write_paths, asked.write_paths),
		},
		tools: {
			...tools,
			allowed: tools.allowed.map((set) => withRulesHeld(set, child.terms.tools, scope, tools.declare)),
			permissions: mapRecord(tools.permissions, (terms, tool) => ({
				...terms,
				allowed_paths: widen(terms.allowed_paths, child.terms.tools.permissions[tool]?.allowed_paths ?? []),
			})),
		},
	};
}

/** A parent's terms with what it is denied on the disk denied there too, as far as a child reaches; the same object when there is nothing to add. */
function carryDenials(held: Terms, parentPlaces: Places, child: ChildPlaces): Terms {
	if (samePlaces(parentPlaces, child.places) && Object.keys(parentPlaces.relocated).length === 0) return held;
	const { filesystem, tools } = held;
	const asked = child.terms.filesystem;
	const reach = reachOf([...new Set([...asked.read_paths.flat(), ...asked.write_paths.flat()])], child.places);
	let changed = false;
	const joined = (entries: AnyOf, more: AnyOf): AnyOf => {
		const all = more.length === 0 ? entries : unite(entries, more);
		if (all.length === entries.length) return entries;
		changed = true;
		return all;
	};
	const denied = (entries: AnyOf): AnyOf =>
		joined(
			entries,
			entries.flatMap((entry) => carriedDenials(entry, parentPlaces, reach)),
		);
	const forbidden = (rules: AnyOf): AnyOf => joined(rules, carriedRules(rules, tools.declare, parentPlaces, reach));
	const carried: Terms = {
		...held,
		filesystem: {
			...filesystem,
			blocked_paths: denied(filesystem.blocked_paths),
			protected_paths: denied(filesystem.protected_paths),
		},
		tools: {
			...tools,
			disallowed: forbidden(tools.disallowed),
			ask: forbidden(tools.ask),
			permissions: mapRecord(tools.permissions, (terms) => ({ ...terms, blocked_paths: denied(terms.blocked_paths) })),
		},
	};
	return changed ? carried : held;
}

/** A set with the asked entries that it holds by their place, though not by name. */
function withPathsHeld(set: AnyOf, asked: AnyOf, scope: PathScope): AnyOf {
	const byName = comparePaths({ parent: set });
	const byPlace = comparePaths({ parent: set, scope });
	const held = asked.filter((entry) => byName(entry).contained !== true && byPlace(entry).contained === true);
	return unite(set, held);
}

function withRulesHeld(set: AnyOf, child: Terms["tools"], scope: PathScope, declarations: Terms["tools"]["declare"]): AnyOf {
	const beyond = uncoveredRules(set, child.allowed.flat(), { declarations });
	const beyondPlaces = new Set(uncoveredRules(set, beyond, { ...scope, declarations }));
	return unite(
		set,
		beyond.filter((rule) => !beyondPlaces.has(rule)),
	);
}

/** Denying rules with a path, at the places that they mean on the disk. */
function carriedRules(rules: AnyOf, declarations: Terms["tools"]["declare"], parent: Places, reach: Reach): AnyOf {
	const lookup = patternLookup(declarations);
	return rules.flatMap((text) => {
		const parsed = parseRule(text, lookup, "deny");
		if (!parsed.ok || parsed.rule.pattern?.kind !== "path") return [];
		const name = toolNameText(parsed.rule.name);
		return carriedDenials(parsed.rule.pattern.entry, parent, reach).map((entry) => `${name}(${writtenRulePath(entry)})`);
	});
}

/** Where a child's grants are, and where its places are. */
interface Reach {
	readonly places: Places;
	/** The directories at which its grants begin. */
	readonly granted: ReadonlySet<string>;
	/** Those directories and all above them. */
	readonly above: ReadonlySet<string>;
}

/** Where the entries of a child begin on the disk. */
function reachOf(entries: AnyOf, places: Places): Reach {
	const granted = prefixes(entries, places, "grant");
	return { places, granted, above: new Set([...granted].flatMap(upwards)) };
}

/**
 * The places on the disk that a parent's denial means, as further entries, where they can matter to a child.
 *
 * SECURITY: `<workspace>/secret` in the child's writ is the child's own workspace; a child that can reach into the
 * parent's must not find the parent's secret open there (test/laws/lineage.test.ts).
 */
function carriedDenials(entry: string, parent: Places, child: Reach): AnyOf {
	const known = new Set(entriesOnDisk(entry, child.places));
	const onDisk = entriesOnDisk(entry, parent).filter((text) => !known.has(text));
	if (onDisk.length === 0) return [];
	return onDisk.filter((text) => {
		const [denied = ""] = prefixes([text], child.places, "deny");
		return child.above.has(denied) || upwards(denied).some((directory) => child.granted.has(directory));
	});
}

/** Whether both agents have all their places at the same directories. */
export function samePlaces(one: Places, other: Places): boolean {
	if (one === other) return true;
	if (one.home !== other.home) return false;
	return PLACES.every((place) => one.written[place] === other.written[place] && one.real[place] === other.real[place]);
}

/** A denial as absolute entries: as written, at the real place, and behind a link. */
function entriesOnDisk(entry: string, places: Places): AnyOf {
	const parts = splitEntry(entry);
	const moved = Object.hasOwn(places.relocated, entry) ? places.relocated[entry] : undefined;
	const behindLink = moved === undefined ? [] : [moved];
	const place = parts?.place ?? null;
	if (parts === undefined || place === null) return [entry, ...behindLink];
	const roots = [directoryOf(place, places, "written"), directoryOf(place, places, "real")].filter((root) => root !== undefined);
	const texts = roots.map((root) => {
		const rest = [escapeGlob(root).replace(/^\/+|\/+$/g, ""), parts.rest].filter((part) => part !== "").join("/");
		return joinEntry({ place: null, rest });
	});
	return [...new Set([...texts, ...behindLink])];
}

function prefixes(entries: AnyOf, places: Places, use: "grant" | "deny"): ReadonlySet<string> {
	const views = [...patternsAt(entries, places, "written", use), ...patternsAt(entries, places, "real", use)];
	return new Set(views.map((pattern) => pattern.prefix));
}

/** A directory and all above it; `""` is the root. */
function upwards(directory: string): readonly string[] {
	const found = [directory];
	for (let end = directory.lastIndexOf("/"); end >= 0; end = end === 0 ? -1 : directory.lastIndexOf("/", end - 1)) {
		found.push(directory.slice(0, end));
	}
	return found;
}
