import { SECRET_NAME, SECRET_TEXTS, SUSPECT, SUSPECT_TRIPLES } from "./secret-patterns.ts";

/** Stands where a secret stood. */
export const REDACTED = "[redacted]";

/** A copy of a JSON value in which everything that looks like a secret is replaced. */
export function redact(value: unknown): unknown {
	if (typeof value === "string") return redactText(value);
	if (typeof value !== "object" || value === null) return value;
	if (Array.isArray(value)) return value.map(redact);
	return Object.fromEntries(Object.entries(value).map(([name, member]) => [redactText(name), redactMember(name, member)]));
}

/** A text without the secrets in it. */
export function redactText(text: string): string {
	let clean = text;
	for (const { pattern, kept = "" } of SECRET_TEXTS) clean = clean.replace(pattern, `${kept}${REDACTED}`);
	return clean;
}

/** A text without secrets, looked at deeply only when there may be one. */
export function cleanText(text: string): string {
	return mayHoldSecrets(text) ? redactText(text) : text;
}

/** Whether a JSON text is worth the deep look. There is a text for every decision: three characters in a row rule most of them out. */
export function mayHoldSecrets(json: string): boolean {
	let last = 0;
	for (let at = 0; at < json.length; at++) {
		last = ((last << 5) | (json.charCodeAt(at) & 31)) & 0x7fff;
		if (TRIPLES[last] === 1) return SUSPECT.test(json);
	}
	return false;
}

/** Of each character five bits count, in which capital and small letters are the same. What shares a place with a triple only costs the deep look. */
const TRIPLES = new Uint8Array(0x8000);
for (const [one, two, three] of SUSPECT_TRIPLES.map((triple) => Array.from(triple, (character) => character.charCodeAt(0) & 31)))
	TRIPLES[((one ?? 0) << 10) | ((two ?? 0) << 5) | (three ?? 0)] = 1;

function redactMember(name: string, member: unknown): unknown {
	const plain = member === null || member === undefined || typeof member === "boolean" || member === "";
	return !plain && SECRET_NAME.test(name) ? REDACTED : redact(member);
}
