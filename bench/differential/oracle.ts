import { basename } from "node:path";
import { decide, type Facts, type Request } from "../../src/engine/index.ts";
import { isBelow, SURROUNDINGS, type Surroundings } from "./box.ts";
import { factsWith, ROOT, TREES } from "./fixture.ts";
import type { Policy } from "./policies.ts";
import { PROGRAMS_FOLDER } from "./programs.ts";
import type { FileEvent, TraceEvent } from "./trace.ts";

/** Something that an allowed text did and that nobody allowed. */
export interface Disagreement {
	readonly policy: string;
	readonly kind: "ran" | "ran-other" | "read" | "listed" | "wrote" | "deleted" | "not-judged";
	/** What it did, in one line. */
	readonly did: string;
}

/** Whether a policy allows a text as it stands. */
export function allows(policy: Policy, command: string, surroundings: Surroundings): boolean {
	return decide(policy.writ, { kind: "command", command, cwd: ROOT }, factsOf(policy, surroundings)).effect === "allow";
}

const FACTS = new Map<string, Facts>();

/** What the engine is told, for a shell that is set up in this way. */
export function factsOf({ confined }: Policy, surroundings: Surroundings): Facts {
	const key = `${surroundings} ${confined}`;
	const known = FACTS.get(key);
	if (known !== undefined) return known;
	const names = [...BASE, ...SURROUNDINGS[surroundings]].map((entry) => entry.slice(0, entry.indexOf("=")));
	const facts = factsWith(names, confined);
	FACTS.set(key, facts);
	return facts;
}

/** What of the events a policy would not have allowed, asked by itself. */
export function judgeEvents(policy: Policy, events: readonly TraceEvent[], surroundings: Surroundings): readonly Disagreement[] {
	const found: Disagreement[] = [];
	for (const event of events) {
		const wrong = event.kind === "run" ? judgeRun(policy, event, surroundings) : judgeFile(policy, event, surroundings);
		if (wrong !== undefined) found.push({ policy: policy.name, ...wrong });
	}
	return found;
}

type Wrong = Omit<Disagreement, "policy"> | undefined;

/** A program must be allowed with just these words, and be the one that the PATH gives. */
function judgeRun(policy: Policy, event: Extract<TraceEvent, { kind: "run" }>, surroundings: Surroundings): Wrong {
	const [name = "", ...words] = event.words;
	const did = `ran ${JSON.stringify(event.words)} (${event.path}) in ${event.cwd}`;
	// What is fed to it decides, and what it starts with that is seen by itself.
	if (name === "xargs" && words[0] === "-0") return undefined;
	const system = isBelow(event.path, [PROGRAMS_FOLDER, "/usr", "/bin"]);
	if (!system && !name.includes("/")) return { kind: "ran-other", did };
	const names = system && basename(name) !== basename(event.path) ? [name, basename(event.path)] : [name];
	const variables = changedVariables(event.environment, surroundings);
	for (const each of names) {
		const command = [...variables, ...[each, ...words.map(nameable)].map(quote)].join(" ");
		// A program that has the name of a built-in can only be written behind a launcher.
		const behind = [...variables, "env", ...[each, ...words.map(nameable)].map(quote)].join(" ");
		const requests = BUILT_INS.has(each) ? [command, behind] : [command];
		if (!requests.some((request) => asked(policy, { kind: "command", command: request, cwd: event.cwd }, surroundings)))
			return { kind: "ran", did: variables.length === 0 ? did : `${did} with ${variables.join(" ")}` };
	}
	return undefined;
}

const BUILT_INS = new Set(["kill", "echo", "printf", "pwd", "true", "false", "test", "["]);

const LONGEST_PATH = 4_095;

/** Words that nobody can write as paths: the pipe of `<( )`, whose commands are judged, and what is empty or too long to name a file. */
function nameable(word: string): string {
	if (Buffer.byteLength(word) > LONGEST_PATH) return "nope";
	// A directory of the machine that the fixture does not have, and that holds nothing by itself.
	if (word === "/proc") return "/usr";
	// An option whose value came to nothing names no file either.
	if (/^--[a-z0-9-]+=$/.test(word)) return `${word}nope`;
	if (word === "" || /^\/dev\/fd\/\d+$/.test(word)) return word === "" ? "nope" : "/dev/null";
	// What a program printed may hold anything; nobody writes it into a text.
	// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is meant.
	return word.replaceAll(/[\0-\x08\x0b-\x1f\x7f-\x9f\ufffd]/g, "_");
}

/** What the shell itself keeps up to date. */
const KEPT = new Set(["_", "PWD", "OLDPWD", "SHLVL"]);
const BASE = ["PATH=/programs", "HOME=/home/dev", "USER=dev"];

/** Variables that reach a program and that the shell did not get, as prefixes of a command. */
function changedVariables(environment: readonly string[], surroundings: Surroundings): readonly string[] {
	const given = new Set<string>([...BASE, ...SURROUNDINGS[surroundings]]);
	return environment.flatMap((entry) => {
		const [name = ""] = entry.split("=", 1);
		// How stdbuf does its work.
		if (name === "_STDBUF_O" || (name === "LD_PRELOAD" && entry.endsWith("/libstdbuf.so"))) return [];
		if (given.has(entry) || KEPT.has(name) || (name === "BASHOPTS" && surroundings === "options")) return [];
		return [`${name}=${quote(entry.slice(name.length + 1))}`];
	});
}

const OPERATIONS = { read: "read", list: "read", write: "write", delete: "delete" } as const;
export const DONE = { read: "read", list: "listed", write: "wrote", delete: "deleted", enter: "entered" } as const;

/** A file must be granted for what was done with it; what every shell and program reads by itself lies outside the trees. */
function judgeFile(policy: Policy, event: FileEvent, surroundings: Surroundings): Wrong {
	// To stand somewhere is neither reading nor writing; whether it was judged is the other oracle's question.
	if (event.kind === "enter" || policy.confined || isOfEveryProcess(event)) return undefined;
	if (asked(policy, { kind: "path", operation: OPERATIONS[event.kind], path: event.path, cwd: event.cwd }, surroundings)) return undefined;
	return { kind: DONE[event.kind], did: `${event.by} ${DONE[event.kind]} ${event.path}` };
}

/** What shells and programs open whatever they are told: libraries, locales and devices, their own pipes, the harness's sink. */
export function isOfEveryProcess({ kind, path }: FileEvent): boolean {
	if ((kind === "read" || kind === "list") && !isBelow(path, TREES)) return true;
	if (/^\/dev\/(null|tty|zero|full|u?random)$|^\/sink\/|^\/proc\/self\/|^(pipe|socket|anon_inode):/.test(path)) return true;
	// bash keeps a long here-document in a file that has no name any more.
	return path.startsWith("/tmp/sh-thd.");
}

/** A word as the shell reads it literally. */
export function quote(word: string): string {
	return `'${word.replaceAll("'", "'\\''")}'`;
}

const ANSWERS = new WeakMap<Policy, Map<string, boolean>>();
const MOST_ANSWERS = 50_000;

/** The same single requests come back in thousands of texts. */
function asked(policy: Policy, request: Request, surroundings: Surroundings): boolean {
	let answers = ANSWERS.get(policy);
	if (answers === undefined || answers.size > MOST_ANSWERS) ANSWERS.set(policy, (answers = new Map()));
	const key = `${surroundings} ${JSON.stringify(request)}`;
	const known = answers.get(key);
	if (known !== undefined) return known;
	const answer = decide(policy.writ, request, factsOf(policy, surroundings)).effect === "allow";
	answers.set(key, answer);
	return answer;
}
