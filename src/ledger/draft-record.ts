import { hash } from "node:crypto";
import { canonicalText, quote } from "./canonical-text.ts";
import type { RecordFrame } from "./fast/record-frames.ts";
import type { LedgerEntry } from "./ledger-record.ts";
import { cleanText, mayHoldSecrets, redact } from "./redact.ts";

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
 * the frame; a property test compares it with the engine's `canonicalJson`.
 */
export function draftRecord(entry: FreshMembers, frame: RecordFrame, made: Made, content: "digest" | "full"): RecordDraft {
	const { correlationId, claimed } = entry;
	const isMessage = frame.kind === "message";
	const request = isMessage && content === "digest" ? withoutContent(entry.request) : entry.request;
	// With the setting for the content of messages, all of it is kept.
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

/** How many bytes of canonical JSON a member of a record may have. */
const MOST_BYTES = 16_384;
/** What one short member may have, and all of them together. */
const MOST_OF_MEMBER = 512;
const MOST_OF_MEMBERS = 4_096;

/**
 * A value as it goes into a record: as it is, or when it is too long its short members with `truncated`, `bytes` and the digest of the
 * whole. SECURITY: a denied caller may ask again with a megabyte, and the ledger keeps every request for ever.
 */
export function shorten(value: unknown, json: string): unknown {
	// A text has at most three bytes for each of its UTF-16 units.
	if (json.length * 3 <= MOST_BYTES) return value;
	const bytes = Buffer.byteLength(json);
	if (bytes <= MOST_BYTES) return value;
	return { ...shortMembers(value, { left: MOST_OF_MEMBERS }), truncated: true, bytes, digest: contentDigest(json) };
}

/** The members that are short, in their order, and those of a long member one level down. A text is never cut: half a secret is not found. */
function shortMembers(value: unknown, room: { left: number }, deeper = true): Readonly<Record<string, unknown>> {
	if (typeof value !== "object" || value === null || Array.isArray(value)) return {};
	const kept: [string, unknown][] = [];
	for (const [name, member] of Object.entries(value)) {
		const length = name.length > MOST_OF_MEMBER ? Number.POSITIVE_INFINITY : name.length + canonicalText(member).length;
		if (length <= Math.min(MOST_OF_MEMBER, room.left)) {
			room.left -= length;
			kept.push([name, member]);
		} else if (deeper && name.length < room.left && isMembers(member)) {
			room.left -= name.length;
			kept.push([name, shortMembers(member, room, false)]);
		}
		if (room.left <= 0) break;
	}
	return Object.fromEntries(kept);
}

function isMembers(value: unknown): boolean {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** What the ledger keeps of a message instead of its content: enough to prove later what it was. */
export function contentDigest(text: string): string {
	return `sha256:${hash("sha256", text)}`;
}
