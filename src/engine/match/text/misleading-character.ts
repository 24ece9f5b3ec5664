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
