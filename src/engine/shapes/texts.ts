const LONGEST_SHOWN = 80;

// SECURITY: text from a definition is shown on terminals and pages; control, zero-width and bidirectional characters are
// written out so that they cannot hide or reorder what a person reads (texts.test.ts).
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** Text from outside as it may be shown in a message: quoted, clipped, nothing invisible. */
export function quoteText(text: string): string {
	return `'${clipText(text)}'`;
}

/** The same without the quotes. */
function clipText(text: string): string {
	const clipped = text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text;
	return clipped.replace(INVISIBLE, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
}

/** Controls, formats (bidirectional, zero-width, soft hyphen, tags), fillers, selectors, line separators and halves of pairs. */
const MISLEADING = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Default_Ignorable_Code_Point}]/gu;
const JOINED_EMOJI = /(?<=\p{Extended_Pictographic}|\uFE0F|[\u{1F3FB}-\u{1F3FF}])\u200D(?=\p{Extended_Pictographic})/gu;
/** The selector that makes an emoji of a sign, and of a key. */
const SHOWN_EMOJI = /(?<=\p{Extended_Pictographic})\uFE0F|(?<=[0-9#*])\uFE0F(?=\u20E3)/gu;

/**
 * The first character that a person does not see as a program reads it, or `null`. Joiners inside an emoji are what
 * they seem; `except` lists characters that mean no harm here.
 */
export function misleadingCharacter(text: string, except = ""): { readonly at: number; readonly name: string } | null {
	const joined = text.includes("\u200D") ? text.replace(JOINED_EMOJI, "-") : text;
	const plain = joined.includes("\uFE0F") ? joined.replace(SHOWN_EMOJI, "-") : joined;
	for (const match of plain.matchAll(MISLEADING)) {
		if (except.includes(match[0])) continue;
		const code = match[0].codePointAt(0) ?? 0;
		return { at: match.index, name: `U+${code.toString(16).toUpperCase().padStart(4, "0")}` };
	}
	return null;
}

/** Text for a message: what would mislead is shown as the replacement character. */
export function showText(text: string, most = 200): string {
	return text.slice(0, most).replace(MISLEADING, "\uFFFD");
}

const PLAIN_KEY = /^[A-Za-z0-9_][A-Za-z0-9_-]*$/;

/**
 * The dotted place of a key or an entry below another place: `tools` + `allowed` → `tools.allowed`, + 2 →
 * `tools.allowed[2]`; a key with other characters is quoted: `tools.permissions["a.b"]`.
 */
export function childPath(parent: string, key: string | number): string {
	if (typeof key === "number") return `${parent}[${key}]`;
	if (key.length > 80 || !PLAIN_KEY.test(key)) return `${parent}[${JSON.stringify(clipText(key))}]`;
	return parent === "" ? key : `${parent}.${key}`;
}

const LONGEST_COMPARED = 64;

/** The known name that a person most likely meant, or none when nothing is near. */
export function nearestName(name: string, known: Iterable<string>): string | undefined {
	if (name.length > LONGEST_COMPARED) return undefined;
	const wanted = plain(name);
	if (wanted === "") return undefined;
	let nearest: string | undefined;
	let least = Number.POSITIVE_INFINITY;
	for (const candidate of known) {
		const compared = plain(candidate);
		const longer = Math.max(wanted.length, compared.length);
		const tolerated = longer <= 3 ? 1 : Math.min(4, Math.ceil(longer / 4));
		if (Math.abs(wanted.length - compared.length) > tolerated) continue;
		const distance = editDistance(wanted, compared);
		if (distance > tolerated || distance >= least) continue;
		nearest = candidate;
		least = distance;
	}
	return nearest;
}

/** Case, `-` and `_` are what people mix up most: `readPaths`, `read-paths` and `read_paths` are one name. */
function plain(name: string): string {
	return name.toLowerCase().replace(/[-_ ]/g, "");
}

/** Insertions, deletions, replacements and swapped neighbours between two words. */
function editDistance(one: string, other: string): number {
	let beforeLast: number[] = [];
	let last = Array.from({ length: other.length + 1 }, (_, column) => column);
	for (let row = 1; row <= one.length; row++) {
		const current = [row];
		for (let column = 1; column <= other.length; column++) {
			const same = one[row - 1] === other[column - 1];
			const replaced = (last[column - 1] ?? 0) + (same ? 0 : 1);
			let cost = Math.min((last[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1, replaced);
			const swapped = row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
			if (swapped) cost = Math.min(cost, (beforeLast[column - 2] ?? 0) + 1);
			current.push(cost);
		}
		beforeLast = last;
		last = current;
	}
	return last[other.length] ?? 0;
}
