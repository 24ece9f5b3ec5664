import { containsCommandPattern } from "../../commands/index.ts";
import type { CommandPattern } from "../../rules/index.ts";
import { assertNever, type ToolDeclaration } from "../../vocabulary/index.ts";
import type { Allowance } from "../automaton/index.ts";
import { compareHostEntries } from "../host/index.ts";
import { comparePaths, once, type PathScope, type PathUse } from "../path/index.ts";
import type { RulePattern, RuleTarget } from "./parse-rule.ts";

/** What rules are compared by besides their texts. */
export interface RuleScope extends PathScope {
	/** Tools of the person's own, which give patterns their meaning. */
	readonly declarations?: Readonly<Record<string, ToolDeclaration>>;
	/** Ids of the agent's own parent and children, so that they count as its family. */
	readonly family?: readonly string[];
}

/** Prepares the comparison of patterns with those of one tool: whether these hold everything of a pattern; "unknown" when it is too complex. */
export function comparePatterns(
	outer: readonly RulePattern[],
	scope: RuleScope,
	use: PathUse,
	list: Allowance,
): (inner: RulePattern) => boolean | "unknown" {
	const commands = once(() => compareCommands(outer.flatMap((held) => (held.kind === "command" ? [held.command] : []))));
	const paths = once(() =>
		comparePaths({ parent: outer.flatMap((held) => (held.kind === "path" ? [held.entry] : [])), parentUse: use, scope }, list),
	);
	const hosts = once(() => compareHostEntries(outer.flatMap((held) => (held.kind === "domain" ? [held.host] : []))));
	const profiles = once(() => new Set(outer.flatMap((held) => (held.kind === "profile" ? [held.profile] : []))));
	const targets = once(() =>
		compareTargets(
			outer.flatMap((held) => (held.kind === "target" ? [held.target] : [])),
			scope.family ?? [],
		),
	);
	const texts = outer.flatMap((held) => (held.kind === "text" ? [held] : []));
	return (inner) => {
		switch (inner.kind) {
			case "command":
				return commands()(inner.command);
			case "path":
				return paths()(inner.entry).contained;
			case "domain":
				return hosts()(inner.host);
			case "profile":
				return profiles().has(inner.profile);
			case "target":
				return targets()(inner.target);
			case "text":
				return texts.some((held) => holdsText(held, inner));
			case "argument":
				return false;
			default:
				return assertNever(inner);
		}
	};
}

type TextPattern = Extract<RulePattern, { kind: "text" }>;

function holdsText(outer: TextPattern, inner: TextPattern): boolean {
	if (outer.text === inner.text) return outer.prefix || !inner.prefix;
	return outer.prefix && (inner.text.startsWith(`${outer.text} `) || inner.text.startsWith(`${outer.text}:`));
}

/** Only a pattern whose words are the first of another's can hold it, so that the beginnings of its words are looked up; with stars all are. */
function compareCommands(outer: readonly CommandPattern[]): (inner: CommandPattern) => boolean {
	const byWords = Map.groupBy(outer, ({ words }) => keyOf(words));
	const wild = outer.filter(({ forms }) => forms !== undefined);
	return (inner) => {
		if (wild.some((held) => containsCommandPattern(held, inner))) return true;
		for (let count = 0; count <= inner.words.length; count++) {
			if (byWords.get(keyOf(inner.words.slice(0, count)))?.some((held) => containsCommandPattern(held, inner)) === true) return true;
		}
		return false;
	};
}

function keyOf(words: readonly string[]): string {
	return JSON.stringify(words);
}

function compareTargets(outer: readonly RuleTarget[], family: readonly string[]): (inner: RuleTarget) => boolean {
	const relations = new Set(outer.flatMap((held) => ("relation" in held ? [held.relation] : [])));
	const ids = new Set(outer.flatMap((held) => ("id" in held ? [held.id] : [])));
	const wholeFamily = relations.has("family") || (relations.has("parent") && relations.has("children"));
	return (inner) => {
		if ("relation" in inner) return relations.has(inner.relation) || wholeFamily;
		return ids.has(inner.id) || (wholeFamily && family.includes(inner.id));
	};
}
