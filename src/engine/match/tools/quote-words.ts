const PLAIN = /^[A-Za-z0-9_./:@%+,-]+$/;

const RESERVED = new Set("if then else elif fi for while until do done case esac in function select time coproc".split(" "));

/** Shell text that runs exactly these words: every other reading of a word is quoted away. */
export function quoteWords(words: readonly string[]): string {
	return words.map((word, index) => (PLAIN.test(word) && !(index === 0 && RESERVED.has(word)) ? word : quoteWord(word))).join(" ");
}

/** Shell text that changes to this directory, whatever characters its name has. */
export function changeDirectory(directory: string): string {
	// SECURITY: `cd -` and a name found through CDPATH lead elsewhere; `./` in front rules both out.
	return `cd ${quoteWords([directory.startsWith("/") ? directory : `./${directory}`])}`;
}

function quoteWord(word: string): string {
	return `'${word.replaceAll("'", "'\\''")}'`;
}
