import type { Decision, Facts, Origins, Places, Terms, Writ } from "../vocabulary/index.ts";
import { wasAskedBefore } from "./asked-before.ts";
import { effectiveTerms } from "./effective-terms.ts";
import type { KeptAnswer } from "./kept-answer.ts";
import type { Recorder } from "./recorder.ts";
import type { SettledTool } from "./settled-tool.ts";

/**
 * What is known of one set of terms at one set of places under one kind of facts; agents that share them share it.
 *
 * INVARIANT: nothing in it hangs on who the agent is (id, parent, children), on grants, edges, counters or the
 * approver; what hangs on the disk carries what the disk said (test/decide/kept.test.ts).
 */
export interface Ruling {
	readonly terms: Terms;
	readonly places: Places;
	/** Reasons show where rules were written. */
	readonly origins: Origins;
	/** Where a path begins that says nothing else. */
	readonly workspace: string;
	readonly tools: Map<string, SettledTool>;
	/** Answers to shell text. */
	readonly commands: Map<string, KeptAnswer>;
	/** Answers to paths as they were written, which hold while the path is a plain file. */
	readonly plainWrites: Map<string, Decision>;
	readonly plainReads: Map<string, Decision>;
	/** Answers to the other paths. */
	readonly otherWrites: Map<string, KeptAnswer>;
	readonly otherReads: Map<string, KeptAnswer>;
	/** The tool that was last used to reach an agent, if rules leave it open: mostly it is always the same. */
	reachedBy: string | null;
	/** Whom that tool reaches. */
	reached: Map<string, Decision>;
	/** Tells what was asked here from what was asked elsewhere. */
	readonly salt: number;
	recorder: Recorder | null;
}

/** The rulings of one set of terms; agents in one workspace ask for the same one again and again. */
interface Shelf {
	last: Ruling;
	readonly byPlaces: WeakMap<Places, Ruling>;
}

/** The shelves of one kind of facts. */
interface Library {
	readonly byTerms: WeakMap<Terms, Shelf>;
	/** Rulings that were asked for last, by a number that is read off the writ: found quicker than by their terms. */
	readonly atHand: (Ruling | null)[];
}

/** A power of two. */
const MOST_AT_HAND = 256;

/** Without and with a disk to ask, each without and with a sandbox that hides blocked paths. */
const emptyLibraries = (): readonly [Library, Library, Library, Library] => [
	emptyLibrary(),
	emptyLibrary(),
	emptyLibrary(),
	emptyLibrary(),
];
const emptyLibrary = (): Library => ({ byTerms: new WeakMap(), atHand: Array.from({ length: MOST_AT_HAND }, () => null) });
let libraries = emptyLibraries();

/** The ruling that holds for a writ now: whatever a live ancestor has lost is not in its terms. */
export function rulingFor(writ: Writ, facts: Facts): Ruling {
	const { lineage } = facts;
	const terms = lineage === undefined || lineage.length === 0 ? writ.terms : effectiveTerms(writ, facts);
	const kind = facts.masked === true ? (facts.resolve === undefined ? 2 : 3) : facts.resolve === undefined ? 0 : 1;
	const library = libraries[kind];
	const number = numberOf(writ);
	const known = library.atHand[number];
	if (known !== null && known !== undefined && holdsFor(known, terms, writ)) return known;
	const ruling = findRuling(terms, writ, library.byTerms.get(terms), library);
	library.atHand[number] = ruling;
	return ruling;
}

/** Writs of one profile have one number; others may have the same. */
function numberOf({ digest }: Writ): number {
	return (Math.imul(digest.charCodeAt(0), 97) + Math.imul(digest.charCodeAt(1), 13) + digest.charCodeAt(2)) & (MOST_AT_HAND - 1);
}

function holdsFor(ruling: Ruling, terms: Terms, { places, origins }: Writ): boolean {
	return ruling.terms === terms && ruling.places === places && ruling.origins === origins;
}

function findRuling(terms: Terms, writ: Writ, shelf: Shelf | undefined, { byTerms }: Library): Ruling {
	if (shelf !== undefined && holdsFor(shelf.last, terms, writ)) return shelf.last;
	const { places, origins } = writ;
	const known = shelf?.byPlaces.get(places);
	const ruling = known !== undefined && known.origins === origins ? known : makeRuling(terms, places, origins);
	if (shelf === undefined) byTerms.set(terms, { last: ruling, byPlaces: new WeakMap([[places, ruling]]) });
	else {
		shelf.last = ruling;
		if (ruling !== known) shelf.byPlaces.set(places, ruling);
	}
	return ruling;
}

function makeRuling(terms: Terms, places: Places, origins: Origins): Ruling {
	count(EMPTY_RULING);
	rulings = (rulings + 1) | 0;
	return {
		terms,
		places,
		origins,
		workspace: places.written.workspace ?? "/",
		tools: new Map(),
		commands: new Map(),
		plainWrites: new Map(),
		plainReads: new Map(),
		otherWrites: new Map(),
		otherReads: new Map(),
		reachedBy: null,
		reached: NOBODY,
		salt: rulings,
		recorder: null,
	};
}

let rulings = 0;
const NOBODY: Map<string, Decision> = new Map();

/** In one map, and in all of them: at most about half a kilobyte each. */
const MOST_KEPT = 4_096;
const MOST_IN_ALL = 65_536;
const LONGEST_KEPT = 512;
/** What a ruling without answers weighs, in answers: agents may have a workspace each. */
const EMPTY_RULING = 4;

let kept = 0;

/** Keeps what was found out; maps stay bounded, each and all of them together, however many agents ask for whatever. */
export function keep<Value extends KeptAnswer | Decision | SettledTool>(map: Map<string, Value>, key: string, value: Value): void {
	if (key.length > LONGEST_KEPT) return;
	if (map.size >= MOST_KEPT) map.clear();
	map.set(key, value);
	count(1);
}

/** Whether an answer is worth keeping: only what is asked again is, because most of what is asked once never comes back. */
export function isAskedAgain({ salt }: Ruling, key: string): boolean {
	return key.length <= LONGEST_KEPT && wasAskedBefore(key, salt);
}

function count(answers: number): void {
	kept += answers;
	if (kept < MOST_IN_ALL) return;
	libraries = emptyLibraries();
	kept = 0;
}
