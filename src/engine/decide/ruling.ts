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
	readonly tools: Map<string, SettledTool>;
	/** Answers to shell text. */
	readonly commands: Answers;
	/** Answers to paths as they were written. */
	readonly reads: Answers;
	readonly writes: Answers;
	/** Tells what was asked here from what was asked elsewhere. */
	readonly salt: number;
	recorder: Recorder | null;
	/** The tool that was last used to reach an agent: mostly it is always the same. */
	reaching: { readonly tool: string; readonly settled: SettledTool } | null;
}

/** Answers to one kind of question, asked at the workspace. */
export interface Answers {
	/** Answers about a path that hold when it is a plain file. */
	readonly plain: Map<string, Decision>;
	readonly others: Map<string, KeptAnswer>;
}

/** The rulings of one set of terms; agents in one workspace ask for the same one again and again. */
interface Shelf {
	last: Ruling;
	readonly byPlaces: WeakMap<Places, Ruling>;
}

/** Without and with a disk to ask, each without and with a sandbox that hides blocked paths. */
const emptyShelves = () => [new WeakMap(), new WeakMap(), new WeakMap(), new WeakMap()] as const;
let shelves: readonly [Shelves, Shelves, Shelves, Shelves] = emptyShelves();
type Shelves = WeakMap<Terms, Shelf>;

/** The ruling that holds for a writ now: whatever a live ancestor has lost is not in its terms. */
export function rulingFor(writ: Writ, facts: Facts): Ruling {
	const { lineage } = facts;
	const terms = lineage === undefined || lineage.length === 0 ? writ.terms : effectiveTerms(writ, facts);
	const kind = facts.masked === true ? (facts.resolve === undefined ? 2 : 3) : facts.resolve === undefined ? 0 : 1;
	const shelf = shelves[kind].get(terms);
	if (shelf !== undefined && shelf.last.places === writ.places && shelf.last.origins === writ.origins) return shelf.last;
	return findRuling(terms, writ, shelf, shelves[kind]);
}

function findRuling(terms: Terms, { places, origins }: Writ, shelf: Shelf | undefined, all: Shelves): Ruling {
	const known = shelf?.byPlaces.get(places);
	const ruling = known !== undefined && known.origins === origins ? known : makeRuling(terms, places, origins);
	if (shelf === undefined) all.set(terms, { last: ruling, byPlaces: new WeakMap([[places, ruling]]) });
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
		tools: new Map(),
		commands: noAnswers(),
		reads: noAnswers(),
		writes: noAnswers(),
		salt: rulings,
		recorder: null,
		reaching: null,
	};
}

let rulings = 0;

function noAnswers(): Answers {
	return { plain: new Map(), others: new Map() };
}

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
	shelves = emptyShelves();
	kept = 0;
}
