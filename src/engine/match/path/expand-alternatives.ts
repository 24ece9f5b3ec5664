import { badGlob, type PathProblem, tooLarge } from "./path-problem.ts";

/** How many plain globs one entry may stand for, and how deep `{…}` may nest. */
export const MOST_ALTERNATIVES = 256;
const DEEPEST_NESTING = 8;

/** Writes `{a,b}` out: every glob without braces that the text stands for. */
export function expandAlternatives(text: string): { readonly ok: true; readonly texts: readonly string[] } | PathProblem {
	if (!text.includes("{") && !text.includes("}")) return { ok: true, texts: [text] };
	const reader: Reader = { text, at: 0, problem: undefined };
	const parts = readParts(reader, 0);
	if (reader.problem !== undefined) return reader.problem;
	if (reader.at < text.length) return badGlob("a '}' has no '{'", "write [}] for the character itself");
	if (countTexts(parts) > MOST_ALTERNATIVES) {
		return tooLarge(`the braces stand for more than ${MOST_ALTERNATIVES} paths`, "write fewer alternatives, or a '*'");
	}
	const texts = writeOut(parts);
	// SECURITY: `{*,a}*` would grow into `**`, which reaches any depth.
	if (texts.some((expanded) => /\*\0+\*/.test(expanded))) {
		return badGlob("braces put two '*' side by side", "write the alternatives as separate entries");
	}
	return { ok: true, texts: texts.map((expanded) => expanded.replaceAll(SEAM, "")) };
}

/** Stands where a brace began or ended while texts are put together; no entry holds it. */
const SEAM = "\0";

/** Plain text, or alternatives that are sequences of parts themselves. */
type Part = string | readonly (readonly Part[])[];

interface Reader {
	readonly text: string;
	at: number;
	problem: PathProblem | undefined;
}

/** Reads up to the end, or inside braces up to the `,` or `}` that ends an alternative. */
function readParts(reader: Reader, depth: number): readonly Part[] {
	const parts: Part[] = [];
	while (reader.problem === undefined && reader.at < reader.text.length) {
		const character = reader.text[reader.at];
		if (character === "}" || (character === "," && depth > 0)) break;
		parts.push(character === "{" ? readAlternatives(reader, depth + 1) : readPlain(reader, depth));
	}
	return parts;
}

function readAlternatives(reader: Reader, depth: number): Part {
	if (depth > DEEPEST_NESTING) {
		reader.problem = tooLarge(`braces are nested more than ${DEEPEST_NESTING} deep`, "write the alternatives as separate entries");
		return "";
	}
	const alternatives: (readonly Part[])[] = [];
	do {
		reader.at++;
		alternatives.push(readParts(reader, depth));
	} while (reader.problem === undefined && reader.text[reader.at] === ",");
	if (reader.problem !== undefined) return "";
	if (reader.text[reader.at] !== "}") reader.problem = badGlob("a '{' is not closed", "write [{] for the character itself");
	else if (alternatives.length < 2) reader.problem = badGlob("braces need at least two alternatives", "leave the braces out");
	reader.at++;
	return alternatives;
}

/** Plain text up to the next brace or comma; a whole `[…]` is plain, so that braces and commas in it stay what they are. */
function readPlain(reader: Reader, depth: number): string {
	const { text, at: from } = reader;
	while (reader.at < text.length) {
		const character = text[reader.at];
		if (character === "{" || character === "}" || (character === "," && depth > 0)) break;
		if (character !== "[") {
			reader.at++;
			continue;
		}
		const end = text.indexOf("]", reader.at + (text[reader.at + 1] === "!" ? 3 : 2));
		reader.at = end < 0 ? text.length : end + 1;
	}
	return text.slice(from, reader.at);
}

function countTexts(parts: readonly Part[]): number {
	return parts.reduce((product, part) => {
		if (typeof part === "string") return product;
		return product * part.reduce((sum, alternative) => sum + countTexts(alternative), 0);
	}, 1);
}

function writeOut(parts: readonly Part[]): readonly string[] {
	return parts.reduce<readonly string[]>(
		(texts, part) => {
			const endings = typeof part === "string" ? [part] : part.flatMap(writeOut).map((text) => SEAM + text + SEAM);
			return texts.flatMap((text) => endings.map((ending) => text + ending));
		},
		[""],
	);
}
