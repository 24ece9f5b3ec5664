import { canonicalText, quote } from "./canonical-text.ts";
import { contentDigest } from "./content-digest.ts";
import type { LedgerEntry } from "./ledger-record.ts";
import type { RecordFrame } from "./record-frame.ts";
import { cleanText, mayHoldSecrets, redact } from "./redact.ts";
import { shorten } from "./shorten.ts";

/** A record that waits for its place in the chain: its frame, and what is new in it, as JSON. */
export class RecordDraft {
	readonly frame: RecordFrame;
	readonly at: number;
	/** The moment, its closing quote, and what somebody claimed to be. */
	readonly moment: string;
	/** The correlation id as JSON. */
	readonly correlation: string;
	readonly id: string;
	/** The request as canonical JSON. */
	readonly request: string;

	constructor(frame: RecordFrame, at: number, moment: string, correlation: string, id: string, request: string) {
		this.frame = frame;
		this.at = at;
		this.moment = moment;
		this.correlation = correlation;
		this.id = id;
		this.request = request;
	}
}

/** What the ledger adds to an entry. */
export interface Made {
	readonly id: string;
	readonly at: number;
	/** `at` as it stands in the record, with its closing quote. */
	readonly moment: string;
}

/**
 * Writes an entry down as canonical JSON. The members of a record are always the same, so their sorted order is written out here and in
 * the frame; a property test holds it against the engine's `canonicalJson`.
 */
export function draftRecord(entry: FreshMembers, frame: RecordFrame, made: Made, content: "digest" | "full"): RecordDraft {
	const { correlationId, claimed } = entry;
	const isMessage = frame.kind === "message";
	const request = isMessage && content === "digest" ? withoutContent(entry.request) : entry.request;
	// Whoever asks for the content of messages gets all of it.
	const isWanted = isMessage && content === "full" && frame.effect !== "deny";
	return new RecordDraft(
		frame,
		made.at,
		claimed === undefined ? made.moment : `${made.moment},"claimed":${cleanJson(claimed)}`,
		correlationId === null ? "null" : quote(cleanText(correlationId)),
		made.id,
		cleanJson(request, isWanted),
	);
}

/** The members of an entry that are new each time. */
type FreshMembers = Pick<LedgerEntry, "request" | "correlationId" | "claimed">;

/** The text of a record in its place, behind the hash of the one before, as both are hashed together. */
export function hashedText({ frame: { pieces }, moment, correlation, id, request }: RecordDraft, previous: string, seq: number): string {
	return `${previous}${pieces[0]}${moment}${pieces[1]}${correlation}${pieces[2]}${id}${pieces[3]}${previous}${pieces[4]}${request}${pieces[5]}${seq}${pieces[6]}`;
}

function cleanJson(value: unknown, whole = false): string {
	const full = canonicalText(value);
	const kept = whole ? value : shorten(value, full);
	const json = kept === value ? full : canonicalText(kept);
	return mayHoldSecrets(json) ? canonicalText(redact(kept)) : json;
}

function withoutContent(request: unknown): unknown {
	if (typeof request !== "object" || request === null || !("content" in request)) return request;
	const { content } = request;
	return { ...request, content: contentDigest(typeof content === "string" ? content : canonicalText(content)) };
}
