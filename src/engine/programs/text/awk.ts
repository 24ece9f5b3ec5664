import { type AnalyserFinding, access, hazard, undecided } from "../analyser.ts";
import { loads, plain, runs, writes } from "../option-rows.ts";
import type { ProgramTable } from "../program-table.ts";

/** awk, gawk, mawk: the program can write files and run programs, so it is read. */
export const awk: ProgramTable = {
	names: ["awk", "gawk", "mawk", "nawk", "original-awk", "bwk", "goawk"],
	operands: ["awk-program", "read"],
	style: "posix",
	options: [
		{ ...loads("-f --file <program>", "runs the program in this file"), is: "read", replacesFirst: true },
		{ ...loads("-E --exec <program>", "runs the program in this file"), is: "read", replacesFirst: true },
		{ names: ["-e", "--source"], value: "required", is: "awk-program", replacesFirst: true },
		loads("-i --include <file>", "loads code, and `inplace` changes the files"),
		loads("-l --load <library>", "loads a library"),
		{ ...writes("-d --dump-variables [file]", "writes the variables to this file"), hazard: "changes" },
		{ ...writes("-o --pretty-print [file]", "writes the program to this file"), hazard: "changes" },
		{ ...writes("-p --profile [file]", "writes a profile to this file"), hazard: "changes" },
		runs("-D --debug [file]", "runs commands of the debugger from this file"),
		{
			...loads("-W <option>", "another spelling of the long options"),
			except: ["version", "posix", "traditional", "help", "usage", "copyright", "interactive", "random=*", "sprintf=*"],
		},
		...plain(
			"-F --field-separator <text>",
			"-v --assign <assignment>",
			"-L --lint [what]",
			"--lint-old",
			"--posix",
			"--sandbox -S",
			"--csv -k",
			"-Z <locale>",
		),
		...plain(
			"--optimize",
			"--non-decimal-data",
			"--no-optimize",
			"--traditional",
			"--trace",
			"--re-interval",
			"--gen-pot",
			"--characters-as-bytes",
			"--bignum",
			"--copyright",
			"--use-lc-numeric",
		),
	],
};

/**
 * Reads one awk program: `system`, pipes and coprocesses run programs, `print > file` writes, `getline < file` reads,
 * `@load` and `@include` load code. What only the run decides (a file name that is computed, the environment) is asked.
 */
export function awkProgram(words: readonly (string | null)[]): readonly AnalyserFinding[] {
	const program = words[0];
	if (words.length !== 1 || typeof program !== "string") return [undecided("", "the program is only known when the shell runs")];
	const read = awkTokens(program);
	if (!read.ok) return [undecided(program.slice(Math.max(0, read.at - 20), read.at + 20), read.why)];
	return judge(read.tokens, program);
}

/** Names that reach what the program was not given. */
const UNDECIDED_NAMES: Readonly<Record<string, string>> = {
	ENVIRON: "ENVIRON holds the environment",
	SYMTAB: "SYMTAB reaches every variable, the environment too",
	FUNCTAB: "FUNCTAB reaches functions by name",
};

const CONTINUES = new Set([",", "&&", "||", "?", ":", "{", "do", "else"]);
const ASSIGNS = new Set(["=", "+=", "-=", "*=", "/=", "%=", "^=", "**=", "++", "--"]);
const STREAMS = new Set(["/dev/stdout", "/dev/stderr", "/dev/null", "/dev/stdin", "-"]);
/** What may follow the file name of `getline < "name"` without becoming part of it. */
const AFTER_GETLINE = new Set([")", ";", "}", "&&", "||", ">", "<", ">=", "<=", "==", "!=", "?", ":", ","]);

function judge(tokens: readonly AwkToken[], program: string): readonly AnalyserFinding[] {
	const findings: AnalyserFinding[] = [];
	const open: string[] = [];
	/** How deep in parentheses the current `print` or `getline` stands; null outside of one. */
	let printDepth: number | null = null;
	let getlineDepth: number | null = null;
	let depth = 0;
	for (const [index, token] of tokens.entries()) {
		const before = tokens[index - 1];
		const next = tokens[index + 1];
		if (endsStatement(token, before)) {
			printDepth = null;
			getlineDepth = null;
		}
		if (token.kind === "name") {
			if (token.text === "print" || token.text === "printf") printDepth = depth;
			if (token.text === "getline") getlineDepth = depth;
			findings.push(...judgeName(token.text, tokens, index));
			continue;
		}
		if (token.kind !== "operator") continue;
		switch (token.text) {
			case "(":
			case "[":
			case "{":
				open.push(token.text);
				if (token.text !== "{") depth++;
				break;
			case ")":
			case "]":
			case "}":
				if (open.pop() !== PARTNER[token.text]) return [...findings, undecided("", "the brackets of the awk program do not match")];
				if (token.text !== "}") depth--;
				if (getlineDepth !== null && depth < getlineDepth) getlineDepth = null;
				if (printDepth !== null && depth < printDepth) printDepth = null;
				break;
			case "|":
			case "|&":
				findings.push(hazard("runs", around(program, token), `'${token.text}' of awk runs a command`));
				break;
			case "@":
				findings.push(...judgeAt(next));
				break;
			case ">":
			case ">>":
				if (printDepth === depth) findings.push(fileOf("write", next, tokens[index + 2], isStatementEnd, around(program, token)));
				else if (token.text === ">>" || startsStatement(before))
					findings.push(undecided(around(program, token), "this is not a comparison"));
				break;
			case "<":
				if (getlineDepth === depth) findings.push(fileOf("read", next, tokens[index + 2], endsGetline, around(program, token)));
				break;
		}
	}
	if (open.length > 0) return [...findings, undecided("", "the brackets of the awk program do not match")];
	return findings.filter((finding) => !("path" in finding) || !STREAMS.has(finding.path));
}

const PARTNER: Readonly<Record<string, string>> = { ")": "(", "]": "[", "}": "{" };

function judgeName(name: string, tokens: readonly AwkToken[], index: number): readonly AnalyserFinding[] {
	if (name === "system") return [hazard("runs", "system", "system() of awk runs a command")];
	if (name === "extension") return [hazard("loads", "extension", "extension() of awk loads a library")];
	if (name === "ARGV" || name === "ARGC") {
		if (onlyCompared(tokens, index)) return [];
		return [undecided(name, `${name} decides which files are read`)];
	}
	const why = Object.hasOwn(UNDECIDED_NAMES, name) ? UNDECIDED_NAMES[name] : undefined;
	return why === undefined ? [] : [undecided(name, why)];
}

/** `FILENAME == ARGV[1]`: the name is compared and nothing else. */
function onlyCompared(tokens: readonly AwkToken[], index: number): boolean {
	const before = tokens[index - 1]?.text;
	if (before !== "==" && before !== "!=") return false;
	const subscripted = tokens[index + 1]?.text === "[" && tokens[index + 2]?.kind === "number" && tokens[index + 3]?.text === "]";
	const after = tokens[index + (subscripted ? 4 : 1)];
	return tokens[index]?.text === "ARGV" ? subscripted && !isAssignment(after) : !isAssignment(after);
}

function isAssignment(token: AwkToken | undefined): boolean {
	return token?.kind === "operator" && ASSIGNS.has(token.text);
}

function judgeAt(next: AwkToken | undefined): readonly AnalyserFinding[] {
	if (next?.kind === "regex") return [];
	const name = next?.text ?? "";
	if (name === "include" || name === "load") return [hazard("loads", `@${name}`, `@${name} loads code into awk`)];
	if (name === "namespace") return [undecided("@namespace", "names mean something else in another namespace")];
	return [hazard("runs", `@${name}`, "a function is called by a name that is computed")];
}

function fileOf(
	kind: "read" | "write",
	target: AwkToken | undefined,
	after: AwkToken | undefined,
	ends: (token: AwkToken | undefined) => boolean,
	segment: string,
): AnalyserFinding {
	const verb = kind === "read" ? "reads" : "writes";
	const computed = undecided(segment, `awk ${verb} a file whose name is computed`);
	if (target?.kind !== "string" || target.text.includes("\\") || !ends(after)) return computed;
	if (target.text.startsWith("/inet")) return hazard("redirects", segment, "awk opens a network connection");
	return target.text === "" ? computed : access(kind, target.text);
}

function isStatementEnd(token: AwkToken | undefined): boolean {
	return token === undefined || token.kind === "newline" || (token.kind === "operator" && (token.text === ";" || token.text === "}"));
}

function endsGetline(token: AwkToken | undefined): boolean {
	return isStatementEnd(token) || (token?.kind === "operator" && AFTER_GETLINE.has(token.text));
}

/** A newline ends a statement, but not after `,`, `&&` and the like. */
function endsStatement(token: AwkToken, before: AwkToken | undefined): boolean {
	if (token.kind === "newline") return !(before?.kind === "operator" || before?.kind === "name") || !CONTINUES.has(before.text);
	return token.kind === "operator" && (token.text === ";" || token.text === "}" || token.text === "{");
}

function startsStatement(before: AwkToken | undefined): boolean {
	return isStatementEnd(before) || (before?.kind === "operator" && before.text === "{");
}

/** A part of the program that a person can recognise. */
function around(program: string, token: AwkToken): string {
	return program.slice(Math.max(0, token.at - 24), token.at + 24).trim();
}

/** One token of an awk program. `text` of a string or regular expression is what stands between its delimiters. */
interface AwkToken {
	readonly kind: "name" | "number" | "string" | "regex" | "newline" | "operator";
	readonly text: string;
	readonly at: number;
}

/** The tokens of an awk program, or why they cannot be told apart with certainty. */
function awkTokens(
	program: string,
): { readonly ok: true; readonly tokens: readonly AwkToken[] } | { readonly ok: false; readonly at: number; readonly why: string } {
	const tokens: AwkToken[] = [];
	/** For every open parenthesis: whether it holds the condition of `if`, `while`, `for` or `switch`. */
	const open: boolean[] = [];
	let conditionClosed = false;
	let at = 0;
	while (at < program.length) {
		const character = program[at] ?? "";
		if (character === " " || character === "\t") {
			at++;
			continue;
		}
		if (character === "\\" && program[at + 1] === "\n") {
			at += 2;
			continue;
		}
		if (character === "#") {
			const end = program.indexOf("\n", at);
			at = end < 0 ? program.length : end;
			continue;
		}
		const slash: SlashMeaning = character === "/" ? slashMeaning(tokens.at(-1), conditionClosed) : "division";
		if (slash === "unclear") return { ok: false, at, why: "'/' may start a regular expression or divide" };
		const token: Placed | null = slash === "regex" ? readRegex(program, at) : readToken(program, at, character);
		if (token === null) return { ok: false, at, why: "this is not an awk program that can be judged" };
		if (isOperator(token, "(")) open.push(startsCondition(tokens.at(-1)));
		conditionClosed = isOperator(token, ")") && (open.pop() ?? false);
		// Newlines in a row count as one, so that a statement which goes on after `,` is not taken for ended.
		if (token.kind !== "newline" || tokens.at(-1)?.kind !== "newline") tokens.push(token);
		at = token.end;
	}
	return { ok: true, tokens };
}

type Placed = AwkToken & { readonly end: number };

/** Words after which an expression begins, so that `/` starts a regular expression. */
const BEFORE_EXPRESSION = new Set(["print", "printf", "return", "in", "case", "else", "do", "exit", "delete"]);

type SlashMeaning = "regex" | "division" | "unclear";

function slashMeaning(before: AwkToken | undefined, conditionClosed: boolean): SlashMeaning {
	if (before === undefined || before.kind === "newline") return "regex";
	if (before.kind === "number" || before.kind === "string") return "division";
	if (before.kind === "regex") return "unclear";
	if (before.kind === "name") {
		// SECURITY: mawk takes `length /` for the start of a regular expression, gawk for a division.
		if (before.text === "getline" || before.text === "length") return "unclear";
		return BEFORE_EXPRESSION.has(before.text) ? "regex" : "division";
	}
	// SECURITY: after `if (x)` a slash starts a regular expression, after `(x)` it divides; taking one for the other would
	// hide code in what looks like a string.
	if (before.text === ")") return conditionClosed ? "unclear" : "division";
	if (before.text === "$") return "unclear";
	return before.text === "]" || before.text === "++" || before.text === "--" ? "division" : "regex";
}

function startsCondition(before: AwkToken | undefined): boolean {
	return before?.kind === "name" && /^(?:if|while|for|switch)$/.test(before.text);
}

function isOperator(token: AwkToken, text: string): boolean {
	return token.kind === "operator" && token.text === text;
}

const NAME = /[A-Za-z_]\w*/y;
const NUMBER = /0[xX][0-9a-fA-F]+|\d+\.?\d*(?:[eE][+-]?\d+)?|\.\d+(?:[eE][+-]?\d+)?/y;
const OPERATOR = /\*\*=|\*\*|\|&|\|\||&&|>>|[<>=!+\-*/%^]=|!~|\+\+|--|::|[-+*/%^!<>|?:~$=,;(){}[\]@]/y;

function readToken(program: string, at: number, character: string): Placed | null {
	if (character === "\n") return { kind: "newline", text: "\n", at, end: at + 1 };
	if (character === '"') return readString(program, at);
	return match("name", NAME, program, at) ?? match("number", NUMBER, program, at) ?? match("operator", OPERATOR, program, at);
}

function match(kind: AwkToken["kind"], pattern: RegExp, program: string, at: number): Placed | null {
	pattern.lastIndex = at;
	const text = pattern.exec(program)?.[0];
	return text === undefined ? null : { kind, text, at, end: at + text.length };
}

function readString(program: string, at: number): Placed | null {
	for (let end = at + 1; end < program.length; end++) {
		const character = program[end];
		if (character === '"') return { kind: "string", text: program.slice(at + 1, end), at, end: end + 1 };
		if (character === "\n") return null;
		if (character === "\\") end++;
	}
	return null;
}

/** A regular expression; a slash inside brackets ends it in some awks and not in others, so it is not judged. */
function readRegex(program: string, at: number): Placed | null {
	let end = at + 1;
	while (end < program.length) {
		const character = program[end];
		if (character === "/") return { kind: "regex", text: program.slice(at + 1, end), at, end: end + 1 };
		if (character === "\n") return null;
		if (character === "[") {
			end = bracketEnd(program, end);
			if (end < 0) return null;
		} else {
			end += character === "\\" ? 2 : 1;
		}
	}
	return null;
}

/** The place after a bracket expression, or -1 when awks would differ on where it ends. */
function bracketEnd(program: string, at: number): number {
	let end = at + 1;
	if (program[end] === "^") end++;
	if (program[end] === "]") end++;
	while (end < program.length) {
		const character = program[end];
		if (character === "]") return end + 1;
		if (character === "/" || character === "\n") return -1;
		if (character === "[" && /[:.=]/.test(program[end + 1] ?? "")) {
			const close = /\[([:.=])[a-z]{1,12}\1\]/y;
			close.lastIndex = end;
			const named = close.exec(program)?.[0];
			if (named === undefined) return -1;
			end += named.length;
		} else {
			end += character === "\\" ? 2 : 1;
		}
	}
	return -1;
}
