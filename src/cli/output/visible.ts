/** What moves the cursor, changes colours or the direction of writing, and what takes no room; blanks and the dress of an emoji are fine. */
const HIDDEN = /(?!\t|\n|\ufe0f)(?:\p{Cc}|\p{Cf}|\p{Zl}|\p{Zp}|\p{Default_Ignorable_Code_Point})/gu;

/**
 * Text of others, safe to show: what a person would not see as a program reads it is shown as its number.
 * SECURITY: definitions and requests may hold escape sequences ("control characters of a definition never reach the terminal"), and
 * letters that look like others ("[finding-15-letters]").
 */
export function visible(text: string): string {
	const shown = text.replaceAll(HIDDEN, numberOf);
	return FOREIGN.test(shown) ? withoutLookAlikes(shown) : shown;
}

/**
 * The same for what belongs within one line, such as a name.
 * SECURITY: a name that holds the end of a line could go on with a line that reads as one of ours.
 */
export function visibleLine(text: string): string {
	return visible(text).replaceAll(/[\t\n]/g, numberOf);
}

/** Letters of scripts that have the shapes of Latin ones, and Latin ones in another dress. */
const FOREIGN =
	/[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}\p{Script=Coptic}\p{Script=Lisu}\uff01-\uff5e\u{1d400}-\u{1d7ff}]/u;
const EVERY_FOREIGN = new RegExp(FOREIGN.source, "gu");
const WORD = /[\p{L}\p{M}\p{N}]+/gu;
/** Words of these alone read as Latin ones: `ср` is not `cp`. */
const LOOK_ALIKES = /^[асеорхуіјѕԁһӏԛԝАВСЕНІЈКМОРЅТХУοονΑΒΕΖΗΙΚΜΝΟΡΤΥΧ\d]+$/u;

/** Marks single letters of another script in Latin words, and words that only look Latin where nothing else is in their script. */
function withoutLookAlikes(text: string): string {
	const isNative = (text.match(WORD) ?? []).some((word) => FOREIGN.test(word) && !/[A-Za-z]/.test(word) && !LOOK_ALIKES.test(word));
	return text.replaceAll(WORD, (word) => {
		const misleads = /[A-Za-z]/.test(word) || DRESSED.test(word) || (!isNative && LOOK_ALIKES.test(word));
		return misleads ? word.replaceAll(EVERY_FOREIGN, numberOf) : word;
	});
}

const DRESSED = /[\uff01-\uff5e\u{1d400}-\u{1d7ff}]/u;

function numberOf(character: string): string {
	return `\\u{${character.codePointAt(0)?.toString(16)}}`;
}
