import { randomUUID } from "node:crypto";
import { lstatSync, readdirSync, renameSync, rmdirSync, rmSync, unlinkSync } from "node:fs";
import { setImmediate as nextTurn } from "node:timers/promises";
import { errorCode } from "../../platform/index.ts";
import { type OpenDirectory, openDirectory } from "./open-directory.ts";

/**
 * Removes whatever is at a path and below it; whether there was anything. Links are removed, never followed; directories
 * that nobody may enter and trees deeper than a path can tell go too.
 */
export function removeTree(path: string): boolean {
	const stats = lstatSync(path, { throwIfNoEntry: false });
	if (stats === undefined) return false;
	if (!stats.isDirectory()) unlinkSync(path);
	else if (!removedAtOnce(path)) atOnce(dismantle(path));
	return true;
}

/** The same in steps, for trees that may be large. */
export function* removeTreeInSteps(path: string): Steps<boolean> {
	const stats = lstatSync(path, { throwIfNoEntry: false });
	if (stats === undefined) return false;
	if (stats.isDirectory()) yield* dismantle(path);
	else unlinkSync(path);
	return true;
}

/** The quick way, which stops at locked directories and at long paths. */
function removedAtOnce(path: string): boolean {
	try {
		rmSync(path, { recursive: true, force: true });
		return lstatSync(path, { throwIfNoEntry: false }) === undefined;
	} catch {
		return false;
	}
}

/** The thorough way: what lies deeper is lifted to the top, so that two directories are enough at any depth. */
function* dismantle(path: string): Steps<void> {
	const top = openDirectory(path, true);
	try {
		for (let entries = entriesOf(top); entries.length > 0; entries = entriesOf(top)) {
			for (const { name, directory } of entries) {
				if (directory) yield* liftAll(top, name);
				else unlessGone(() => unlinkSync(top.at(name)));
				yield;
			}
		}
	} finally {
		top.close();
	}
	unlessGone(() => rmdirSync(path));
}

/** Empties a directory of the top by lifting its directories beside it, and removes it. */
function* liftAll(top: OpenDirectory, name: Buffer): Steps<void> {
	const held = unlessGone(() => openDirectory(top.at(name), true));
	if (held === undefined) return;
	try {
		for (const entry of entriesOf(held)) {
			yield;
			unlessGone(() => {
				if (!entry.directory) return unlinkSync(held.at(entry.name));
				// Its owner must be able to write a directory to give it another parent.
				openDirectory(held.at(entry.name), true).close();
				renameSync(held.at(entry.name), top.at(Buffer.from(randomUUID())));
			});
		}
	} finally {
		held.close();
	}
	unlessGone(() => rmdirSync(top.at(name)));
}

/** Between two steps somebody else may have removed the same. */
function unlessGone<Value>(act: () => Value): Value | undefined {
	try {
		return act();
	} catch (error) {
		if (errorCode(error) !== "ENOENT") throw error;
		return undefined;
	}
}

function entriesOf(directory: OpenDirectory): readonly { readonly name: Buffer; readonly directory: boolean }[] {
	return readdirSync(directory.path, { withFileTypes: true, encoding: "buffer" }).map((entry) => ({
		name: entry.name,
		directory: entry.isDirectory(),
	}));
}

/** Work in small steps: it can be done at once, or so that others get their turn in between. */
export type Steps<Value> = Generator<void, Value>;

/** How long others wait at most. */
const SLICE_MS = 8;

/** Does steps in slices: what an agent left may be large, and the one thread that removes it also answers everybody else. */
export async function inSlices<Value>(steps: Steps<Value>): Promise<Value> {
	let ends = performance.now() + SLICE_MS;
	for (let step = steps.next(); ; step = steps.next()) {
		if (step.done === true) return step.value;
		if (performance.now() < ends) continue;
		await nextTurn();
		ends = performance.now() + SLICE_MS;
	}
}

/** Does all steps without a pause. */
export function atOnce<Value>(steps: Steps<Value>): Value {
	for (let step = steps.next(); ; step = steps.next()) if (step.done === true) return step.value;
}
