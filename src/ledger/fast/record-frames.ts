import type { Source } from "../../engine/index.ts";
import { canonicalText, quote } from "../canonical-text.ts";
import type { LedgerEntry, LedgerKind } from "../ledger-record.ts";
import { cleanText } from "../redact.ts";

/** What the records of like entries have in common: their derived columns, and the pieces of their text between what is new in each. */
export interface RecordFrame {
	readonly kind: LedgerKind;
	/** As the column keeps it. */
	readonly agent: string | null;
	readonly effect: LedgerEntry["effect"];
	readonly pieces: FramePieces;
}

/** In the order of canonical JSON: what stands before the moment, the correlation id, the id, the hash before, the request and the place, and the end. */
export type FramePieces = readonly [
	moment: string,
	correlation: string,
	id: string,
	previous: string,
	request: string,
	seq: string,
	end: string,
];

/** The members of an entry that a frame holds. */
export type FramedEntry = Omit<LedgerEntry, "request" | "correlationId" | "claimed">;

/** Makes frames for a node; agents repeat themselves, so the last frames of each agent are kept and found again by what is in them. */
export function createFrames(node: string): (entry: FramedEntry) => RecordFrame {
	const kept = new Map<string | null, KeptFrame[]>();
	return (entry) => {
		const frames = kept.get(entry.agent);
		if (frames !== undefined) for (const { of, frame } of frames) if (isSame(of, entry)) return frame;
		const made = { of: membersOf(entry), frame: frameRecord(entry, node) };
		if (frames === undefined) {
			if (kept.size >= MOST_AGENTS) kept.clear();
			kept.set(entry.agent, [made]);
		} else {
			if (frames.length >= MOST_FRAMES) frames.shift();
			frames.push(made);
		}
		return made.frame;
	};
}

interface KeptFrame {
	readonly of: FramedEntry;
	readonly frame: RecordFrame;
}

const MOST_AGENTS = 2_000;
const MOST_FRAMES = 8;

/** Makes the frame of an entry. */
export function frameRecord(
	{ kind, agent, point, effect, code, keyId, principal, rule, source, writDigest }: FramedEntry,
	node: string,
): RecordFrame {
	const pieces: FramePieces = [
		whole`{"agent":${orNull(agent)},"at":"`,
		whole`,"code":${orNull(code)},"correlation_id":`,
		whole`,"effect":${orNull(effect)},"id":"`,
		whole`","key_id":${orNull(keyId)},"kind":"${kind}","node":${quote(node)},"point":${orNull(point)},"prev":"`,
		whole`","principal":${quote(principal)},"request":`,
		whole`,"rule":${rule === undefined ? "null" : quote(cleanText(rule))},"seq":`,
		whole`,"source":${source === undefined ? "null" : sourceText(source)},"writ_digest":${orNull(writDigest)}}`,
	];
	return { kind, agent: columnText(agent), effect, pieces };
}

/** A template as one flat text: JavaScript keeps a joined text as a tree of its parts, and would walk that tree at every copy. */
function whole(texts: TemplateStringsArray, ...values: readonly string[]): string {
	return texts.map((text, index) => text + (values[index] ?? "")).join("");
}

/**
 * A text as the databases can keep it in a column: PostgreSQL has no NUL, and neither has half a character.
 * INVARIANT: a column is always `columnText` of its member, so that verify and filters can compare.
 */
export function columnText(text: string | null): string | null {
	if (text === null || (text.isWellFormed() && !text.includes("\0"))) return text;
	return text.toWellFormed().replaceAll("\0", "\ufffd");
}

/** INVARIANT: every member that a frame holds is compared, whatever it is. */
function isSame(one: FramedEntry, other: FramedEntry): boolean {
	return (
		one.code === other.code &&
		one.rule === other.rule &&
		one.effect === other.effect &&
		one.kind === other.kind &&
		one.source === other.source &&
		one.writDigest === other.writDigest &&
		one.principal === other.principal &&
		one.keyId === other.keyId &&
		one.point === other.point &&
		one.agent === other.agent
	);
}

/** A copy without the request: an entry may hold much. */
function membersOf({ kind, principal, keyId, agent, point, effect, code, rule, source, writDigest }: FramedEntry): Required<FramedEntry> {
	return { kind, principal, keyId, agent, point, effect, code, rule, source, writDigest };
}

function orNull(text: string | null): string {
	return text === null ? "null" : quote(text);
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
