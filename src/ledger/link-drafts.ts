import { hash } from "node:crypto";
import type { SqlValue } from "../store/index.ts";
import type { RecordDraft } from "./draft-record.ts";

/** Where a chain ends. */
export interface ChainPlace {
	readonly seq: number;
	readonly hash: string;
}

/** Records with their places: the values of their rows one after the other, their texts, and where the chain ends now. */
export interface LinkedRecords extends ChainPlace {
	readonly values: readonly SqlValue[];
	readonly texts: readonly string[];
}

/** Gives each draft its place and its hash. */
export function linkDrafts(drafts: readonly RecordDraft[], node: string, after: ChainPlace): LinkedRecords {
	const values: SqlValue[] = [];
	const texts: string[] = [];
	let { seq, hash: previous } = after;
	for (const { beforePrev, beforeSeq, end, at, kind, agent, effect, correlationId } of drafts) {
		seq++;
		const hashed = `${previous}${beforePrev}${previous}${beforeSeq}${seq}${end}`;
		// The text is the rest of what is hashed: so no second copy of it is made.
		const made = hash("sha256", hashed);
		const text = hashed.slice(previous.length);
		texts.push(text);
		values.push(node, seq, at, kind, agent, effect, correlationId, made, text);
		previous = made;
	}
	return { values, texts, seq, hash: previous };
}
