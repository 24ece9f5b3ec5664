import type { ServerReply } from "./socket-client.ts";

/** A member of an answer as text; what is not there is empty. */
export function textOf(value: unknown): string {
	if (value === null || value === undefined) return "";
	return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** A member of an answer that is an object. */
export function rowOf(value: unknown): ServerReply {
	return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};
}

/** A member of an answer that is a list of objects. */
export function rowsOf(value: unknown): readonly ServerReply[] {
	return Array.isArray(value) ? value.map(rowOf) : [];
}

/** A member of an answer that is a list of texts. */
export function textsOf(value: unknown): readonly string[] {
	return Array.isArray(value) ? value.map(textOf) : [];
}
