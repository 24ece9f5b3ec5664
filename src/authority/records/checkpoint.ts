import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { isoTime } from "../../platform/index.ts";
import { type Caller, hasRole } from "../caller.ts";
import type { Context } from "../context.ts";
import { done, type Outcome, refuse } from "../refusal.ts";
import { restoreSnapshot, type Snapshot, takeSnapshot } from "./snapshot.ts";

/** Where a checkpoint is, and what it holds. */
export interface Checkpoint {
	readonly path: string;
	readonly counts: Readonly<Record<string, number>>;
}

/** Writes everything but the ledger into one file that only its owner can read. */
export async function collectCheckpoint(
	context: Context,
	caller: Caller,
	path: string | null,
	dryRun: boolean,
): Promise<Outcome<Checkpoint>> {
	const taken = await takeSnapshot(context, caller);
	if (!taken.ok) return taken;
	const stamp = isoTime(context.clock.now()).replace(/[:.]/g, "-");
	const file = resolve(context.home, path ?? join("checkpoints", `${stamp}.json`));
	if (!dryRun) {
		mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
		// Whole or not at all.
		writeFileSync(`${file}.new`, `${JSON.stringify(taken.value)}\n`, { mode: 0o600 });
		renameSync(`${file}.new`, file);
	}
	return done({ path: file, counts: countsOf(taken.value) });
}

/** Reads such a file into an empty home. */
export async function restoreCheckpoint(context: Context, caller: Caller, path: string, dryRun: boolean): Promise<Outcome<Checkpoint>> {
	// SECURITY: before the file is looked at: whether it is there, and what it begins with, is for administrators alone.
	if (!hasRole(caller, "admin")) return refuse("person-required", "Only an administrator may do this");
	const file = resolve(context.home, path);
	let snapshot: unknown;
	try {
		snapshot = JSON.parse(readFileSync(file, "utf8"));
	} catch (error) {
		// The words of the parser would repeat what the file begins with.
		const why = error instanceof SyntaxError ? "it is not JSON" : error instanceof Error ? error.message : String(error);
		return refuse("invalid-request", `The checkpoint ${path} cannot be read: ${why}`);
	}
	if (!isSnapshot(snapshot)) return refuse("invalid-request", `${path} is not a checkpoint of this writ`);
	const counts = countsOf(snapshot);
	if (dryRun) return done({ path: file, counts });
	const restored = await restoreSnapshot(context, caller, snapshot);
	return restored.ok ? done({ path: file, counts }) : restored;
}

/** Whether it has the parts of a snapshot; what they hold is checked by those who import it. */
function isSnapshot(value: unknown): value is Snapshot {
	if (typeof value !== "object" || value === null || !("format" in value) || value.format !== 1) return false;
	const parts = new Map<string, unknown>(Object.entries(value));
	return ["agents", "messages", "grants", "identity"].every((name) => typeof parts.get(name) === "object" && parts.get(name) !== null);
}

function countsOf(snapshot: Snapshot): Readonly<Record<string, number>> {
	const counts: Record<string, number> = {};
	for (const part of [snapshot.agents, snapshot.messages, snapshot.grants, snapshot.identity]) {
		for (const [name, rows] of Object.entries(part ?? {})) if (Array.isArray(rows)) counts[name] = rows.length;
	}
	return counts;
}
