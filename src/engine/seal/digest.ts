import type { Terms, WritDigest } from "../language/index.ts";

/** The digest of what is granted: equal grants have equal digests, whoever holds them and wherever. */
export function digestTerms(terms: Terms): WritDigest {
	return sha256(canonicalJson(terms)) as WritDigest;
}

/** JSON with the keys of every object sorted and nothing between them: equal values have equal texts. */
export function canonicalJson(value: unknown): string {
	if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
	if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
	const members = Object.entries(value)
		.filter(([, member]) => member !== undefined)
		.sort(([one], [other]) => (one < other ? -1 : 1))
		.map(([key, member]) => `${JSON.stringify(key)}:${canonicalJson(member)}`);
	return `{${members.join(",")}}`;
}

/**
 * SHA-256 (FIPS 180-4) of a text in UTF-8, as lower-case hexadecimal. Our own because the engine is synchronous and also
 * runs in a browser, where the platform's digest is not; the tests compare it with the platform's.
 */
export function sha256(text: string): string {
	const message = padded(new TextEncoder().encode(text));
	const state = Uint32Array.from(INITIAL);
	const schedule = new Uint32Array(64);
	for (let offset = 0; offset < message.byteLength; offset += BLOCK) compress(state, message, offset, schedule);
	return Array.from(state, (word) => word.toString(16).padStart(8, "0")).join("");
}

const BLOCK = 64;

/** The message, one 1 bit, zeros, and its length in bits as a 64-bit number, to a whole number of blocks. */
function padded(bytes: Uint8Array): DataView {
	const length = Math.ceil((bytes.length + 9) / BLOCK) * BLOCK;
	const buffer = new Uint8Array(length);
	buffer.set(bytes);
	buffer[bytes.length] = 0x80;
	const view = new DataView(buffer.buffer);
	view.setBigUint64(length - 8, BigInt(bytes.length) * 8n);
	return view;
}

function compress(state: Uint32Array, message: DataView, offset: number, schedule: Uint32Array): void {
	for (let index = 0; index < 16; index++) schedule[index] = message.getUint32(offset + index * 4);
	for (let index = 16; index < 64; index++) {
		const early = at(schedule, index - 15);
		const late = at(schedule, index - 2);
		const spreadEarly = rotated(early, 7) ^ rotated(early, 18) ^ (early >>> 3);
		const spreadLate = rotated(late, 17) ^ rotated(late, 19) ^ (late >>> 10);
		schedule[index] = at(schedule, index - 16) + spreadEarly + at(schedule, index - 7) + spreadLate;
	}
	let [a, b, c, d, e, f, g, h] = [
		at(state, 0),
		at(state, 1),
		at(state, 2),
		at(state, 3),
		at(state, 4),
		at(state, 5),
		at(state, 6),
		at(state, 7),
	];
	for (let index = 0; index < 64; index++) {
		const chosen = (e & f) ^ (~e & g);
		const majority = (a & b) ^ (a & c) ^ (b & c);
		const first = (h + (rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)) + chosen + at(ROUNDS, index) + at(schedule, index)) | 0;
		const second = ((rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)) + majority) | 0;
		h = g;
		g = f;
		f = e;
		e = (d + first) | 0;
		d = c;
		c = b;
		b = a;
		a = (first + second) | 0;
	}
	[a, b, c, d, e, f, g, h].forEach((word, index) => {
		state[index] = at(state, index) + word;
	});
}

const rotated = (word: number, by: number): number => (word >>> by) | (word << (32 - by));

const at = (words: Uint32Array, index: number): number => words[index] ?? 0;

/** The first 32 bits of the fractional parts of the roots of the first primes: square roots, then cube roots. */
const INITIAL = fractions(8, 2);
const ROUNDS = Uint32Array.from(fractions(64, 3));

function fractions(count: number, root: 2 | 3): number[] {
	const words: number[] = [];
	for (let candidate = 2n; words.length < count; candidate++) {
		if (isPrime(candidate)) words.push(Number(wholeRoot(candidate << BigInt(32 * root), BigInt(root)) & 0xffffffffn));
	}
	return words;
}

function isPrime(candidate: bigint): boolean {
	for (let divisor = 2n; divisor * divisor <= candidate; divisor++) if (candidate % divisor === 0n) return false;
	return true;
}

/** The largest whole number whose power is not above the value, by halving. */
function wholeRoot(value: bigint, power: bigint): bigint {
	let low = 0n;
	let high = 1n << 40n;
	while (high - low > 1n) {
		const middle = (low + high) >> 1n;
		if (middle ** power <= value) low = middle;
		else high = middle;
	}
	return low;
}
