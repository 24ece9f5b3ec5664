import type { AllOf, AnyOf, ArgumentRule, Limit, Source, TargetTerms, ToolTerms, Writ } from "../language/index.ts";
import { comparePaths, writtenPathEntry } from "../paths/index.ts";
import { ANY_TARGET, idsOf } from "../terms/index.ts";
import { containsArgumentRule } from "../tool-rules/index.ts";
import { TOOLS } from "../tools/index.ts";
import { type Difference, describeValue, type Examples, type Sides } from "./changes.ts";
import { examplesOfArgument, examplesOfTool } from "./examples-of-tool.ts";

/** What the terms say of a tool that they do not mention. */
const OPEN: ToolTerms = {
	enabled: true,
	allowed_paths: [],
	blocked_paths: [],
	timeout: null,
	requires_confirmation: false,
	allowed_targets: null,
	arguments: [],
};

/** Stands for a list that restricts nothing. */
const EVERYTHING = "everything";

/** What `tools.permissions` restricts on the narrow side and not on the wide one. */
export function comparePermissions(sides: Sides): readonly Difference[] {
	const wide = sides.wide.terms.tools.permissions;
	const narrow = sides.narrow.terms.tools.permissions;
	return Object.keys(narrow).flatMap((tool) => {
		const before = own(narrow, tool);
		const after = own(wide, tool);
		return [
			...flagDifference(sides, tool, "enabled", after.enabled && !before.enabled, [true, false]),
			...flagDifference(sides, tool, "requires_confirmation", before.requires_confirmation && !after.requires_confirmation, [false, true]),
			...timeoutDifference(sides, tool, before.timeout, after.timeout),
			...pathDifferences(sides, tool, before, after),
			...(before.allowed_targets === null
				? []
				: compareReach(sides, `tools.permissions.${tool}.allowed_targets`, after.allowed_targets, before.allowed_targets, [tool])),
			...argumentDifferences(sides, tool, before, after),
		];
	});
}

function own(permissions: Readonly<Record<string, ToolTerms>>, tool: string): ToolTerms {
	return Object.hasOwn(permissions, tool) ? (permissions[tool] ?? OPEN) : OPEN;
}

function difference(
	sides: Sides,
	tool: string,
	key: string,
	more: Pick<Difference, "entry" | "message"> & { readonly examples?: Examples; readonly certain?: boolean },
): Difference {
	const dimension = `tools.permissions.${tool}.${key}`;
	const { origins } = sides.widens ? sides.wide : sides.narrow;
	const source: Source | undefined = origins[dimension]?.[""] ?? origins[dimension]?.[more.entry];
	return {
		dimension,
		...(source === undefined ? {} : { source }),
		certain: false,
		examples: () => examplesOfTool(sides.wide, tool),
		...more,
	};
}

function flagDifference(
	sides: Sides,
	tool: string,
	key: string,
	differs: boolean,
	[wide, narrow]: readonly [boolean, boolean],
): readonly Difference[] {
	if (!differs) return [];
	const [after, before] = sides.widens ? [wide, narrow] : [narrow, wide];
	return [
		difference(sides, tool, key, {
			entry: String(after),
			message: describeValue(`tools.permissions.${tool}.${key}`, String(after), String(before)),
		}),
	];
}

function timeoutDifference(sides: Sides, tool: string, narrow: Limit, wide: Limit): readonly Difference[] {
	if (narrow === null || (wide !== null && wide <= narrow)) return [];
	const [after, before] = (sides.widens ? [wide, narrow] : [narrow, wide]).map((limit) => (limit === null ? "no limit" : `${limit} s`));
	const message = describeValue(`tools.permissions.${tool}.timeout`, after ?? "", before ?? "");
	return [difference(sides, tool, "timeout", { entry: after ?? "", message, certain: true, examples: () => [] })];
}

function pathDifferences(sides: Sides, tool: string, narrow: ToolTerms, wide: ToolTerms): readonly Difference[] {
	const scope = { parentPlaces: sides.narrow.places, childPlaces: sides.wide.places };
	const back = { parentPlaces: sides.wide.places, childPlaces: sides.narrow.places };
	const more = beyond(narrow.allowed_paths, wide.allowed_paths, (parent) => comparePaths({ parent, scope }));
	const keeps = comparePaths({ parent: wide.blocked_paths, parentUse: "deny", scope: back });
	const lifted = narrow.blocked_paths.filter((entry) => keeps(entry).contained !== true);
	const say = (entry: string, now: string, before: string) => ({
		entry: shown(entry),
		message: `${tool}: ${shown(entry)} ${sides.widens ? now : before}`,
	});
	return [
		...more.map((entry) =>
			difference(sides, tool, "allowed_paths", {
				...say(entry, "may be used", "may no longer be used"),
				examples: () => examplesOfTool(sides.wide, tool, entry === EVERYTHING ? undefined : entry),
			}),
		),
		...lifted.map((entry) =>
			difference(sides, tool, "blocked_paths", {
				...say(entry, "is no longer blocked", "is blocked"),
				examples: () => examplesOfTool(sides.wide, tool, entry === EVERYTHING ? undefined : entry),
			}),
		),
	];
}

function beyond(narrow: AllOf, wide: AllOf, compare: (parent: AnyOf) => ReturnType<typeof comparePaths>): readonly string[] {
	if (narrow.length === 0) return [];
	const [asked] = wide;
	const holders = narrow.map(compare);
	return asked === undefined ? [EVERYTHING] : asked.filter((entry) => !holders.every((holds) => holds(entry).contained === true));
}

function shown(entry: string): string {
	return entry === EVERYTHING ? "every path" : writtenPathEntry(entry);
}

/** Rules for arguments of which the wide side implies none. */
function argumentDifferences(sides: Sides, tool: string, narrow: ToolTerms, wide: ToolTerms): readonly Difference[] {
	const kept = wide.arguments.flatMap((rules) => Object.entries(rules));
	const implied = (name: string, rule: ArgumentRule) => kept.some(([other, held]) => other === name && containsArgumentRule(rule, held));
	return narrow.arguments
		.flatMap((rules) => Object.entries(rules))
		.filter(([name, rule]) => !implied(name, rule))
		.map(([name, rule]) => {
			const text = JSON.stringify(rule);
			return difference(sides, tool, `arguments.${name}`, {
				entry: text,
				message: sides.widens ? `${tool}: '${name}' no longer has to be ${text}` : `${tool}: '${name}' has to be ${text}`,
				examples: () =>
					examplesOfArgument(sides.wide, tool, name, [rule, ...kept.flatMap(([other, held]) => (other === name ? [held] : []))]),
			});
		});
}

/** Stands for every agent that neither writ names. */
const SOMEONE = "some-other-agent";

/** Who may be reached, or may reach, on the wide side and not on the narrow one. */
export function compareTargets(sides: Sides): readonly Difference[] {
	const { wide, narrow } = sides;
	return [
		...compareReach(
			sides,
			"messaging.allowed_targets",
			wide.terms.messaging.allowed_targets,
			narrow.terms.messaging.allowed_targets,
			messagingTools(wide),
		),
		...compareReach(sides, "messaging.accept_from", wide.terms.messaging.accept_from, narrow.terms.messaging.accept_from, []),
	];
}

/** The agents that one restriction lets through and another does not; there are only as many as both writs name, and everyone else. */
function compareReach(
	sides: Sides,
	dimension: string,
	wide: TargetTerms | null,
	narrow: TargetTerms,
	tools: readonly string[],
): readonly Difference[] {
	const held = wide ?? ANY_TARGET;
	const known = [...namedIn(held), ...namedIn(narrow), ...familyOf(sides.wide), ...familyOf(sides.narrow)];
	const ids = [...new Set(known)].sort().concat(SOMEONE);
	const gained = ids.filter((id) => reaches(held, id, sides.wide) && !reaches(narrow, id, sides.narrow));
	const source = (sides.widens ? sides.wide : sides.narrow).origins[dimension]?.[""];
	const base = { dimension, ...(source === undefined ? {} : { source }) };
	const senders = dimension.endsWith("accept_from");
	const [, tool] = /^tools\.permissions\.(.*)\.allowed_targets$/.exec(dimension) ?? [];
	const about = tool === undefined ? "" : `${tool}: `;
	const verb = senders ? ["may write to it", "may no longer write to it"] : ["may be reached", "may no longer be reached"];
	const differences = gained.map((id): Difference => {
		const entry = id === SOMEONE ? "every other agent" : id;
		return {
			...base,
			entry,
			message: `${about}${entry} ${sides.widens ? verb[0] : verb[1]}`,
			certain: senders,
			examples: () => tools.map((tool) => ({ request: { kind: "target", tool, target: id } as const })),
		};
	});
	if (!narrow.edge_required || held.edge_required) return differences;
	const entry = sides.widens ? "no edge" : "an edge";
	return [...differences, { ...base, entry, message: `${dimension} needs ${entry}`, certain: true, examples: () => [] }];
}

function reaches({ targets, within }: TargetTerms, id: string, writ: Writ): boolean {
	if (!targets.every((set) => idsOf(set, writ).includes(id))) return false;
	return familyOf(writ).includes(id) || within.every((list) => list.includes(id));
}

function namedIn({ targets, within }: TargetTerms): readonly string[] {
	return [...targets.flatMap((set) => (typeof set === "string" ? [] : set)), ...within.flat()];
}

function familyOf({ parent, children }: Writ): readonly string[] {
	return parent === null ? children : [parent, ...children];
}

function messagingTools({ terms }: Writ): readonly string[] {
	const own = Object.entries(terms.tools.declare).flatMap(([name, { targets = [] }]) => (targets.length > 0 ? [name] : []));
	return [...TOOLS.flatMap(({ name, targets = [], aliasOf }) => (targets.length > 0 && aliasOf === undefined ? [name] : [])), ...own];
}
