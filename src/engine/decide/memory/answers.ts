import { isMemoryOn } from "../../../memory/index.ts";
import type {
	CommandRequest,
	Decision,
	Facts,
	Origins,
	PathRequest,
	Places,
	Request,
	Resolution,
	TargetRequest,
	Terms,
	ToolRequest,
	Writ,
} from "../../language/index.ts";
import type { CompareWish } from "../check-spawn.ts";
import { type Look, lookOnce } from "../look-once.ts";
import { otherThanCommand, otherThanPath, otherThanTarget, otherThanTool } from "../read-request.ts";
import { isEmpty } from "../tool-context.ts";
import { planTool } from "../tool-plan.ts";

/** Decides one request under one writ, with facts under which the disk says one thing. */
export type Judge = (writ: Writ, request: Request, facts: Facts, compare: CompareWish | undefined) => Decision;

/** A judge that can be asked: what it sees of the disk is looked at once. */
export function lookingOnce(judge: Judge): Judge {
	return (writ, request, facts, compare) => judge(writ, request, lookOnce(facts).facts, compare);
}

/**
 * The same, but what it has judged before it does not judge again. Agents ask the same things over and over, so most answers are found
 * here; without it every answer is the same and takes longer (test/decide/memory.test.ts).
 *
 * INVARIANT: an answer is given again only under the same terms, places, origins and kind of facts, and only while the disk says in every
 * word what it said before. Answers that rest on grants, edges, relatives, counters or the approver are not remembered, and none that looked
 * into a directory (test/decide/kept.test.ts).
 */
export function remember(judge: Judge): Judge {
	const afresh = lookingOnce(judge);
	return (writ, request, facts, compare) => {
		if (!isMemoryOn() || (facts.grants !== undefined && facts.grants.length > 0) || facts.environment !== undefined)
			return afresh(writ, request, facts, compare);
		switch (request.kind) {
			case "path":
				return rememberPath(judge, writ, request, facts);
			case "command":
				return rememberCommand(judge, writ, request, facts);
			case "tool":
				return rememberTool(judge, writ, request, facts);
			case "target":
				return rememberTarget(judge, writ, request, facts);
			default:
				return afresh(writ, request, facts, compare);
		}
	};
}

// SECURITY: each member is read once, and what is judged is what was read: a getter could say something else the next time.

function rememberPath(judge: Judge, writ: Writ, request: PathRequest, facts: Facts): Decision {
	if (otherThanPath(request) !== null) return judgeAgain(judge, writ, request, facts);
	const { operation, path, to, cwd } = request;
	const answers = answersFor(writ, facts);
	const known = operation === "write" ? answers.writes : operation === "read" ? answers.reads : null;
	if (known === null || typeof path !== "string" || to !== undefined || cwd !== undefined)
		return judgeAgain(judge, writ, { kind: "path", operation, path, ...(to === undefined ? {} : { to }), ...at(cwd) }, facts);
	const plain = known.plain.get(path);
	if (plain !== undefined && isPlainFile(path, facts.resolve?.(path, answers.workspace))) return plain;
	const answer = known.others.get(path);
	if (answer !== undefined && stillHolds(answer, facts)) return answer.decision;
	const { decision, looks } = judgeSeeing(judge, writ, { kind: "path", operation, path }, facts, answers, path);
	const [first, second] = looks ?? [];
	if (first !== undefined && second === undefined && first.path === path && isPlainFile(path, first.resolution))
		put(known.plain, path, decision);
	else if (looks !== null) put(known.others, path, { decision, looks });
	return decision;
}

function rememberCommand(judge: Judge, writ: Writ, request: CommandRequest, facts: Facts): Decision {
	if (otherThanCommand(request) !== null) return judgeAgain(judge, writ, request, facts);
	const { command, cwd } = request;
	if (typeof command !== "string" || cwd !== undefined) return judgeAgain(judge, writ, { kind: "command", command, ...at(cwd) }, facts);
	const answers = answersFor(writ, facts);
	const answer = answers.commands.get(command);
	if (answer !== undefined && stillHolds(answer, facts)) return answer.decision;
	const { decision, looks } = judgeSeeing(judge, writ, { kind: "command", command }, facts, answers, command);
	if (looks !== null) put(answers.commands, command, { decision, looks });
	return decision;
}

function rememberTool(judge: Judge, writ: Writ, request: ToolRequest, facts: Facts): Decision {
	if (otherThanTool(request) !== null) return judgeAgain(judge, writ, request, facts);
	const { tool, input, cwd } = request;
	if (typeof tool !== "string" || cwd !== undefined || !isPlainlyEmpty(input))
		return judgeAgain(judge, writ, { kind: "tool", tool, input, ...at(cwd) }, facts);
	const answers = answersFor(writ, facts);
	const answer = answers.tools.get(tool);
	if (answer !== undefined && stillHolds(answer, facts)) return answer.decision;
	if (reachesAgents(writ.terms, tool)) return judgeAgain(judge, writ, { kind: "tool", tool, input }, facts);
	const { decision, looks } = judgeSeeing(judge, writ, { kind: "tool", tool, input }, facts, answers, tool);
	if (looks !== null) put(answers.tools, tool, { decision, looks });
	return decision;
}

function rememberTarget(judge: Judge, writ: Writ, request: TargetRequest, facts: Facts): Decision {
	if (otherThanTarget(request) !== null) return judgeAgain(judge, writ, request, facts);
	const { tool, target } = request;
	// INVARIANT: edges are asked every time.
	if (typeof tool !== "string" || typeof target !== "string" || facts.edges !== undefined)
		return judgeAgain(judge, writ, { kind: "target", tool, target }, facts);
	const answers = answersFor(writ, facts);
	const known = answers.targets.get(tool)?.get(target);
	if (known !== undefined) return known;
	if (!isSameForAll(writ.terms, tool)) return judgeAgain(judge, writ, { kind: "target", tool, target }, facts);
	const { decision, looks } = judgeSeeing(judge, writ, { kind: "target", tool, target }, facts, answers, target);
	if (looks !== null) put(innerMap(answers.targets, tool), target, decision);
	return decision;
}

function judgeAgain(judge: Judge, writ: Writ, request: Request, facts: Facts): Decision {
	return judge(writ, request, lookOnce(facts).facts, undefined);
}

function at(cwd: string | undefined): { readonly cwd?: string } {
	return cwd === undefined ? {} : { cwd };
}

/** A decision with what the disk said when it was made. */
interface Answer {
	readonly decision: Decision;
	readonly looks: readonly Look[];
}

type AnswersTo = Map<string, Answer>;

/** Answers that hold while the path is a plain file, which most are, and the others. */
interface PathAnswers {
	readonly plain: Map<string, Decision>;
	readonly others: AnswersTo;
}

/** What was answered under one set of terms at one set of places; agents that share them share it. */
interface Answers {
	readonly places: Places;
	/** Reasons show where rules were written. */
	readonly origins: Origins;
	/** Where a relative path begins unless the request says otherwise. */
	readonly workspace: string;
	/** Distinguishes what was asked here from what was asked elsewhere. */
	readonly salt: number;
	readonly tools: AnswersTo;
	readonly commands: AnswersTo;
	readonly reads: PathAnswers;
	readonly writes: PathAnswers;
	/** By the tool that reaches them. */
	readonly targets: Map<string, Map<string, Decision>>;
}

/** Agents in one workspace ask for the same answers in turn. */
interface Shelf {
	last: Answers;
	readonly byPlaces: WeakMap<Places, Answers>;
}

type Shelves = WeakMap<Terms, Shelf>;

/** One for each kind of facts: with or without the two views of the disk, a sandbox that hides blocked paths, and one that confines. */
const emptyShelves = (): readonly Shelves[] => Array.from({ length: 16 }, () => new WeakMap());
let shelves = emptyShelves();

function kindOf({ resolve, list, masked, confined }: Facts): number {
	return (resolve === undefined ? 0 : 1) + (list === undefined ? 0 : 2) + (masked === true ? 4 : 0) + (confined === true ? 8 : 0);
}

function answersFor({ terms, places, origins }: Writ, facts: Facts): Answers {
	const byTerms = shelves[kindOf(facts)];
	const shelf = byTerms?.get(terms);
	if (shelf !== undefined && shelf.last.places === places && shelf.last.origins === origins) return shelf.last;
	const known = shelf?.byPlaces.get(places);
	const answers = known?.origins === origins ? known : makeAnswers(places, origins);
	if (shelf === undefined) byTerms?.set(terms, { last: answers, byPlaces: new WeakMap([[places, answers]]) });
	else {
		shelf.last = answers;
		if (answers !== known) shelf.byPlaces.set(places, answers);
	}
	return answers;
}

let made = 0;

function makeAnswers(places: Places, origins: Origins): Answers {
	count(EMPTY);
	return {
		places,
		origins,
		workspace: places.written.workspace ?? "/",
		salt: ++made,
		tools: new Map(),
		commands: new Map(),
		reads: { plain: new Map(), others: new Map() },
		writes: { plain: new Map(), others: new Map() },
		targets: new Map(),
	};
}

/** In one map, and in all of them: at most about half a kilobyte each. */
const MOST_ANSWERS = 4_096;
const MOST_IN_ALL = 65_536;
const LONGEST_TEXT = 512;
/** What a set without answers weighs, in answers: agents may have a workspace each. */
const EMPTY = 4;
/** More questions to the disk take as long as judging again. */
const MOST_LOOKS = 4;

let remembered = 0;

function count(answers: number): void {
	remembered += answers;
	if (remembered < MOST_IN_ALL) return;
	shelves = emptyShelves();
	remembered = 0;
}

/** A decision, and what it saw of the disk; `null` = it cannot be given again. */
interface Seen {
	readonly decision: Decision;
	readonly looks: readonly Look[] | null;
}

/** Judges, and tells what the answer rests on if it was asked for before: most of what is asked once never comes back. */
function judgeSeeing(judge: Judge, writ: Writ, request: Request, facts: Facts, { salt }: Answers, key: string): Seen {
	if (key.length > LONGEST_TEXT || !wasAskedBefore(key, salt)) return { decision: judgeAgain(judge, writ, request, facts), looks: null };
	const sight = lookOnce(keyedFacts(facts));
	const decision = judge(writ, request, sight.facts, undefined);
	const { looks, listings } = sight;
	if (listings !== null || looks.length > MOST_LOOKS || !mayBeRemembered(decision)) return { decision, looks: null };
	return { decision, looks: looks.length === 0 ? NO_LOOKS : looks.map(copy) };
}

function put<Answered>(map: Map<string, Answered>, key: string, answer: Answered): void {
	if (map.size >= MOST_ANSWERS) map.clear();
	map.set(key, answer);
	count(1);
}

/** The numbers of what was asked once, in groups of four; the text itself is not remembered. A newer one takes the place of an older. */
const asked = new Int32Array(65_536);
const GROUP = 4;
let turn = 0;

/**
 * Whether a text was asked about before under these terms; from now on it was. It may be forgotten, and another one may have its number:
 * so this says what is worth remembering, and no answer depends on it.
 */
function wasAskedBefore(text: string, salt: number): boolean {
	let number = salt;
	for (let at = 0; at < text.length; at++) number = Math.imul(number ^ text.charCodeAt(at), 0x0100_0193);
	number = Math.imul(number ^ (number >>> 15), 0x2c1b_3c6d) | 1;
	const first = (number >>> 16) & -GROUP;
	// Another place of the group each time, so that texts of one group do not keep pushing each other out.
	turn = (turn + 1) % GROUP;
	let place = first + turn;
	for (let at = first; at < first + GROUP; at++) {
		if (asked[at] === number) return true;
		if (asked[at] === 0) place = at;
	}
	asked[place] = number;
	return false;
}

const NO_LOOKS: readonly Look[] = [];
/** Whether the disk says that an absolute path is a file with one name, exactly there. */
function isPlainFile(path: string, resolution: Resolution | undefined): boolean {
	return (
		resolution?.ok === true &&
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

/** The caller that made the resolution may change it later. */
function copy({ path, directory, resolution }: Look): Look {
	return { path, directory, resolution: { ...resolution } };
}

/** INVARIANT: a fact that does not tell one kind of facts from another is not handed on, so that no remembered answer can rest on it. */
function keyedFacts({ resolve, list, masked, confined, approver }: Facts): Facts {
	const facts: { -readonly [Key in keyof Facts]: Facts[Key] } = {};
	if (resolve !== undefined) facts.resolve = resolve;
	if (list !== undefined) facts.list = list;
	if (masked === true) facts.masked = masked;
	if (confined === true) facts.confined = confined;
	// What the approver settles is not remembered.
	if (approver !== undefined) facts.approver = approver;
	return facts;
}

/** Whether a decision rests on nothing but the rules and what was looked at; an `ask` is the approver's to settle. */
function mayBeRemembered({ effect, reasons }: Decision): boolean {
	return effect === "allow" || (effect === "deny" && reasons[0].code !== "no-approver");
}

/** The disk is asked again, in the same words. */
function stillHolds({ looks }: Answer, { resolve }: Facts): boolean {
	if (looks === NO_LOOKS) return true;
	for (let at = 0; at < looks.length; at++) {
		const look = looks[at];
		if (look === undefined || resolve === undefined || !isSame(look.resolution, resolve(look.path, look.directory))) return false;
	}
	return true;
}

/** Whether the disk said the same twice, in every member; mostly `entry`, `written` and `real` are one text, which is then compared once. */
function isSame(known: Resolution, now: Resolution): boolean {
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

/** The arguments of a call that has none, and inherits none. */
function isPlainlyEmpty(input: Readonly<Record<string, unknown>>): boolean {
	return typeof input === "object" && input !== null && Object.getPrototypeOf(input) === Object.prototype && isEmpty(input);
}

/** Whether a call of the tool without arguments depends on who may be reached. */
function reachesAgents({ tools }: Terms, tool: string): boolean {
	return (planTool(tools, tool, false).entry?.targets?.length ?? 0) > 0;
}

/** Whether who may be reached by the tool is a matter of ids alone, and not of the agent's own parent and children. */
function isSameForAll(
	{
		tools,
		messaging: {
			allowed_targets: { targets, within },
		},
	}: Terms,
	tool: string,
): boolean {
	const { allowed, disallowed, ask, permissions } = planTool(tools, tool, false);
	const open = disallowed.first === null && ask.first === null && permissions.length === 0 && allowed.every(({ whole }) => whole !== null);
	return open && within.length === 0 && targets.every((set) => typeof set === "object");
}

function innerMap(maps: Map<string, Map<string, Decision>>, key: string): Map<string, Decision> {
	let inner = maps.get(key);
	if (inner === undefined) maps.set(key, (inner = new Map()));
	return inner;
}
