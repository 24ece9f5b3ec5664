import { type HostEntry, parseHostEntry } from "../hosts/index.ts";
import { type AllowedEntry, assertNever, type ConditionalRule, type PatternKind } from "../language/index.ts";
import { canonicalRulePaths, type PathUse, writtenRulePath } from "../paths/index.ts";
import { type CommandPattern, parseCommandPattern, parseForbiddingPatterns } from "../rules/index.ts";
import { nearestName } from "../shapes/index.ts";
import { findTool, knownArguments, TOOLS } from "../tools/index.ts";
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
	| { readonly kind: "target"; readonly target: RuleTarget }
	/**
	 * The text of the argument that says what the tool is asked for (`Skill(review)`), without a leading slash; with `prefix` also what
	 * begins with it; `verbatim` = every character counts.
	 */
	| { readonly kind: "text"; readonly text: string; readonly prefix: boolean; readonly verbatim: boolean }
	/** An argument of the call; only in rules that forbid or ask. `*` in the value is any run of characters. */
	| { readonly kind: "argument"; readonly argument: string; readonly value: string };

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

interface BadRule {
	readonly ok: false;
	/** `debris`: a piece that a client cut out of a longer text; it may be left out of a list of grants. */
	readonly code: "bad-rule" | "debris";
	readonly message: string;
	readonly hint: string;
}

type RuleOutcome = { readonly ok: true; readonly rule: Rule } | BadRule;
type RulesOutcome = { readonly ok: true; readonly rules: readonly [Rule, ...Rule[]] } | BadRule;

/** Reads one rule whose text is canonical, or one that allows: such a text is a single rule. */
export function parseRule(text: string, lookup: PatternLookup, use: PathUse = "grant"): RuleOutcome {
	const read = readRules(text, lookup, use);
	return read.ok ? { ok: true, rule: read.rules[0] } : read;
}

/**
 * Reads `Name`, `Name(pattern)` or `mcp__server__tool` as a person wrote it. A rule that forbids or asks may stand for several,
 * because of every reading that it has the wide one holds: `Read(/x)` is the disk's and the workspace's, `Bash(a | b)` is both commands.
 */
export function readRules(text: string, lookup: PatternLookup, use: PathUse = "grant"): RulesOutcome {
	const trimmed = text.trim();
	const match = /^([^()]*)(?:\((.*)\))?$/s.exec(trimmed);
	if (match === null || /\)\s*[|,;]\s*\w+\(/.test(trimmed))
		return bad("a rule is a name, or a name and one pattern in brackets", shapeHint(trimmed));
	const parsed = parseToolName(match[1] ?? "");
	if (!parsed.ok) return bad(parsed.message, parsed.hint);
	const { name } = parsed;
	const inside = match[2];
	if (inside === undefined) return done(name, null, undefined);
	if (inside.trim() === "") return bad("the pattern is empty", `write ${toolNameText(name)} for every call`);
	if (isWild(name)) return bad("a pattern needs the name of one tool", "write the name without '*', or leave the pattern out");
	const written = toolNameText(name);
	const kind = lookup(written);
	if (kind === undefined) {
		const near = nearestName(written, PATTERNED);
		return bad(
			`the tool '${written}' is not known, so its pattern means nothing`,
			near === undefined ? "declare the tool under tools.declare, or leave the pattern out" : `did you mean ${near}(${inside})?`,
		);
	}
	const argument = use === "deny" ? readArgumentPattern(name, kind, inside) : null;
	return argument ?? readPattern(name, kind, inside, use);
}

const PATTERNED: readonly string[] = TOOLS.filter(({ pattern }) => pattern !== "none").map(({ name }) => name);

function shapeHint(text: string): string {
	const star = /^(\w+)\((.*)\)\s*\*$/s.exec(text);
	if (star !== null) return `write ${star[1]}(${star[2]}*)`;
	const parts = text.split(/(?<=\))\s*[|,;]\s*(?=\w+\()/);
	return parts.length > 1 ? `write ${parts.length} rules: ${parts.join(" and ")}` : "write Name or Name(pattern)";
}

/** `Agent(model:opus)`: a call in which an argument has this value. */
function readArgumentPattern(name: ToolName, kind: PatternKind, text: string): RulesOutcome | null {
	const written = toolNameText(name);
	const [, argument = "", value = ""] = /^\s*([A-Za-z_][\w-]*)\s*:\s*(\S.*)$/s.exec(text) ?? [];
	const entry = findTool(written);
	if (entry === undefined || argument === "" || !knownArguments(entry).all.has(argument)) return null;
	if (kind === "agent" && knownArguments(entry).main.has(argument)) return null;
	if (knownArguments(entry).main.has(argument))
		return bad(`'${argument}' is what a rule for ${written} is about anyway`, `write ${written}(${value})`);
	return done(name, { kind: "argument", argument, value }, `${argument}:${value}`);
}

function readPattern(name: ToolName, kind: PatternKind, text: string, use: PathUse): RulesOutcome {
	const written = toolNameText(name);
	switch (kind) {
		case "command":
			return use === "grant" ? readCommand(name, text) : readForbidden(name, text);
		case "path": {
			const read = canonicalRulePaths(text, use);
			if (!read.ok) return bad(read.message, read.hint);
			const [first, ...more] = read.texts.map((entry): Rule => ruleOf(name, { kind, entry }, writtenRulePath(entry)));
			return first === undefined ? bad("the pattern names no path", "write a path") : { ok: true, rules: [first, ...more] };
		}
		case "domain": {
			if (/^\*+$/.test(text.trim())) return done(name, null, undefined);
			if (!text.startsWith("domain:"))
				return bad("the pattern of a web tool begins with domain:", `write ${written}(domain:docs.example.com)`);
			const read = parseHostEntry(text.slice("domain:".length));
			if (!read.ok) return bad(read.message, read.hint);
			return done(name, { kind, host: read.entry }, `domain:${read.entry.text}`);
		}
		case "agent":
			return readAgentPattern(name, text);
		case "name":
		case "text":
			return readTextPattern(name, kind, text.trim(), use);
		case "none":
			return bad(`the tool '${written}' takes no pattern`, `write ${written} alone`);
		default:
			return assertNever(kind);
	}
}

function readCommand(name: ToolName, text: string): RulesOutcome {
	const written = toolNameText(name);
	const read = parseCommandPattern(text);
	if (!read.ok) return badCommand(written, read);
	const { pattern } = read;
	if (pattern.words.length === 0) return done(name, null, undefined);
	return done(name, { kind: "command", command: pattern }, canonicalCommand(pattern));
}

function readForbidden(name: ToolName, text: string): RulesOutcome {
	const read = parseForbiddingPatterns(text);
	if (!read.ok) return badCommand(toolNameText(name), read);
	const [first, ...more] = read.patterns.map(
		(command): Rule =>
			command.words.length === 0 ? ruleOf(name, null, undefined) : ruleOf(name, { kind: "command", command }, canonicalCommand(command)),
	);
	return first === undefined ? bad("the pattern names no command", "remove the rule") : { ok: true, rules: [first, ...more] };
}

function badCommand(
	written: string,
	{ why, hint, debris }: { readonly why: string; readonly hint?: string; readonly debris?: true },
): BadRule {
	const proposed =
		hint?.replaceAll("Bash(", `${written}(`) ?? `write ${written}(git status:*) for a prefix, ${written}(npm test) for one command`;
	return { ok: false, code: debris === true ? "debris" : "bad-rule", message: why, hint: proposed };
}

/** `git status *` is written as `git status:*`, so that equal rules have equal texts. */
function canonicalCommand({ text, prefix, forms }: CommandPattern): string {
	const trimmed = text.trim();
	return prefix && forms === undefined ? `${trimmed.replace(/\s*(?::\*|\*+)$/, "")}:*` : trimmed;
}

/** `Skill(review)`, `Skill(gsd:*)`, `SlashCommand(/review *)`; a language other than the shell's can only be named word for word. */
function readTextPattern(name: ToolName, kind: "name" | "text", text: string, use: PathUse): RulesOutcome {
	const written = toolNameText(name);
	if (/^(?:\*+|:\*)$/.test(text)) return done(name, null, undefined);
	if (kind === "text" && use === "deny")
		return bad(
			`${written} runs a language other than the shell's, in which one command has many spellings`,
			`write ${written} alone: it is forbidden as a whole`,
		);
	const [, head = text, tail] = /^(.*?)(:\*| \*)$/s.exec(text) ?? [];
	const prefix = tail !== undefined;
	if (kind === "text" && (prefix || text.includes("*")))
		return bad(
			`${written} runs a language other than the shell's, so a rule names one command word for word`,
			`write ${written}(${head.replaceAll("*", "…")}), or ${written} for every command`,
		);
	if (kind === "name" && head.includes("*"))
		return bad("'*' stands at the end of a name, after ':' or a blank", `write ${written}(${head.replace(/\*.*$/s, "")}:*)`);
	if (kind === "text") return done(name, { kind: "text", text, prefix: false, verbatim: true }, text);
	const value = head.trim().replace(/^\//, "");
	if (value === "") return bad("the pattern names nothing", `write ${written} for every call`);
	return done(name, { kind: "text", text: value, prefix, verbatim: false }, prefix ? `${value}:*` : value);
}

const RELATIONS = ["parent", "children", "family"] as const;
const AGENT_ID = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;
const PROFILE = /^[A-Za-z0-9_][A-Za-z0-9_./-]{0,127}$/;

function readAgentPattern(name: ToolName, text: string): RulesOutcome {
	const written = toolNameText(name);
	if (/^\*+$/.test(text.trim())) return done(name, null, undefined);
	// Claude Code writes the kind of agent alone: `Agent(Explore)`.
	if (startsAgents(written) && PLAIN_PROFILE.test(text.trim()))
		return done(name, { kind: "profile", profile: text.trim() }, `profile:${text.trim()}`);
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

const PLAIN_PROFILE = /^[A-Za-z0-9_][A-Za-z0-9_./-]{0,127}$/;

function startsAgents(tool: string): boolean {
	return (findTool(tool)?.profiles?.length ?? 0) > 0;
}

/** A target as a rule writes it. */
export function targetText(target: RuleTarget): string {
	if ("relation" in target) return `target:${target.relation}`;
	return RELATIONS.some((known) => known === target.id) ? `target:id:${target.id}` : `target:${target.id}`;
}

function done(name: ToolName, pattern: RulePattern | null, written: string | undefined): RulesOutcome {
	return { ok: true, rules: [ruleOf(name, pattern, written)] };
}

function ruleOf(name: ToolName, pattern: RulePattern | null, written: string | undefined): Rule {
	const shown = toolNameText(name);
	return { text: written === undefined ? shown : `${shown}(${written})`, name, pattern };
}

function bad(message: string, hint: string): BadRule {
	return { ok: false, code: "bad-rule", message, hint };
}

/** What follows the text of a rule that holds only inside a sandbox. No rule ends like this: it ends with its name or a bracket. */
const CONDITION = " when confined";

/** An entry of `tools.allowed` as terms, origins and reasons write it. */
export function allowedText(entry: AllowedEntry): string {
	return typeof entry === "string" ? entry : entry.rule + CONDITION;
}

/** The same entry as a document writes it. */
export function allowedEntry(text: string): AllowedEntry {
	return isConditional(text) ? { rule: text.slice(0, -CONDITION.length), when: "confined" } : text;
}

/** Whether an entry of some list is a rule with a condition. */
export function isConditionalEntry(entry: unknown): entry is ConditionalRule {
	return typeof entry === "object" && entry !== null && "rule" in entry && "when" in entry;
}

/** Whether the text is that of a rule that holds only inside a sandbox. */
export function isConditional(text: string): boolean {
	return text.endsWith(CONDITION);
}

/** The rule without its condition. */
export function unconditional(text: string): string {
	return isConditional(text) ? text.slice(0, -CONDITION.length) : text;
}

/** A rule of `tools.allowed` in terms, with its condition. */
export interface TermsRule extends Rule {
	/** It holds only inside a sandbox; `text` says so too. */
	readonly conditional: boolean;
}

/**
 * Reads a rule that stands in terms. SECURITY: what people write is read by `parseRule`, which knows of no condition, so that whoever
 * forgets the condition reads no rule at all.
 */
export function parseTermsRule(
	text: string,
	lookup: PatternLookup,
	use: PathUse = "grant",
): { readonly ok: true; readonly rule: TermsRule } | Extract<RulesOutcome, { ok: false }> {
	const read = readTermsRules(text, lookup, use);
	return read.ok ? { ok: true, rule: read.rules[0] } : read;
}

/** The same for a text that may stand for several rules. */
export function readTermsRules(
	text: string,
	lookup: PatternLookup,
	use: PathUse = "grant",
): { readonly ok: true; readonly rules: readonly [TermsRule, ...TermsRule[]] } | Extract<RulesOutcome, { ok: false }> {
	const conditional = isConditional(text);
	const read = readRules(unconditional(text), lookup, use);
	if (!read.ok) return read;
	const marked = (rule: Rule): TermsRule => ({ ...rule, text: conditional ? rule.text + CONDITION : rule.text, conditional });
	const [first, ...rest] = read.rules;
	return { ok: true, rules: [marked(first), ...rest.map(marked)] };
}
