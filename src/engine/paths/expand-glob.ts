import type { Disk } from "../language/index.ts";

/** What a shell makes of a word with a glob. */
export interface Expansion {
	/** The words, as the shell writes them; none when nothing matches, and then the word stays as it is. */
	readonly paths: readonly string[];
	/** The directories whose names the shell looks through, each once. */
	readonly listed: readonly string[];
}

const LONGEST = 4096;
const MOST_PATHS = 2_000;
const MOST_LISTED = 500;

/**
 * The words that a shell could put in the place of one, looked up on the disk: every word of any shell, with or without hidden
 * names and whatever the case. `null` when that cannot be told.
 */
export function expandGlob(pattern: string, cwd: string, disk: Disk): Expansion | null {
	if (pattern.length > LONGEST || pattern.includes("\0")) return null;
	const [first = "", ...rest] = pattern.split("/");
	const listed = new Set<string>();
	let words: readonly string[] = [""];
	let looked = false;
	for (const [index, text] of [first, ...rest].entries()) {
		if (index > 0) words = words.map((word) => `${word}/`);
		if (text === "") {
			if (looked && index === rest.length) words = words.filter((word) => isDirectory(word, cwd, disk));
			continue;
		}
		const part = readGlobPart(text);
		if (part === null) return null;
		if (part.kind === "name") {
			words = words.map((word) => word + part.text);
			if (!looked) continue;
			words = words.filter((word) => isThere(word, cwd, disk));
			continue;
		}
		looked = true;
		const found = look(words, part, index < rest.length, { cwd, disk, listed });
		if (found === null) return null;
		words = found;
	}
	return looked ? { paths: words, listed: [...listed] } : null;
}

interface Search {
	readonly cwd: string;
	readonly disk: Disk;
	readonly listed: Set<string>;
}

/** The words with each name that a pattern finds in the directories they lead to. */
function look(
	words: readonly string[],
	{ matches }: Extract<GlobPart, { readonly kind: "pattern" }>,
	onlyDirectories: boolean,
	{ cwd, disk, listed }: Search,
): readonly string[] | null {
	const found: string[] = [];
	for (const word of words) {
		const directory = word === "" ? "." : word === "/" ? word : word.replace(/(?<!\/)\/+$/, "") || "/";
		const resolution = disk.resolve(directory, cwd);
		if (!resolution.ok) return null;
		if (!resolution.exists || !resolution.directory) continue;
		listed.add(directory);
		const listing = listed.size > MOST_LISTED ? null : disk.list(resolution.real);
		if (listing === null || (!listing.ok && listing.why !== "missing")) return null;
		if (!listing.ok) continue;
		const { files, directories, links } = listing;
		for (const names of onlyDirectories ? [directories, links] : [files, directories, links]) {
			for (const name of names) {
				if (!matches(name)) continue;
				// A name that is not plain text cannot be judged by its text.
				if (name.includes("\uFFFD") || found.length === MOST_PATHS) return null;
				found.push(word + name);
			}
		}
	}
	return found;
}

/** A link that leads nowhere is there too; what cannot be resolved counts as there, and is judged like any path. */
function isThere(word: string, cwd: string, { resolve }: Disk): boolean {
	const resolution = resolve(word, cwd);
	return !resolution.ok || resolution.exists || resolution.real !== resolution.entry;
}

function isDirectory(word: string, cwd: string, { resolve }: Disk): boolean {
	const resolution = resolve(word, cwd);
	return !resolution.ok || resolution.directory;
}

/** One component of a word that a shell expands: a name, or a pattern for names. */
type GlobPart =
	| { readonly kind: "name"; readonly text: string }
	| { readonly kind: "pattern"; readonly matches: (name: string) => boolean };

/** How many wildcards one component may hold: matching takes the product of both lengths. */
const MOST_TOKENS = 256;

type Token = "star" | "any" | Letter | { readonly negated: boolean; readonly ranges: readonly Range[] };
/** A character as it is, and in either case. */
interface Letter {
	readonly text: string;
	readonly lower: string;
	readonly upper: string;
}
type Range = readonly [first: string, last: string];

/**
 * Reads one component as bash and dash do: `*`, `?`, `[abc]`, `[a-z]`, `[!a]`; `\` makes the next character plain. `null` when shells
 * differ about it, or when it is not one of these forms.
 *
 * SECURITY: what matches is at least what any shell would find: hidden names too, whatever the case, and for `[!a]` both the
 * names that begin with `A` under `nocaseglob` and those without it (test/decide/expand-glob.test.ts).
 */
export function readGlobPart(text: string): GlobPart | null {
	const tokens = readTokens(text);
	if (tokens === null) return null;
	if (tokens.every((token) => typeof token === "object" && "text" in token))
		return { kind: "name", text: tokens.map((token) => (typeof token === "object" && "text" in token ? token.text : "")).join("") };
	// Older shells let `.*` and `.?` name the parent directory.
	if (text.startsWith(".") || text.startsWith("\\.")) return null;
	const generous = tokens.map((token): Token => (typeof token === "object" && "text" in token ? token : "star"));
	return {
		kind: "pattern",
		// One character of one shell is several of another that counts bytes.
		matches: (name) => (ASCII.test(name) ? matchesTokens(tokens, [...name]) : matchesTokens(generous, [...name])),
	};
}

const ASCII = /^[\0-\x7f]*$/;

function readTokens(text: string): readonly Token[] | null {
	const characters = [...text];
	const tokens: Token[] = [];
	for (let at = 0; at < characters.length; at++) {
		const character = characters[at] ?? "";
		if (character === "\\") {
			const next = characters[++at];
			if (next === undefined) return null;
			tokens.push(letter(next));
		} else if (character === "*") {
			if (tokens.at(-1) !== "star") tokens.push("star");
		} else if (character === "?") tokens.push("any");
		else if (character === "[") {
			const end = characters.indexOf("]", at + 1);
			const read = end < 0 ? null : readClass(characters.slice(at + 1, end));
			if (read === null) return null;
			tokens.push(read);
			at = end;
		} else if (character === "{" || character === "(") return null;
		else tokens.push(letter(character));
		if (tokens.length > MOST_TOKENS) return null;
	}
	return tokens;
}

function letter(text: string): Letter {
	return { text, lower: text.toLowerCase(), upper: text.toUpperCase() };
}

/** What stands between the brackets. Ranges run from a letter to a letter of its case, or from a digit to a digit; no locale sees them otherwise. */
function readClass(characters: readonly string[]): Token | null {
	const negated = characters[0] === "!";
	const inside = negated ? characters.slice(1) : characters;
	if (inside.length === 0 || inside[0] === "^" || inside.some((character) => "[\\/".includes(character) || !ASCII.test(character)))
		return null;
	const ranges: Range[] = [];
	for (let at = 0; at < inside.length; at++) {
		const first = inside[at] ?? "";
		const last = inside[at + 2];
		if (inside[at + 1] !== "-" || last === undefined) {
			ranges.push([first, first]);
			continue;
		}
		if (last < first || !ALIKE.some((kind) => kind.test(first) && kind.test(last))) return null;
		ranges.push([first, last]);
		at += 2;
	}
	return { negated, ranges };
}

const ALIKE = [/^[a-z]$/, /^[A-Z]$/, /^[0-9]$/];

/** Only the last star is ever tried again, so the work is the product of both lengths at most. */
function matchesTokens(tokens: readonly Token[], name: readonly string[]): boolean {
	let token = 0;
	let at = 0;
	let star = -1;
	let from = 0;
	while (at < name.length) {
		const wanted = tokens[token];
		if (wanted === "star") {
			star = token++;
			from = at;
		} else if (wanted !== undefined && matchesCharacter(wanted, name[at] ?? "")) {
			token++;
			at++;
		} else if (star >= 0) {
			token = star + 1;
			at = ++from;
		} else return false;
	}
	while (tokens[token] === "star") token++;
	return token === tokens.length;
}

function matchesCharacter(token: Exclude<Token, "star">, character: string): boolean {
	if (token === "any") return true;
	if ("text" in token) {
		const { text, lower, upper } = token;
		if (character === text || character === lower || character === upper) return true;
		// Letters beyond ASCII may share a case with others than their own two.
		return (character > "\x7f" || text > "\x7f") && (lower === character.toLowerCase() || upper === character.toUpperCase());
	}
	const lower = character.toLowerCase();
	const upper = character.toUpperCase();
	const holds = (one: string): boolean => token.ranges.some(([first, last]) => first <= one && one <= last);
	return token.negated ? !holds(character) : holds(character) || holds(lower) || holds(upper);
}
