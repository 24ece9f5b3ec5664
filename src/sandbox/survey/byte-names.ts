/**
 * Names on a disk are bytes, and only most of them are text. The others are kept in paths with half a surrogate for each byte that is no
 * ASCII (`bad\xff` is `bad\udcff`), so that nothing is lost and no text means them.
 */
export function nameOf(bytes: Buffer): string {
	const text = bytes.toString("utf8");
	if (!text.includes("\uFFFD") || Buffer.from(text).equals(bytes)) return text;
	return Array.from(bytes, (byte) => String.fromCharCode(byte < ASCII ? byte : HALF + byte)).join("");
}

/** A path as the disk knows it. */
export function onDisk(path: string): string | Buffer {
	if (path.isWellFormed()) return path;
	return Buffer.concat(
		Array.from(path, (character) => (isByte(character) ? Buffer.of(character.charCodeAt(0) - HALF) : Buffer.from(character))),
	);
}

/** A path as people read it. */
export function shownPath(path: string): string {
	if (path.isWellFormed()) return path;
	return Array.from(path, (character) => (isByte(character) ? `\\x${(character.charCodeAt(0) - HALF).toString(16)}` : character)).join("");
}

const ASCII = 0x80;
const HALF = 0xdc00;

function isByte(character: string): boolean {
	const code = character.charCodeAt(0);
	return character.length === 1 && code >= HALF + ASCII && code <= HALF + 0xff;
}
