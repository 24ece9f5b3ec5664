import type { AllOf, AnyOf, Places, Terms } from "../../vocabulary/index.ts";
import { carriedDenials, comparePaths, type PathScope, type Reach, reachOf, samePlaces, writtenRulePath } from "../path/index.ts";
import { parseRule, patternLookup, toolNameText, uncoveredRules } from "../rule/index.ts";
import { unite } from "./meet-all-of.ts";
import { mapRecord } from "./meet-plain.ts";

/** A child as far as its paths go. */
export interface ChildPlaces {
	readonly terms: Terms;
	readonly places: Places;
}

/**
 * A parent's terms as they read in a child whose places are elsewhere: what the child asks for by its place on the disk
 * and the parent has there stays granted, and what the parent is denied there stays denied.
 */
export function carryPlaces(held: Terms, parentPlaces: Places, child: ChildPlaces): Terms {
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
export function carryDenials(held: Terms, parentPlaces: Places, child: ChildPlaces): Terms {
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
