import { type PlainText, readPlainText } from "./read-plain-text.ts";

/** A loop over written-out words whose body is a plain text, once for each word. */
export interface PlainLoop {
	readonly name: string;
	/** The body with the variable's values in place. */
	readonly rounds: readonly PlainText[];
}

/**
 * Reads `for NAME in WORDS; do BODY; done`; `null` when the parser must look. The values are put into the text of the body: they are
 * plain words, which mean the same inside and outside of quotes.
 *
 * INVARIANT: the loop is judged as the parser's would be (read-plain-loop.test.ts); quotes and redirections in which a value would mean
 * something else are left to the parser.
 */
export function readPlainLoop(text: string): PlainLoop | null {
	if (!text.startsWith("for ") || text.length > LONGEST) return null;
	const found = LOOP.exec(text);
	if (found === null) return null;
	const [, name = "", words = "", body = ""] = found;
	const values = words.split(" ").filter((word) => word !== "");
	const pieces = body.split("$");
	// `;;` is no end of a command.
	if (
		body.trimEnd().endsWith(";") ||
		values.length === 0 ||
		values.length > MOST_VALUES ||
		!pieces.every((piece, at) => at === 0 || namesOnly(piece, name))
	)
		return null;
	const rounds: PlainText[] = [];
	for (const value of values) {
		let round = pieces[0] ?? "";
		for (let at = 1; at < pieces.length; at++) round += value + (pieces[at] ?? "").slice(name.length);
		const plain = readPlainText(round);
		if (plain === null) return null;
		rounds.push(plain);
	}
	return { name, rounds };
}

const LONGEST = 500;
const MOST_VALUES = 16;
const LOOP = /^for ([A-Za-z_]\w*) in ([\w./=:,@%+^ -]+); do ([\w./=:,@%+^ "$;|&-]+); done$/;

/** Whether what follows a `$` is the name and nothing that would belong to a longer one. */
function namesOnly(piece: string, name: string): boolean {
	return piece.startsWith(name) && !/^\w/.test(piece.slice(name.length, name.length + 1));
}
