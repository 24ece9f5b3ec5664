import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { SANDBOX_MODES, type SandboxMode } from "../../engine/index.ts";
import { isoTime } from "../../platform/index.ts";
import type { ProcessOwner } from "./process-owner.ts";

/** What is known of a directory, kept beside it and outside of every bind. */
export interface SandboxNote extends ProcessOwner {
	/** The agent; of a session's directory the session. */
	readonly id: string | null;
	readonly mode: SandboxMode | null;
	readonly session: string | null;
	readonly parent: string | null;
	/** What was asked for. */
	readonly config: unknown;
	/** Digest of the writ. */
	readonly writ: string | null;
	readonly created_at: string;
}

/** What the maker of a directory says about it; `agent` is another name of `id`. */
export type NoteDetails = Readonly<Record<string, unknown>>;

/** A note from what was said, what was known before, and who owns it now. */
export function makeNote(details: NoteDetails, owner: ProcessOwner, now: number, before?: SandboxNote): SandboxNote {
	const { id = details.agent ?? before?.id, mode = before?.mode, session = before?.session, parent = before?.parent } = details;
	const { config = before?.config ?? null, writ = before?.writ } = details;
	return {
		id: text(id) ?? text(session),
		mode: SANDBOX_MODES.find((known) => known === mode) ?? null,
		session: text(session),
		parent: text(parent),
		config,
		writ: text(writ),
		created_at: before?.created_at ?? isoTime(now),
		pid: owner.pid,
		pid_started: owner.pid_started,
		boot_id: owner.boot_id,
	};
}

/** Writes a note, whole or not at all. */
export function writeNote(directory: string, note: SandboxNote): void {
	const draft = draftFile(directory);
	try {
		writeFileSync(draft, `${JSON.stringify(note)}\n`, { mode: 0o600 });
		renameSync(draft, noteFile(directory));
	} catch (error) {
		// A full disk leaves an empty one.
		rmSync(draft, { force: true });
		throw error;
	}
}

/** The note beside a directory; `undefined` when there is none that can be read. */
export function readNote(directory: string): SandboxNote | undefined {
	try {
		const read: unknown = JSON.parse(readFileSync(noteFile(directory), "utf8"));
		if (typeof read !== "object" || read === null || !("pid" in read) || typeof read.pid !== "number") return undefined;
		const details: NoteDetails = { ...read };
		const owner = { pid: read.pid, pid_started: text(details.pid_started), boot_id: text(details.boot_id) };
		return { ...makeNote(details, owner, 0), created_at: text(details.created_at) ?? isoTime(0) };
	} catch {
		return undefined;
	}
}

/** Where the note of a directory is. */
export function noteFile(directory: string): string {
	return `${directory}.json`;
}

/** The mark beside a directory that another process watches over, so that those few are found without reading every note. */
export function lentFile(directory: string): string {
	return `${directory}.lent`;
}

/** Where a note is written before it gets its name. */
export function draftFile(directory: string): string {
	return `${noteFile(directory)}.new`;
}

function text(value: unknown): string | null {
	return typeof value === "string" ? value : null;
}
