/** One token of an awk program. `text` of a string or regular expression is what stands between its delimiters. */
export interface AwkToken {
	readonly kind: "name" | "number" | "string" | "regex" | "newline" | "operator";
	readonly text: string;
	readonly at: number;
}

/** The tokens of an awk program, or why they cannot be told apart with certainty. */
export function awkTokens(
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
		if (token === null) return { ok: false, at, why: "this is no awk program that can be judged" };
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
