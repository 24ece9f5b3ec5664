import { posix } from "node:path";

/** What a process really did. Paths are absolute: where the kernel ended up when it worked, as asked when it did not. */
export type TraceEvent =
	| {
			readonly kind: "run";
			/** The file that was started. */
			readonly path: string;
			readonly words: readonly string[];
			readonly environment: readonly string[];
			readonly cwd: string;
	  }
	| {
			readonly kind: "read" | "list" | "write" | "delete" | "enter";
			readonly path: string;
			readonly cwd: string;
			readonly by: string;
			readonly worked: boolean;
	  };

/** Something done with a file or a directory. */
export type FileEvent = Exclude<TraceEvent, { kind: "run" }>;

/** System calls that the trace must show; `?` = where the machine has it. */
export const TRACED = [
	"execve,execveat,?open,openat,?openat2,?creat,?chdir,fchdir,?clone,?clone3,?fork,?vfork,?unlink,unlinkat,?rename,?renameat,?renameat2,?mkdir,mkdirat",
	"?rmdir,?link,linkat,?symlink,symlinkat,truncate,?chmod,fchmodat,?chown,?lchown,fchownat,?mknod,mknodat,?utime,?utimes,utimensat",
].join(",");

/** A line of the trace: a call that returned, one that did not yet, or the end of a process. */
export interface TraceLine {
	readonly process: number;
	/** Empty for the end of a process. */
	readonly call: string;
	readonly part: "whole" | "begun" | "resumed";
	readonly words: string;
	readonly result: string;
}

const WHOLE = /^(\d+) +(\w+)\((.*)\) += (.*)$/s;
const UNFINISHED = /^(\d+) +(\w+)\((.*?) ?<unfinished \.\.\.>$/s;
const RESUMED = /^(\d+) +<\.\.\. (\w+) resumed>(.*)\) += (.*)$/s;
const ENDED = /^(\d+) +\+\+\+ (?:exited|killed|superseded)/;

/** Puts the two halves of an interrupted call together (the first is given, too); a line that is not ours gives nothing. */
export function lineReader(): (line: string) => TraceLine | undefined {
	const begun = new Map<string, string>();
	return (line) => {
		const whole = WHOLE.exec(line);
		if (whole !== null) return traceLine("whole", whole);
		const ended = ENDED.exec(line);
		if (ended !== null) return traceLine("whole", ended);
		const first = UNFINISHED.exec(line);
		if (first !== null) {
			begun.set(`${first[1]} ${first[2]}`, first[3] ?? "");
			return traceLine("begun", first);
		}
		const second = RESUMED.exec(line);
		if (second === null) return undefined;
		const [, process, call, rest, result] = second;
		return { ...traceLine("resumed", second), words: (begun.get(`${process} ${call}`) ?? "") + (rest ?? ""), result: result ?? "" };
	};
}

function traceLine(part: TraceLine["part"], [, process, call = "", words = "", result = ""]: RegExpExecArray): TraceLine {
	return { process: Number(process), call, part, words, result };
}

/** Whether a call makes a process. */
export function makesProcess({ call }: TraceLine): boolean {
	return call === "clone" || call === "clone3" || call === "fork" || call === "vfork";
}

/** The process that a call made, as the sandbox numbers it. */
export function madeProcess(line: TraceLine): number | undefined {
	const made = line.part !== "begun" && makesProcess(line) ? /^\d+/.exec(line.result)?.[0] : undefined;
	return made === undefined ? undefined : Number(made);
}

/**
 * The tracer's number of each process by the sandbox's: processes are numbered in the order in which they are made on both sides, and every
 * one of them leaves at least the line of its end.
 */
function numbersOf(lines: readonly TraceLine[], first: number, firstInside: number): ReadonlyMap<number, number> {
	const inside = new Set([firstInside]);
	const outside = new Set([first]);
	for (const line of lines) {
		outside.add(line.process);
		const made = madeProcess(line);
		if (made !== undefined) inside.add(made);
	}
	// Numbers start again from below when they are used up.
	const inOrder = (numbers: Set<number>, from: number): number[] => [...numbers].toSorted((one, two) => rank(one, from) - rank(two, from));
	const ordered = inOrder(outside, first);
	return new Map(inOrder(inside, firstInside).flatMap((number, index) => (ordered[index] === undefined ? [] : [[number, ordered[index]]])));
}

const rank = (number: number, from: number): number => (number < from ? number + 2 ** 32 : number);

interface Process {
	cwd: string;
	by: string;
}

/** Where the trace of a text begins. */
export interface TraceStart {
	/** The process that becomes the shell, as the tracer and as the sandbox number it. */
	readonly first: number;
	readonly firstInside: number;
	/** How many programs it is before the text begins; what it does until then is the harness's own. */
	readonly skip: number;
	readonly cwd: string;
	readonly follow: Follow;
}

/** The real place behind a path that may lead through links. */
type Follow = (path: string) => string;

/** The events of one text from its lines. */
export function readTrace(lines: readonly TraceLine[], { first, firstInside, skip, cwd, follow }: TraceStart): readonly TraceEvent[] {
	const numbers = numbersOf(lines, first, firstInside);
	const made = (line: TraceLine): number | undefined => numbers.get(madeProcess(line) ?? -1);
	const parents = new Map<number, number>();
	for (const line of lines) {
		const child = made(line);
		if (child !== undefined) parents.set(child, line.process);
	}
	const processes = new Map<number, Process>([[first, { cwd, by: "bash" }]]);
	const processOf = (id: number): Process => {
		const known = processes.get(id);
		if (known !== undefined) return known;
		const parent = parents.get(id);
		const fresh = { cwd, by: "?" };
		// Known before its maker is looked up: a trace that was cut off may number its last processes wrongly.
		processes.set(id, fresh);
		return parent === undefined ? fresh : Object.assign(fresh, processOf(parent));
	};
	const events: TraceEvent[] = [];
	let left = skip;
	for (const line of lines) {
		// Known from its maker's line on, since the maker may go elsewhere before the new process does anything.
		const child = made(line);
		if (child !== undefined) processOf(child);
		if (line.call === "" || line.part === "begun" || makesProcess(line)) continue;
		const process = processOf(line.process);
		if (left > 0) {
			if (line.process === first && line.call === "execve" && line.result.startsWith("0")) left--;
			continue;
		}
		events.push(...eventsOf(line, process, follow));
	}
	return events;
}

function eventsOf(line: TraceLine, process: Process, follow: Follow): readonly TraceEvent[] {
	const worked = !line.result.startsWith("-1") && !line.result.startsWith("?");
	// What was not there, or was there already, is as it was.
	if (/^-1 (EEXIST|ENOENT|ENOTDIR|ENOTEMPTY)/.test(line.result) && !/^(open|creat)/.test(line.call)) return [];
	const words = readWords(line.words);
	// The tracer asks the kernel where the process stands whenever it prints it.
	if (words[0]?.text === "AT_FDCWD" && words[0].place !== undefined) process.cwd = words[0].place;
	const at = (base: Word | undefined, path: Word | undefined): string => posix.resolve(base?.place ?? process.cwd, path?.text ?? "");
	const file: MakeEvent = (kind, path) => ({
		kind,
		path,
		cwd: process.cwd,
		by: process.by,
		worked,
	});
	switch (line.call) {
		case "execve":
		case "execveat": {
			const [path, argv, environment] = line.call === "execve" ? words : words.slice(1);
			if (!worked) return [];
			const full = line.call === "execve" ? at(undefined, path) : at(words[0], path);
			process.by = argv?.list?.[0] ?? full;
			return [{ kind: "run", path: full, words: argv?.list ?? [], environment: environment?.list ?? [], cwd: process.cwd }];
		}
		case "chdir":
			if (!worked) return [];
			process.cwd = follow(at(undefined, words[0]));
			return [file("enter", process.cwd)];
		case "fchdir":
			if (!worked || words[0]?.place === undefined) return [];
			process.cwd = words[0].place;
			return [file("enter", process.cwd)];
		case "open":
			return opened(file, words[1]?.text ?? "", reached(line.result) ?? at(undefined, words[0]), worked);
		case "openat":
		case "openat2":
			return opened(file, words[2]?.text ?? "", reached(line.result) ?? at(words[0], words[1]), worked);
		case "creat":
			return [file("write", reached(line.result) ?? at(undefined, words[0]))];
		case "unlink":
		case "rmdir":
			return [file("delete", at(undefined, words[0]))];
		case "unlinkat":
			return [file("delete", at(words[0], words[1]))];
		case "rename":
			return [file("delete", at(undefined, words[0])), file("write", at(undefined, words[1]))];
		case "renameat":
		case "renameat2":
			return [file("delete", at(words[0], words[1])), file("write", at(words[2], words[3]))];
		case "link":
		case "symlink":
			return [file("write", at(undefined, words[1]))];
		case "linkat":
			return [file("write", at(words[2], words[3]))];
		case "symlinkat":
			return [file("write", at(words[1], words[2]))];
		case "utimensat":
			// Without a name it is about a file that was opened for writing before.
			return words[1]?.text === "NULL" ? [] : [file("write", at(words[0], words[1]))];
		case "mkdirat":
		case "fchmodat":
		case "fchownat":
		case "mknodat":
			return [file("write", at(words[0], words[1]))];
		default:
			return [file("write", at(undefined, words[0]))];
	}
}

type MakeEvent = (kind: FileEvent["kind"], path: string) => TraceEvent;

function opened(file: MakeEvent, flags: string, path: string, worked: boolean): readonly TraceEvent[] {
	if (/O_(WRONLY|RDWR|CREAT|TRUNC)/.test(flags))
		return flags.includes("O_RDWR") ? [file("read", path), file("write", path)] : [file("write", path)];
	// What is not there cannot be read.
	if (!worked || flags.includes("O_PATH")) return [];
	return [file(flags.includes("O_DIRECTORY") ? "list" : "read", path)];
}

/** The place behind a descriptor that a call gave back: `3</ws/a>`. */
function reached(result: string): string | undefined {
	const place = /^\d+<(.*)>/s.exec(result)?.[1];
	return place === undefined ? undefined : plainText(place.replace(/ ?\(deleted\)$/, ""));
}

interface Word {
	/** The text of a string, else what was printed. */
	readonly text: string;
	/** The strings of a list. */
	readonly list?: readonly string[];
	/** The place behind a descriptor. */
	readonly place?: string;
}

/** The arguments of a call as strace prints them: strings, lists of strings, descriptors with their places, the rest as it stands. */
export function readWords(text: string): readonly Word[] {
	const words: Word[] = [];
	let at = 0;
	const skipTo = (pattern: RegExp): void => {
		while (at < text.length && !pattern.test(text[at] ?? "")) at++;
	};
	const string = (): string => {
		const start = ++at;
		while (at < text.length && text[at] !== '"') at += text[at] === "\\" ? 2 : 1;
		return plainText(text.slice(start, at++));
	};
	while (at < text.length) {
		if (text[at] === '"') {
			words.push({ text: string() });
		} else if (text[at] === "[") {
			const list: string[] = [];
			for (at++; at < text.length && text[at] !== "]"; ) {
				if (text[at] === '"') list.push(string());
				else at++;
			}
			words.push({ text: "", list });
		} else {
			const start = at;
			skipTo(/[,<]/);
			const printed = text.slice(start, at);
			if (text[at] === "<" && /^(\d+|AT_FDCWD)$/.test(printed)) {
				const end = text.indexOf(">", at);
				words.push({ text: printed, place: plainText(text.slice(at + 1, end)).replace(/ ?\(deleted\)$/, "") });
				at = end;
			} else {
				words.push({ text: printed });
			}
		}
		skipTo(/,/);
		at += 2;
	}
	return words;
}

const NAMED: Readonly<Record<string, number>> = { n: 10, t: 9, r: 13, v: 11, f: 12, a: 7, b: 8, e: 27, "\\": 92, '"': 34 };

/** Undoes the escapes of strace; what is not UTF-8 becomes the replacement character. */
function plainText(text: string): string {
	if (!text.includes("\\")) return text;
	const bytes: number[] = [];
	for (let at = 0; at < text.length; at++) {
		if (text[at] !== "\\") {
			bytes.push(...Buffer.from(text[at] ?? ""));
			continue;
		}
		const octal = /^[0-7]{1,3}/.exec(text.slice(at + 1, at + 4))?.[0];
		if (octal !== undefined) {
			bytes.push(Number.parseInt(octal, 8));
			at += octal.length;
		} else {
			at++;
			bytes.push(NAMED[text[at] ?? ""] ?? text.codePointAt(at) ?? 0);
		}
	}
	return Buffer.from(bytes).toString("utf8");
}
