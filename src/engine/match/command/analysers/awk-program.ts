import type { Analyser, AnalyserFinding } from "../analyser.ts";
import { type AwkToken, awkTokens } from "./awk-tokens.ts";
import { access, hazard, undecided } from "./findings.ts";

/**
 * Reads one awk program: `system`, pipes and coprocesses run programs, `print > file` writes, `getline < file` reads,
 * `@load` and `@include` load code. What only the run decides (a file name that is computed, the environment) is asked.
 */
export const awkProgram: Analyser = (words) => {
	const program = words[0];
	if (words.length !== 1 || typeof program !== "string") return [undecided("", "the program is only known when the shell runs")];
	const read = awkTokens(program);
	if (!read.ok) return [undecided(program.slice(Math.max(0, read.at - 20), read.at + 20), read.why)];
	return judge(read.tokens, program);
};

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
				else if (token.text === ">>" || startsStatement(before)) findings.push(undecided(around(program, token), "this is no comparison"));
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
