import { hash } from "node:crypto";
import type { SqlValue } from "../store/index.ts";
import { hashedText, type RecordDraft } from "./draft-record.ts";
import { columnText } from "./fast/record-frames.ts";

/** Where a chain ends. */
export interface ChainPlace {
	readonly seq: number;
	readonly hash: string;
}

/** Records in their places: their texts and hashes, the place before the first, and where the chain ends now. */
interface LinkedRecords extends ChainPlace {
	readonly after: ChainPlace;
	readonly texts: readonly string[];
	readonly hashes: readonly string[];
}

/** Gives each draft its place and its hash. */
export function linkDrafts(drafts: readonly RecordDraft[], after: ChainPlace): LinkedRecords {
	const texts: string[] = [];
	const hashes: string[] = [];
	let { seq, hash: previous } = after;
	for (const draft of drafts) {
		seq++;
		const hashed = hashedText(draft, previous, seq);
		// The text is the rest of what is hashed: so no second copy of it is made.
		const made = hash("sha256", hashed);
		texts.push(hashed.slice(previous.length));
		hashes.push(made);
		previous = made;
	}
	return { after, texts, hashes, seq, hash: previous };
}

/** What the derived columns of a record are made from. */
type RecordColumns = Pick<RecordDraft, "frame" | "at" | "correlation">;

/** The values of the rows of linked records, one row after the other, in the order of `LedgerRow`. */
export function rowValues(columns: readonly RecordColumns[], { after, texts, hashes }: LinkedRecords, node: string): readonly SqlValue[] {
	const values: SqlValue[] = [];
	let seq = after.seq;
	for (const [index, { frame, at, correlation }] of columns.entries()) {
		const { kind, agent, effect } = frame;
		values.push(node, ++seq, at, kind, agent, effect, correlationColumn(correlation), hashes[index] ?? null, texts[index] ?? null);
	}
	return values;
}

/** The column of a correlation id that is written as JSON. */
function correlationColumn(json: string): string | null {
	if (json === "null") return null;
	return json.includes("\\") ? columnText(String(JSON.parse(json))) : json.slice(1, -1);
}
