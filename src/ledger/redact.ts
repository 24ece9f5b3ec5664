import { SECRET_NAME, SECRET_TEXTS, SUSPECT } from "./secret-patterns.ts";

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

/** Whether a JSON text is worth the deep look. */
export function mayHoldSecrets(json: string): boolean {
	return SUSPECT.test(json);
}

function redactMember(name: string, member: unknown): unknown {
	const plain = member === null || member === undefined || typeof member === "boolean" || member === "";
	return !plain && SECRET_NAME.test(name) ? REDACTED : redact(member);
}
