import type { Decision, Facts, Resolution } from "../vocabulary/index.ts";

/** One question to the disk, and what it said. */
export interface Look {
	readonly path: string;
	readonly directory: string;
	readonly resolution: Resolution;
}

/** A decision with what the disk said when it was made. */
export interface KeptAnswer {
	readonly decision: Decision;
	/** Each question once. */
	readonly looks: readonly Look[];
}

/**
 * Whether a kept answer may be given again.
 *
 * INVARIANT: the disk is asked anew, and every word of what it says must be the same (test/decide/kept.test.ts).
 */
export function stillHolds({ looks }: KeptAnswer, facts: Facts): boolean {
	for (let at = 0; at < looks.length; at++) {
		const look = looks[at];
		if (look === undefined || facts.resolve === undefined) return false;
		if (!sameResolution(look.resolution, facts.resolve(look.path, look.directory))) return false;
	}
	return true;
}

/** Whether a decision hangs on nothing but the rules and what was looked at; an `ask` is the approver's to settle. */
export function isKeepable({ effect, reasons }: Decision): boolean {
	return effect === "allow" || (effect === "deny" && reasons[0].code !== "no-approver");
}

/** Whether the disk says of an absolute path: a file with one name, exactly there. Most paths are. */
export function isPlainFile(path: string, resolution: Resolution): boolean {
	return (
		resolution.ok &&
		resolution.real === path &&
		resolution.entry === path &&
		resolution.written === path &&
		resolution.exists &&
		!resolution.viaLink &&
		!resolution.entryViaLink &&
		!resolution.directory &&
		resolution.links === 1
	);
}

/** Whether the disk said the same twice, in every member. */
export function sameResolution(known: Resolution, now: Resolution): boolean {
	if (!known.ok) return !now.ok && known.why === now.why && known.message === now.message;
	return (
		now.ok &&
		known.real === now.real &&
		// Mostly all three are one text, and then it need not be compared three times.
		(now.entry === now.real ? known.entry === known.real : known.entry === now.entry) &&
		(now.written === now.real ? known.written === known.real : known.written === now.written) &&
		known.viaLink === now.viaLink &&
		known.entryViaLink === now.entryViaLink &&
		known.exists === now.exists &&
		known.directory === now.directory &&
		known.links === now.links
	);
}
