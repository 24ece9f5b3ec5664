import type { Caller } from "../../authority/index.ts";
import { parseAgentId } from "../../engine/index.ts";

/** Whether a text has the form of the cursors that a list gives out. */
export type CursorForm = (cursor: string, caller: Caller) => boolean;

/** The forms, by what a list is in the order of. */
export const CURSORS = {
	id: isId,
	/** Agents hear whom they reach, in the order of plain ids; everybody else's list has them in base64. */
	agent: (cursor, { principal }) => isId(principal.kind === "agent" ? cursor : keyIn(cursor)),
	key: (cursor) => isWord(keyIn(cursor)),
	edge: (cursor) => cursor.split(">").length === 2 && cursor.split(">").every((end) => isId(end.replace(/^group:/, ""))),
	name: (cursor) => keyIn(cursor) !== "",
	version: (cursor) => /^\d{1,15}$/.test(cursor),
	moment: (cursor) => /^\d{1,15}~/.test(cursor) && isWord(cursor.replace(/^\d+~/, "")),
	record: (cursor) => /^\[\d+,".+",\d+\]$/.test(keyIn(cursor)),
} as const satisfies Readonly<Record<string, CursorForm>>;

/** A name of any form as a cursor. */
export function cursorOfName(name: string | null): string | null {
	return name === null ? null : Buffer.from(name, "utf8").toString("base64url");
}

/** The key that a cursor holds; nothing when it is not written as we write them. */
export function keyIn(cursor: string): string {
	const key = Buffer.from(cursor, "base64url").toString("utf8");
	return cursorOfName(key) === cursor ? key : "";
}

function isId(text: string): boolean {
	return parseAgentId(text).ok;
}

function isWord(text: string): boolean {
	return /^[\w.-]+$/.test(text);
}
