import { assertNever, type PatternKind } from "../../vocabulary/index.ts";
import { type CommandPattern, parseCommandPattern } from "../command/index.ts";
import { type HostEntry, parseHostEntry } from "../host/index.ts";
import { canonicalRulePath, type PathUse, writtenRulePath } from "../path/index.ts";
import { isWild, parseToolName, type ToolName, toolNameText } from "./tool-name.ts";

/** Whom a `target:` pattern names: a relation of the agent, or one agent. */
export type RuleTarget = { readonly relation: "parent" | "children" | "family" } | { readonly id: string };

/** What stands in the brackets of a rule. */
export type RulePattern =
	| { readonly kind: "command"; readonly command: CommandPattern }
	/** A canonical path entry. */
	| { readonly kind: "path"; readonly entry: string }
	| { readonly kind: "domain"; readonly host: HostEntry }
	| { readonly kind: "profile"; readonly profile: string }
	| { readonly kind: "target"; readonly target: RuleTarget };

/** One rule of `tools.allowed`, `tools.disallowed` or `tools.ask`. */
export interface Rule {
	/** Canonical: equal rules have equal texts, and the text reads as the same rule again. */
	readonly text: string;
	readonly name: ToolName;
	/** `null` = every call of the tool. */
	readonly pattern: RulePattern | null;
}

/** What the pattern of a tool means; `undefined` = the tool is not known. */
export type PatternLookup = (name: string) => PatternKind | undefined;

export type RuleOutcome =
	| { readonly ok: true; readonly rule: Rule }
	| { readonly ok: false; readonly code: "bad-rule"; readonly message: string; readonly hint: string };

/** Reads `Name`, `Name(pattern)` or `mcp__server__tool`; `use` says whether the rule gives or takes (only paths read differently). */
export function parseRule(text: string, lookup: PatternLookup, use: PathUse = "grant"): RuleOutcome {
	const match = /^([^()]*)(?:\((.*)\))?$/s.exec(text.trim());
	if (match === null) return bad("a rule is a name, or a name and one pattern in brackets", "write Name or Name(pattern)");
	const parsed = parseToolName(match[1] ?? "");
	if (!parsed.ok) return bad(parsed.message, parsed.hint);
	const { name } = parsed;
	const inside = match[2];
	if (inside === undefined) return done(name, null, undefined);
	if (inside.trim() === "") return bad("the pattern is empty", `write ${toolNameText(name)} for every call`);
	if (isWild(name)) return bad("a pattern needs the name of one tool", "write the name without '*', or leave the pattern out");
	const written = toolNameText(name);
	const kind = lookup(written);
	if (kind === undefined)
		return bad(
			`the tool '${written}' is not known, so its pattern means nothing`,
			"declare the tool under tools.declare, or leave the pattern out",
		);
	return readPattern(name, kind, inside, use);
}

function readPattern(name: ToolName, kind: PatternKind, text: string, use: PathUse): RuleOutcome {
	const written = toolNameText(name);
	switch (kind) {
		case "command": {
			const read = parseCommandPattern(text);
			if (!read.ok) return bad(read.why, `write ${written}(git status:*) for a prefix, ${written}(npm test) for one command`);
			if (read.pattern.words.length === 0) return done(name, null, undefined);
			return done(name, { kind, command: read.pattern }, text.trim());
		}
		case "path": {
			const read = canonicalRulePath(text, use);
			if (!read.ok) return bad(read.message, read.hint);
			return done(name, { kind, entry: read.text }, writtenRulePath(read.text));
		}
		case "domain": {
			if (!text.startsWith("domain:"))
				return bad("the pattern of a web tool begins with domain:", `write ${written}(domain:docs.example.com)`);
			const read = parseHostEntry(text.slice("domain:".length));
			if (!read.ok) return bad(read.message, read.hint);
			return done(name, { kind, host: read.entry }, `domain:${read.entry.text}`);
		}
		case "agent":
			return readAgentPattern(name, text);
		case "none":
			return bad(`the tool '${written}' takes no pattern`, `write ${written} alone`);
		default:
			return assertNever(kind);
	}
}

const RELATIONS = ["parent", "children", "family"] as const;
const AGENT_ID = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;
const PROFILE = /^[A-Za-z0-9_][A-Za-z0-9_./-]{0,127}$/;

function readAgentPattern(name: ToolName, text: string): RuleOutcome {
	const written = toolNameText(name);
	const [, word, value = ""] = /^(profile|target):(.*)$/s.exec(text) ?? [];
	if (word === "profile") {
		if (PROFILE.test(value)) return done(name, { kind: "profile", profile: value }, text);
		return bad("profile: is followed by the name of a profile", `write ${written}(profile:researcher), or ${written} for every profile`);
	}
	if (word === "target") {
		const relation = RELATIONS.find((known) => known === value);
		if (relation !== undefined) return done(name, { kind: "target", target: { relation } }, text);
		// An agent may be called `parent`; `id:` says that the agent is meant and not the relation.
		const id = value.startsWith("id:") ? value.slice("id:".length) : value;
		if (AGENT_ID.test(id)) return done(name, { kind: "target", target: { id } }, targetText({ id }));
		return bad(
			"target: is followed by parent, children, family or an agent id",
			`write ${written}(target:parent), or ${written} for every agent`,
		);
	}
	return bad(
		"the pattern of an agent tool begins with profile: or target:",
		`write ${written}(target:parent) or ${written}(profile:researcher)`,
	);
}

/** A target as a rule writes it. */
export function targetText(target: RuleTarget): string {
	if ("relation" in target) return `target:${target.relation}`;
	return RELATIONS.some((known) => known === target.id) ? `target:id:${target.id}` : `target:${target.id}`;
}

function done(name: ToolName, pattern: RulePattern | null, written: string | undefined): RuleOutcome {
	const shown = toolNameText(name);
	return { ok: true, rule: { text: written === undefined ? shown : `${shown}(${written})`, name, pattern } };
}

function bad(message: string, hint: string): RuleOutcome {
	return { ok: false, code: "bad-rule", message, hint };
}
