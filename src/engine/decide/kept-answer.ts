import type { Decision, Facts, Resolution } from "../vocabulary/index.ts";

/** One question to the disk, as it was asked, and what it said. */
export interface Look {
	readonly path: string;
	readonly directory: string;
	readonly resolution: Resolution;
}

/** A decision with what the disk said when it was made. */
export interface KeptAnswer {
	readonly decision: Decision;
	/** Where the first question led, if it must be a plain file: most answers hang on one at most. */
	readonly file: string | null;
	/** The first question as it was asked. */
	readonly path: string;
	readonly directory: string;
	/** The other questions, each once. */
	readonly looks: readonly Look[];
}

const NO_LOOKS: readonly Look[] = Object.freeze([]);

/** A decision with the questions that it hangs on. */
export function keptAnswer(decision: Decision, looks: readonly Look[]): KeptAnswer {
	const first = looks[0];
	if (first === undefined) return { decision, file: null, path: "", directory: "/", looks: NO_LOOKS };
	const { path, directory, resolution } = first;
	const file = path.startsWith("/") ? path : `${directory}/${path}`;
	if (!isPlainFile(file, resolution)) return { decision, file: null, path, directory, looks };
	return { decision, file, path, directory, looks: looks.length === 1 ? NO_LOOKS : looks.slice(1) };
}

/**
 * Whether a kept answer may be given again.
 *
 * INVARIANT: the disk is asked anew, in the same words, and every word of what it says must be the same
 * (test/decide/kept.test.ts).
 */
export function stillHolds({ file, path, directory, looks }: KeptAnswer, facts: Facts): boolean {
	if (file !== null && (facts.resolve === undefined || !isPlainFile(file, facts.resolve(path, directory)))) return false;
	return looks === NO_LOOKS || sameLooks(looks, facts);
}

function sameLooks(looks: readonly Look[], facts: Facts): boolean {
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
		// Mostly all three are one text, and then it need not be compared three times.
		resolution.entry === resolution.real &&
		resolution.written === resolution.real &&
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
		(now.entry === now.real ? known.entry === known.real : known.entry === now.entry) &&
		(now.written === now.real ? known.written === known.real : known.written === now.written) &&
		known.viaLink === now.viaLink &&
		known.entryViaLink === now.entryViaLink &&
		known.exists === now.exists &&
		known.directory === now.directory &&
		known.links === now.links
	);
}
