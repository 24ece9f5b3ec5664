import { randomBytes } from "node:crypto";

/** A name that nobody can guess and that never comes twice: a short prefix and 128 random bits. */
export function randomId(prefix: string): string {
	return `${prefix}_${randomBytes(16).toString("hex")}`;
}
