import { Composer, type CST, type Document, Lexer, Parser } from "yaml";
import { decodeText, type Fault, type LineTable, lineTable } from "./decode-text.ts";
import { type DocumentValue, documentValue } from "./document-value.ts";

/** A YAML text as plain data with the place of everything; without `document` it could not be read at all. */
interface YamlReading {
	readonly document?: Omit<DocumentValue, "faults">;
	readonly faults: readonly Fault[];
}

/** Reads one YAML document from bytes or text of unknown origin. Never throws, and ends soon for every input. */
export function readYaml(input: string | Uint8Array): YamlReading {
	const decoded = decodeText(input);
	if (!decoded.ok) return { faults: [decoded.fault] };
	const lines = lineTable(decoded.text);
	const parsed = parseDocument(decoded.text, lines);
	if (!parsed.ok) return { faults: parsed.faults };
	const { faults, ...document } = documentValue(parsed.document, lines);
	if (document.value === null && faults.length === 0)
		return { faults: [{ code: "empty-file", path: "", message: "the file is empty", at: [1, 1] }] };
	return { document, faults };
}

/** Tokens that one document may have; a profile with a thousand rules has about 7,000. */
const MOST_TOKENS = 50_000;
/** Collections inside each other. */
const DEEPEST = 64;
/** Faults reported of one document. */
const MOST_FAULTS = 20;
const LONGEST_MESSAGE = 200;

/** One YAML document as a tree, or what is wrong with the text. */
type Parsed = { readonly ok: true; readonly document: Document.Parsed } | { readonly ok: false; readonly faults: readonly Fault[] };

/**
 * Parses one YAML 1.2 document (core schema).
 *
 * SECURITY: the parser is driven token by token, because by itself it overflows the stack on deep nesting, takes minutes
 * on a megabyte of closing brackets, and compares every key of a map with every other (hostile-yaml.test.ts). Keys are
 * compared by `documentValue` instead.
 */
function parseDocument(text: string, lines: LineTable): Parsed {
	const read = readTokens(text, lines);
	if ("fault" in read) return { ok: false, faults: [read.fault] };
	const composer = new Composer<Document.Parsed["contents"] & object>({
		version: "1.2",
		schema: "core",
		merge: false,
		resolveKnownTags: false,
		uniqueKeys: false,
		prettyErrors: false,
		logLevel: "silent",
	});
	const [document, second] = [...composer.compose(read.tokens, true, text.length)];
	if (!document) return { ok: false, faults: [fault("empty-file", "the file is empty", lines(0))] };
	const faults = [...document.errors, ...document.warnings]
		.slice(0, MOST_FAULTS)
		.map(({ message, pos }) => fault("bad-yaml", message, lines(pos[0])));
	if (faults.length > 0) return { ok: false, faults };
	if (!second) return { ok: true, document };
	const message = "a file holds one document; a second one begins here";
	return { ok: false, faults: [fault("bad-yaml", message, lines(second.range[0]), "use one file for each")] };
}

function readTokens(text: string, lines: LineTable): { readonly tokens: readonly CST.Token[] } | { readonly fault: Fault } {
	const parser = new Parser();
	const tokens: CST.Token[] = [];
	let count = 0;
	for (const lexeme of new Lexer().lex(text)) {
		const here = lines(parser.offset);
		if (++count > MOST_TOKENS) return { fault: fault("too-large", "the file holds too many values", here, "split it into fragments") };
		const wrong = badEscape(lexeme);
		if (wrong >= 0)
			return { fault: fault("bad-yaml", "there is no such escape in double quotes", lines(parser.offset + wrong), "use single quotes") };
		for (const token of parser.next(lexeme)) {
			const refusal = refused(token);
			if (refusal) return { fault: fault("bad-yaml", refusal, here) };
			tokens.push(token);
		}
		if (parser.stack.length > DEEPEST) return { fault: fault("too-deep", `values are nested deeper than ${DEEPEST} levels`, here) };
	}
	tokens.push(...parser.end());
	return { tokens };
}

const BAD_ESCAPE = /\\(?:x(?![0-9a-fA-F]{2})|u(?![0-9a-fA-F]{4})|U(?![0-9a-fA-F]{8})|[^0abt\tnvfre "/\\N_LPxuU\r\n])/;

/** SECURITY: one bad escape is enough; the composer makes an error object of each, seconds for a megabyte of them. */
function badEscape(lexeme: string): number {
	return lexeme.startsWith('"') ? lexeme.replaceAll("\\\\", "__").search(BAD_ESCAPE) : -1;
}

function refused(token: CST.Token): string | undefined {
	if (token.type === "error") return token.message;
	if (token.type === "directive" && !/^%YAML\s+1\.2\s*$/.test(token.source))
		return "directives are not supported; definitions are YAML 1.2";
	return undefined;
}

function fault(code: string, message: string, at: readonly [number, number], hint?: string): Fault {
	// The parser's own messages quote the text, and a tag may be a megabyte long.
	const clipped = message.length > LONGEST_MESSAGE ? `${message.slice(0, LONGEST_MESSAGE)}…` : message;
	return { code, path: "", message: clipped, at, ...(hint === undefined ? {} : { hint }) };
}
