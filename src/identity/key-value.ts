import { hash, randomBytes, timingSafeEqual } from "node:crypto";

const NATIVE = "writ_";
const COMPATIBLE = "trinity_mcp_";
const VALUE = /^(?:writ_|trinity_mcp_)[A-Za-z0-9_-]{43}$/;
/** How much of the random part is kept to tell keys apart: 24 of 256 bits. */
const SHOWN = 4;

/** A new value: a prefix that scanners for leaked secrets can know, and 32 random bytes. */
export function newKeyValue(compat = false): string {
	return `${compat ? COMPATIBLE : NATIVE}${randomBytes(32).toString("base64url")}`;
}

/** Whether a text could be the value of a key at all; anything else is not even hashed. */
export function isKeyValue(text: unknown): text is string {
	return typeof text === "string" && VALUE.test(text);
}

/** What the store keeps of a value. The value has 256 random bits, so a plain hash cannot be turned around. */
export function hashKeyValue(value: string): string {
	return hash("sha256", value);
}

/** The beginning of a value, as lists show it. */
export function shownPrefix(value: string): string {
	const prefix = value.startsWith(COMPATIBLE) ? COMPATIBLE : NATIVE;
	return value.slice(0, prefix.length + SHOWN);
}

/** SECURITY: takes equally long for any two hashes, so that the time of an answer tells nothing about a stored one. */
export function sameHash(one: string, other: string): boolean {
	const [left, right] = [Buffer.from(one), Buffer.from(other)];
	return left.length === right.length && timingSafeEqual(left, right);
}
