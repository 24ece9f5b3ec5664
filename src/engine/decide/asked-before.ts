/**
 * The numbers of what was asked once, in groups of four; the text itself is not remembered. A newer one takes the place
 * of an older, however many there are.
 */
const numbers = new Int32Array(65_536);
const GROUP = 4;
let turn = 0;

/**
 * Whether a text was asked about before, among those with the same salt; from now on it was. It may be forgotten, and
 * another one may have its number: so this says what is worth keeping, and no answer hangs on it.
 */
export function wasAskedBefore(text: string, salt: number): boolean {
	const number = numberOf(text, salt);
	const first = (number >>> 16) & -GROUP;
	// Another place each time, if none is free: what falls into one group does not push each other out for ever.
	turn = (turn + 1) % GROUP;
	let place = first + turn;
	for (let at = first; at < first + GROUP; at++) {
		if (numbers[at] === number) return true;
		if (numbers[at] === 0) place = at;
	}
	numbers[place] = number;
	return false;
}

/** Every character counts: texts that differ in one alone are common. Two numbers are made at once, each from every other character. */
function numberOf(text: string, salt: number): number {
	let even = salt;
	let odd = text.length;
	let at = 0;
	for (; at + 1 < text.length; at += 2) {
		even = Math.imul(even ^ text.charCodeAt(at), 0x0100_0193);
		odd = Math.imul(odd ^ text.charCodeAt(at + 1), 0x0100_0193);
	}
	if (at < text.length) even = Math.imul(even ^ text.charCodeAt(at), 0x0100_0193);
	const number = even ^ Math.imul(odd ^ (odd >>> 15), 0x297a_2d39);
	return Math.imul(number ^ (number >>> 15), 0x2c1b_3c6d) | 1;
}
