import { basename, dirname, join, posix } from "node:path";
import type { JudgedPart } from "../../src/engine/commands/index.ts";
import { decideObserved } from "../../src/engine/decide/index.ts";
import { isBelow, type Surroundings } from "./box.ts";
import { LINKS, ROOT, realPlace, TREES } from "./fixture.ts";
import { type Disagreement, DONE, factsOf, isOfEveryProcess } from "./oracle.ts";
import type { Policy } from "./policies.ts";
import type { FileEvent, TraceEvent } from "./trace.ts";

/** What the engine said of a text, and all that it looked at on the way. */
export interface Heard {
	readonly allowed: boolean;
	readonly parts: readonly JudgedPart[];
	/** The rows of the language that the text is made of. */
	readonly forms: ReadonlySet<string>;
}

/** Asks a policy about a text as `decide` does, and listens. */
export function listen(policy: Policy, command: string, surroundings: Surroundings): Heard {
	const parts: JudgedPart[] = [];
	const forms = new Set<string>();
	const observer = { part: (part: JudgedPart) => void parts.push(part), form: (id: string) => void forms.add(id) };
	const { effect } = decideObserved(policy.writ, { kind: "command", command, cwd: ROOT }, factsOf(policy, surroundings), observer);
	return { allowed: effect === "allow", parts, forms };
}

/** What really happened and is not one of the parts that were judged. */
export function judgeParts(policy: Policy, parts: readonly JudgedPart[], events: readonly TraceEvent[]): readonly Disagreement[] {
	const found: Disagreement[] = [];
	const made = written(parts).flatMap(placesOf);
	for (const event of events) {
		if (event.kind === "run") {
			if (!parts.some((part) => part.kind === "command" && isRun(part, event, made)))
				found.push({ policy: policy.name, kind: "not-judged", did: `ran ${JSON.stringify(event.words)} in ${event.cwd}` });
		} else if (!isOfEveryProcess(event) && !parts.some((part) => part.kind !== "command" && isFile(part, event)) && !isOwn(parts, event))
			found.push({ policy: policy.name, kind: "not-judged", did: `${event.by} ${DONE[event.kind]} ${event.path}` });
	}
	return found;
}

type Command = Extract<JudgedPart, { kind: "command" }>;
type Word = Command["words"][number];

function isRun({ words, directories }: Command, event: Extract<TraceEvent, { kind: "run" }>, made: readonly string[]): boolean {
	// A file that the text itself was judged to write is found by a pattern that stands after it.
	const isMade = (word: string): boolean => made.includes(posix.resolve(event.cwd, word));
	return standFor(words, event.words, isMade) && directories.some((directory) => realPlace(directory) === event.cwd);
}

/** Whether judged words cover real ones. */
function standFor(judged: readonly Word[], real: readonly string[], isMade: (word: string) => boolean): boolean {
	const [word, ...rest] = judged;
	if (word === undefined) return real.length === 0;
	const [first, ...others] = real;
	if (first !== undefined && (mayBe(word, first) || (word.found !== null && isMade(first)))) {
		if (standFor(rest, others, isMade)) return true;
		if (isMany(word) && standFor(judged, others, isMade)) return true;
	}
	return isMany(word) && standFor(rest, real, isMade);
}

/** A pattern may also find nothing. */
function isMany({ open, found, below }: Word): boolean {
	return open || found !== null || below !== null;
}

function mayBe({ text, lead, open, found, below, digits, pipe }: Word, real: string): boolean {
	if (text !== null) return text === real;
	if (pipe) return /^\/dev\/fd\/\d+$/.test(real);
	// What lies outside the trees of the fixture is the machine's own, and anybody may look at it.
	if (found !== null) return found.includes(real) || (real.startsWith("/") && !isBelow(real, TREES));
	if (below !== null) return below.starts.some((start) => isBelow(posix.resolve(ROOT, real), [posix.resolve(ROOT, start)]));
	if (digits) return /^-?\d*$/.test(real);
	return open || real.startsWith(lead);
}

type Place = Exclude<JudgedPart, { kind: "command" }>;

/** A list of names is read, and what is deleted is written. */
const USES: Readonly<Record<FileEvent["kind"], readonly Place["kind"][]>> = {
	read: ["read"],
	list: ["read", "list"],
	write: ["write"],
	delete: ["write"],
	enter: ["enter"],
};

function isFile(part: Place, event: FileEvent): boolean {
	if (!USES[event.kind].includes(part.kind)) return false;
	if (part.path === null) return true;
	const reached = [event.path, entryPlace(event.path)];
	return placesOf(part).some((place) => reached.includes(place) || (part.tree && isBelow(event.path, [place])));
}

/** Where a judged path may be: what it leads to, and the name itself. */
function placesOf({ path, directories }: Place): readonly string[] {
	if (path === null) return [];
	return directories.flatMap((directory) => {
		const written = posix.resolve(directory, path);
		return [realPlace(written), entryPlace(written)];
	});
}

/** What a program does by itself besides what it is told, as narrowly as it is known. */
function isOwn(parts: readonly JudgedPart[], event: FileEvent): boolean {
	// A pattern over a directory finds what the text itself was judged to write there; whether it may be read is asked by itself.
	if (event.kind === "read" && written(parts).some((part) => placesOf(part).includes(event.path)) && isListed(parts, dirname(event.path)))
		return true;
	switch (event.by) {
		// The script that it was told to run in itself.
		case "bash":
			return event.kind === "read" && parts.some((part) => isSourced(part, event.path));
		// It keeps the directory where it began open, and goes back to it.
		case "find":
			return (event.kind === "read" || event.kind === "enter") && parts.some((part) => standsAt(part, "find", event.path));
		// `mkdir -p a/b` goes into `a`, and makes it where it is not there.
		case "mkdir":
			return event.kind !== "delete" && written(parts).some((part) => placesOf(part).some((place) => isBelow(place, [event.path])));
		// To remove a tree it reads the names in it.
		case "rm":
			return event.kind === "list" && written(parts).some((part) => part.tree && isFile({ ...part, kind: "list" }, event));
		// What lies in a directory goes where the directory goes; each file is asked about by itself.
		case "cp":
			return (
				event.kind === "write" &&
				hasOption(parts, "cp", /^-\w*[arR]/) &&
				written(parts).some((part) => isFile({ ...part, tree: true }, event))
			);
		// With `-R` it goes where links in the tree lead; whether that may be read is asked by itself.
		case "grep":
			return (
				(event.kind === "read" || event.kind === "list") &&
				hasOption(parts, "grep", /^-\w*R|^--dereference-recursive$/) &&
				[...LINKS].some(
					([link, place]) =>
						isBelow(event.path, [place]) &&
						parts.some((part) => part.kind === "read" && part.tree && isFile(part, { ...event, path: link })),
				)
			);
		default:
			return false;
	}
}

const isListed = (parts: readonly JudgedPart[], directory: string): boolean =>
	parts.some((part) => part.kind === "list" && placesOf(part).includes(directory));
const written = (parts: readonly JudgedPart[]): readonly Place[] => parts.flatMap((part) => (part.kind === "write" ? [part] : []));

function hasOption(parts: readonly JudgedPart[], program: string, option: RegExp): boolean {
	return parts.some(
		(part) => part.kind === "command" && part.words[0]?.text === program && part.words.some(({ text }) => option.test(text ?? "")),
	);
}

function isSourced(part: JudgedPart, path: string): boolean {
	if (part.kind !== "command" || !/^(?:source|\.)$/.test(part.words[0]?.text ?? "")) return false;
	const [, script] = part.words;
	return part.directories.some((directory) => realPlace(posix.resolve(directory, script?.text ?? "")) === path);
}

/** Whether a program was judged as one that is started there. */
function standsAt(part: JudgedPart, program: string, place: string): boolean {
	return part.kind === "command" && part.words[0]?.text === program && part.directories.some((directory) => realPlace(directory) === place);
}

/** Where a name itself stands, whatever it leads to. */
function entryPlace(path: string): string {
	return join(realPlace(dirname(path)), basename(path));
}
