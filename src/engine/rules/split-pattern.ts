/** One word of a pattern as it stands in a rule. */
export interface PatternToken {
	/** After quote removal; stars are kept. */
	readonly text: string;
	/** As written. */
	readonly source: string;
	/** The texts between the stars that are not quoted; `null` = there is none. */
	readonly pieces: readonly string[] | null;
	/** It holds `$…` where a shell would expand it. */
	readonly expands: boolean;
	/** It begins with a `~` that a shell would expand. */
	readonly tilde: boolean;
}

export type SplitOutcome =
	| {
			readonly ok: true;
			/** The words of each command; more than one where operators stand between them. */
			readonly commands: readonly (readonly PatternToken[])[];
			/** The first operator, if there is one; redirections that lead nowhere do not count. */
			readonly operator: string | null;
	  }
	| { readonly ok: false; readonly why: string; readonly hint: string };

/** Splits the text of a pattern as a shell would, as far as words and operators go. */
export function splitPattern(text: string): SplitOutcome {
	const scan: Scan = { text, at: 0, commands: [[]], operator: null, word: null };
	while (scan.at < text.length) {
		const problem = step(scan);
		if (problem !== null) return { ok: false, why: problem, hint: "close the quote, or leave it out" };
	}
	endWord(scan);
	return { ok: true, commands: scan.commands.filter((tokens) => tokens.length > 0), operator: scan.operator };
}

/** Why a text is only a piece that a client cut out of a longer one; `null` when it is not. */
export function debrisOf(text: string): string | null {
	if (text.startsWith("#")) return "it is a comment";
	if (text.startsWith("__NEW_LINE_")) return "it begins with a mark that a client left in place of a newline";
	if (/^\$env:\w+\s*=/i.test(text)) return "it only sets a variable";
	const split = splitPattern(text.replace(/:\*$/, ""));
	if (!split.ok) return `it is a piece of a longer text: ${split.why}`;
	const first = split.commands[0]?.[0];
	if (first !== undefined && first.source === first.text && KEYWORDS.has(first.text))
		return `it is a piece of a longer text: '${first.text}' is a keyword of the shell, not a command`;
	return null;
}

const KEYWORDS = new Set("if then elif else fi for while until do done case esac in select function coproc { }".split(" "));

interface Scan {
	readonly text: string;
	at: number;
	readonly commands: PatternToken[][];
	operator: string | null;
	word: OpenWord | null;
}

interface OpenWord {
	text: string;
	readonly start: number;
	readonly pieces: string[];
	expands: boolean;
}

const BLANK = " \t";

/** Takes the next thing; what is wrong, or `null`. */
function step(scan: Scan): string | null {
	const { text, at } = scan;
	const character = text[at] ?? "";
	if (BLANK.includes(character)) {
		endWord(scan);
		scan.at++;
		return null;
	}
	if (character === "'") return takeSingle(scan);
	if (character === '"') return takeDouble(scan);
	if (character === "\\") {
		if (at + 1 >= text.length) return "a backslash stands at the end";
		add(scan, text[at + 1] ?? "");
		scan.at += 2;
		return null;
	}
	if (character === "<" || character === ">") {
		takeRedirection(scan);
		return null;
	}
	if (character === "&" && (text[at + 1] ?? "") === ">") {
		endWord(scan);
		scan.at++;
		takeRedirection(scan);
		return null;
	}
	if (";|&()\n\r`".includes(character) || (character === "$" && text[at + 1] === "(")) {
		endCommand(scan, character === "\n" || character === "\r" ? "newline" : character === "$" ? "$(" : character);
		scan.at += character === "$" ? 2 : 1;
		return null;
	}
	if (character === "$" && expandsAt(text, at)) add(scan, character).expands = true;
	else if (character === "*") {
		const word = add(scan, "");
		// `**` is one star.
		if (!(word.text.endsWith("*") && word.pieces.at(-1) === "" && word.pieces.length > 1)) {
			word.text += "*";
			word.pieces.push("");
		}
	} else add(scan, character);
	scan.at++;
	return null;
}

function expandsAt(text: string, at: number): boolean {
	return /[A-Za-z0-9_{(?!#$@*'"-]/.test(text[at + 1] ?? "");
}

function takeSingle(scan: Scan): string | null {
	const end = scan.text.indexOf("'", scan.at + 1);
	if (end < 0) return "a quote is not closed";
	add(scan, scan.text.slice(scan.at + 1, end));
	scan.at = end + 1;
	return null;
}

function takeDouble(scan: Scan): string | null {
	const { text } = scan;
	let inner = "";
	let expands = false;
	for (let at = scan.at + 1; at < text.length; at++) {
		const character = text[at] ?? "";
		if (character === '"') {
			const word = add(scan, inner);
			word.expands ||= expands;
			scan.at = at + 1;
			return null;
		}
		const next = text[at + 1] ?? "";
		if (character === "\\" && next !== "" && '$`"\\'.includes(next)) {
			inner += next;
			at++;
		} else {
			// `"…$"` is a plain character.
			expands ||= character === "`" || (character === "$" && /[A-Za-z0-9_{(?!#$@*-]/.test(next));
			inner += character;
		}
	}
	return "a quote is not closed";
}

/** `2>&1`, `>/dev/null` lead nowhere; other redirections are judged by their paths and stand in no rule. */
function takeRedirection(scan: Scan): void {
	const word = scan.word;
	if (word !== null && /^[0-9]+$/.test(word.text) && word.pieces.length === 1) scan.word = null;
	else endWord(scan);
	const rest = scan.text.slice(scan.at);
	const free = /^(?:>&[12-]|<\/dev\/null|>{1,2}\s*\/dev\/null|<\s*\/dev\/null)(?=[\s;|&)]|$)/.exec(rest);
	const found = free ?? /^[<>]+[&|]?-?\s*(?:"[^"]*"|'[^']*'|[^\s;|&()<>]*)/.exec(rest);
	if (free === null) scan.operator ??= rest[0] ?? ">";
	scan.at += Math.max(1, found?.[0].length ?? 1);
}

function add(scan: Scan, text: string): OpenWord {
	const word = (scan.word ??= { text: "", start: scan.at, pieces: [""], expands: false });
	word.text += text;
	word.pieces[word.pieces.length - 1] += text;
	return word;
}

function endWord(scan: Scan): void {
	const { word } = scan;
	if (word === null) return;
	scan.word = null;
	const source = scan.text.slice(word.start, scan.at);
	scan.commands.at(-1)?.push({
		text: word.text,
		source,
		pieces: word.pieces.length === 1 ? null : word.pieces,
		expands: word.expands,
		tilde: /^~(?:\/|$)/.test(source),
	});
}

function endCommand(scan: Scan, operator: string): void {
	endWord(scan);
	scan.operator ??= operator;
	scan.commands.push([]);
}
