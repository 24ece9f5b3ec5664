import { findProgram } from "../programs/index.ts";
import { isFreeName, isFreePair } from "./free-names.ts";
import { debrisOf, type PatternToken, splitPattern } from "./split-pattern.ts";

/** How one word of a pattern is compared with a word of a command. */
export type WordForm =
	/** The very same text, after quote removal. */
	| "literal"
	/** `*` alone: one word or more. */
	| "words"
	/** It holds an expansion or begins with `~`: the word as the command has it written. */
	| "as-written"
	/** `*` inside: the texts between the stars, each star any characters of that one word. */
	| readonly string[];

/** A variable that a pattern sets before its program. */
export interface Binding {
	readonly name: string;
	readonly value: string;
}

/** What stands in the brackets of `Bash(…)`: words after quote removal, exact or (`:*`) as a prefix. */
export interface CommandPattern {
	readonly text: string;
	readonly words: readonly string[];
	/** `:*` was written: further words may follow. */
	readonly prefix: boolean;
	/** One for each word; absent = all are literal. */
	readonly forms?: readonly WordForm[];
	/** The command must be started with these (free names only); absent = none. */
	readonly bindings?: readonly Binding[];
}

export type PatternOutcome =
	| { readonly ok: true; readonly pattern: CommandPattern }
	/** `debris`: a piece that a client cut out of a longer text, which means nothing by itself. */
	| { readonly ok: false; readonly why: string; readonly hint?: string; readonly debris?: true };

/** Reads a command pattern of a rule that allows; an empty list of words with `prefix` means every command. */
export function parseCommandPattern(text: string): PatternOutcome {
	const { whole, trimmed, refusal } = begin(text);
	if (refusal !== null) return refusal;
	if (whole) return EVERY(text);
	const debris = debrisOf(trimmed);
	if (debris !== null) return { ok: false, why: debris, hint: "remove the rule", debris: true };
	const split = splitPattern(body(trimmed));
	if (!split.ok) return split;
	if (split.commands.length > 1 || split.operator !== null) {
		const parts = split.commands
			.map((tokens) => `Bash(${tokens.map(({ source }) => source).join(" ")})`)
			.filter((part) => part !== "Bash()");
		const shown = split.operator === "newline" ? "a newline" : `'${split.operator}'`;
		return {
			ok: false,
			why: `${shown} is a shell operator: each command of a text is judged by itself, so a rule names one`,
			hint: `write ${parts.length > 1 ? "a rule for each: " : ""}${parts.join(", ")}`,
		};
	}
	return build(text, split.commands[0] ?? [], prefixOf(trimmed), "grant");
}

/**
 * Reads a command pattern of a rule that forbids or asks: every command in it is forbidden by itself, so that the rule is never
 * weaker than it was meant.
 */
export function parseForbiddingPatterns(
	text: string,
): { readonly ok: true; readonly patterns: readonly CommandPattern[] } | Extract<PatternOutcome, { ok: false }> {
	const { whole, trimmed, refusal } = begin(text);
	if (refusal !== null) return refusal;
	if (whole) return { ok: true, patterns: [EVERY(text).pattern] };
	const split = splitPattern(body(trimmed));
	if (!split.ok) return split;
	const last = split.commands.length - 1;
	const patterns: CommandPattern[] = [];
	for (const [index, tokens] of split.commands.entries()) {
		const own = withoutKeywords(tokens);
		if (own.length === 0) continue;
		const built = build(text, own, index === last && prefixOf(trimmed), "deny");
		if (!built.ok) return built;
		patterns.push({ ...built.pattern, text: patternText(built.pattern) }, ...colonReadings(built.pattern));
	}
	if (patterns.length === 0) return { ok: false, why: "the pattern names no command", hint: "remove the rule", debris: true };
	const [only] = patterns;
	return { ok: true, patterns: patterns.length === 1 && only !== undefined && split.operator === null ? [{ ...only, text }] : patterns };
}

const LONGEST = 4096;
const EVERY = (text: string) => ({ ok: true, pattern: { text, words: [], prefix: true } }) as const;

function begin(text: string): {
	readonly whole: boolean;
	readonly trimmed: string;
	readonly refusal: Extract<PatternOutcome, { ok: false }> | null;
} {
	const trimmed = unescapeRule(text.trim());
	const refusal =
		trimmed === ""
			? ({ ok: false, why: "the pattern is empty" } as const)
			: trimmed.length > LONGEST
				? ({ ok: false, why: "the pattern is longer than 4,096 characters" } as const)
				: null;
	return { whole: /^(?:\*+|:\*)$/.test(trimmed), trimmed, refusal };
}

/** A rule writes `\(`, `\)` and `\\` for the characters themselves, as Claude Code does when it saves one. */
function unescapeRule(text: string): string {
	return text.replace(/\\([\\()])/g, "$1");
}

function prefixOf(trimmed: string): boolean {
	return trimmed.endsWith(":*");
}

function body(trimmed: string): string {
	return prefixOf(trimmed) ? trimmed.slice(0, -2) : trimmed;
}

/** Puts a pattern together from the tokens of one command. */
function build(text: string, tokens: readonly PatternToken[], colon: boolean, use: "grant" | "deny"): PatternOutcome {
	const first = tokens.findIndex(({ source }) => !ASSIGNMENT.test(source));
	if (first < 0) {
		const why = tokens.length > 0 ? "it only sets a variable, and a rule names a program" : "the pattern has no words";
		return { ok: false, why, hint: "remove the rule", debris: true };
	}
	const own = tokens.slice(first);
	// A rule that forbids is meant whatever is set before the command.
	const before = use === "deny" ? [] : tokens.slice(0, first);
	const bindings: Binding[] = [];
	for (const token of before) {
		const [, name = "", value = ""] = ASSIGNMENT.exec(token.text) ?? [];
		const why = refuseBinding(name, value, token);
		const command = own.map(({ source }) => source).join(" ");
		if (why !== null)
			return { ok: false, why, hint: `write Bash(${command}${colon ? ":*" : ""}); a command that sets ${name} is asked about` };
		bindings.push({ name, value });
	}
	return arrange(text, own, colon, bindings, use);
}

const ASSIGNMENT = /^([A-Za-z_]\w*)\+?=(.*)$/s;

/** Why a rule cannot want a variable to be set; `null` = it can. */
function refuseBinding(name: string, value: string, { source, pieces, expands }: PatternToken): string | null {
	if (expands || pieces !== null || source.startsWith(`${name}+`)) return `the value of ${name} is not a plain text`;
	if (isFreePair(name, value)) return null;
	if (isFreeName(name)) return `${name} may be set before a command, but not to '${value}'`;
	return `${name} may change what the command does, so no rule can set it`;
}

function arrange(
	text: string,
	tokens: readonly PatternToken[],
	colon: boolean,
	bindings: readonly Binding[],
	use: "grant" | "deny",
): PatternOutcome {
	const [program] = tokens;
	if (program?.expands === true && use === "grant") {
		return {
			ok: false,
			why: `'${program.source}' is only known when the shell runs, so it names no program`,
			hint: "write the path of the program out",
		};
	}
	const last = tokens.at(-1);
	const stars = tokens.filter(({ pieces }) => pieces !== null);
	const ends = last?.pieces?.at(-1) === "";
	// `cmd *` is `cmd:*`; beside other stars a final one wants something to stand there, as in Claude Code.
	const optional = last !== undefined && isLone(last) && (stars.length === 1 || use === "deny") && tokens.length > 1;
	const words = optional ? tokens.slice(0, -1) : tokens;
	const open = colon && stars.length > 0 && use === "grant" && !ends;
	const all = open ? [...words, ONE_MORE] : words;
	const prefix = (colon && !open) || optional || (ends && last !== undefined && !isLone(last));
	const forms = all.map((token, index) => formOf(token, index === 0));
	const plain = forms.every((form) => form === "literal");
	return {
		ok: true,
		pattern: {
			text,
			words: all.map((token, index) => (forms[index] === "as-written" ? token.source : token.text)),
			prefix,
			...(plain ? {} : { forms }),
			...(bindings.length === 0 ? {} : { bindings }),
		},
	};
}

const ONE_MORE: PatternToken = { text: "*", source: "*", pieces: ["", ""], expands: false, tilde: false };

function isLone({ text, pieces }: PatternToken): boolean {
	return pieces !== null && text === "*";
}

function formOf(token: PatternToken, first: boolean): WordForm {
	if (token.expands || (token.tilde && !first)) return "as-written";
	if (token.pieces === null) return "literal";
	return isLone(token) && !first ? "words" : token.pieces;
}

const KEYWORDS = new Set("if then elif else fi for while until do done case esac in select function coproc { } !".split(" "));

/** What a keyword stands before is a command all the same. */
function withoutKeywords(tokens: readonly PatternToken[]): readonly PatternToken[] {
	let at = 0;
	while (at < tokens.length && tokens[at]?.source === tokens[at]?.text && KEYWORDS.has(tokens[at]?.text ?? "")) at++;
	return tokens.slice(at);
}

/** `git push:main` was meant as `git push … main`: elsewhere the colon before `*` has no meaning of its own, although many believe it has. */
function colonReadings({ words, prefix, forms }: CommandPattern): readonly CommandPattern[] {
	const [program = "", second = ""] = words;
	const [, subcommand = "", rest = ""] = /^([a-z][\w-]*):([^:/].*)$/s.exec(second) ?? [];
	const known = findProgram(program)?.subcommands;
	if (forms !== undefined || known === undefined || !Object.hasOwn(known, subcommand)) return [];
	const split = [program, subcommand, "*", rest, ...words.slice(2)];
	const pattern: CommandPattern = { text: "", words: split, prefix, forms: split.map((_, at) => (at === 2 ? "words" : "literal")) };
	return [{ ...pattern, text: patternText(pattern) }];
}

/** A pattern's text from what it holds, so that it reads as the same pattern again. */
function patternText({ words, prefix, forms, bindings = [] }: CommandPattern): string {
	const shown = words.map((word, at) => {
		const form = forms?.[at] ?? "literal";
		if (form === "literal") return quoted(word, at === 0);
		return form === "words" ? "*" : typeof form === "string" ? word : form.map((piece) => (piece === "" ? "" : quoted(piece))).join("*");
	});
	const before = bindings.map(({ name, value }) => `${name}=${quoted(value)}`);
	const ends = Array.isArray(forms?.at(-1)) && shown.at(-1)?.endsWith("*") === true;
	return escapeRule([...before, ...shown].join(" ")) + (prefix && !ends ? ":*" : "");
}

/** A pattern's text from literal words, quoted where a shell would need it. */
export function commandPatternText(words: readonly string[], prefix: boolean): string {
	const text = escapeRule(commandText(words));
	return prefix ? `${text}:*` : text;
}

/** Shell text that runs a program with these words. */
export function commandText(words: readonly string[]): string {
	let text = "";
	for (const word of words) text += (text === "" ? "" : " ") + quoted(word, text === "");
	return text;
}

const PLAIN = /^[\w@%+:,./^-][\w@%+=:,./~^-]*$/;

function quoted(word: string, first = false): string {
	const plain = PLAIN.test(word) && !(first && (/^\w+\+?=/.test(word) || KEYWORDS.has(word)));
	return plain ? word : `'${word.replaceAll("'", `'"'"'`)}'`;
}

/** Where a backslash would be read as the rule's own. */
function escapeRule(text: string): string {
	return text.replaceAll("\\", "\\\\");
}
