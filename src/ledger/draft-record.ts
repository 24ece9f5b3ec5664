import type { Source } from "../engine/index.ts";
import { canonicalText, quote } from "./canonical-text.ts";
import { contentDigest } from "./content-digest.ts";
import type { LedgerEntry, LedgerKind } from "./ledger-record.ts";
import { mayHoldSecrets, redact, redactText } from "./redact.ts";
import { shorten } from "./shorten.ts";

/** A record that waits for its place in the chain: its text with a gap for `prev` and one for `seq`, and the derived columns. */
export interface RecordDraft {
	readonly at: number;
	readonly kind: LedgerKind;
	readonly agent: string | null;
	readonly effect: string | null;
	readonly correlationId: string | null;
	readonly beforePrev: string;
	readonly beforeSeq: string;
	readonly end: string;
}

/**
 * Writes an entry down as canonical JSON. The members of a record are always the same, so their sorted order is written out here;
 * a property test holds it against the engine's `canonicalJson`.
 */
export function draftRecord(
	entry: LedgerEntry,
	made: { readonly node: string; readonly id: string; readonly at: number; readonly atText: string; readonly content: "digest" | "full" },
): RecordDraft {
	const { kind, agent, point, effect, code } = entry;
	const correlationId = entry.correlationId === null ? null : cleanText(entry.correlationId);
	const request = made.content === "digest" && kind === "message" ? withoutContent(entry.request) : entry.request;
	// Whoever asks for the content of messages gets all of it.
	const isWanted = made.content === "full" && kind === "message" && effect !== "deny";
	const claimed = entry.claimed === undefined ? "" : `,"claimed":${cleanJson(entry.claimed)}`;
	return {
		at: made.at,
		kind,
		agent: columnText(agent),
		effect,
		correlationId: columnText(correlationId),
		beforePrev: `${agentPiece(agent)}${made.atText}"${claimed}${codePiece(code)}${orNull(correlationId)}${effectPiece(effect)}${made.id}${keyPiece(entry.keyId)}"${kind}","node":${nodePiece(made.node)}${pointPiece(point)}`,
		beforeSeq: `${principalPiece(entry.principal)}${cleanJson(request, isWanted)}${rulePiece(entry.rule ?? null)}`,
		end: `,"source":${entry.source === undefined ? "null" : sourceText(entry.source)}${writPiece(entry.writDigest)}`,
	};
}

/** Texts that come again and again are kept together with what stands around them in every record. */
const agentPiece = keptBetween('{"agent":', ',"at":"');
const codePiece = keptBetween(',"code":', ',"correlation_id":');
const effectPiece = keptBetween(',"effect":', ',"id":"');
const keyPiece = keptBetween('","key_id":', ',"kind":');
const nodePiece = keptBetween("", ',"point":');
const pointPiece = keptBetween("", ',"prev":"');
const principalPiece = keptBetween('","principal":', ',"request":');
const rulePiece = keptBetween(',"rule":', ',"seq":', cleanText);
const writPiece = keptBetween(',"writ_digest":', "}");
const MOST_KEPT = 10_000;

function keptBetween(before: string, behind: string, clean = (text: string): string => text): (text: string | null) => string {
	const kept = new Map<string | null, string>();
	return (text) => {
		const known = kept.get(text);
		if (known !== undefined) return known;
		const made = `${before}${text === null ? "null" : quote(clean(text))}${behind}`;
		if (kept.size >= MOST_KEPT) kept.clear();
		kept.set(text, made);
		return made;
	};
}

/**
 * A text as the databases can keep it in a column: PostgreSQL has no NUL, and neither has half a character.
 * INVARIANT: a column is always `columnText` of its member, so that verify and filters can compare.
 */
export function columnText(text: string | null): string | null {
	if (text === null || (text.isWellFormed() && !text.includes("\0"))) return text;
	return text.toWellFormed().replaceAll("\0", "\ufffd");
}

function orNull(text: string | null): string {
	return text === null ? "null" : quote(text);
}

function cleanJson(value: unknown, whole = false): string {
	const full = canonicalText(value);
	const kept = whole ? value : shorten(value, full);
	const json = kept === value ? full : canonicalText(kept);
	return mayHoldSecrets(json) ? canonicalText(redact(kept)) : json;
}

function cleanText(text: string): string {
	return mayHoldSecrets(text) ? redactText(text) : text;
}

/** Sources belong to the writs. */
const SOURCE_TEXTS = new WeakMap<Source, string>();

function sourceText(source: Source): string {
	const known = SOURCE_TEXTS.get(source);
	if (known !== undefined) return known;
	const text = canonicalText(source);
	SOURCE_TEXTS.set(source, text);
	return text;
}

function withoutContent(request: unknown): unknown {
	if (typeof request !== "object" || request === null || !("content" in request)) return request;
	const { content } = request;
	return { ...request, content: contentDigest(typeof content === "string" ? content : canonicalText(content)) };
}
