import { execFile, spawnSync } from "node:child_process";
import { closeSync, constants, existsSync, mkdirSync, mkdtempSync, openSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Standard, StartedSandbox } from "../sandbox/index.ts";
import { type InputPump, isSameStream, pumpFile, pumpFlow, pumpOutput, type StreamKind, streamKind } from "./pumps.ts";

/**
 * Passes the streams on, byte for byte; with a person's terminal on all of them the command gets one of its own. `null`: the pipes for it
 * cannot be made.
 * SECURITY: a terminal that is passed on could be read, typed into and drawn on, a file be opened again with other rights, a socket be
 * connected to somebody else; the command gets pipes in their place.
 */
export function standardStreams(command: readonly string[], home: string, onErrors?: (bytes: Uint8Array) => void): CommandStreams | null {
	const kinds = [0, 1, 2].map(streamKind);
	if (kinds.every((kind) => kind === "terminal")) {
		const inTerminal = ownTerminal(command, home);
		if (inTerminal !== null) return inTerminal;
	}
	const [input = "directory", output = "directory", errors = "directory"] = kinds;
	const isHeard = isPumped(errors) || onErrors !== undefined;
	const isOne = isPumped(output) && isHeard && isSameStream(1, 2);
	const wanted = [isPumped(input), isPumped(output), isHeard && !isOne];
	const made = openPipes(
		home,
		wanted.flatMap((isWanted, number) => (isWanted ? [number === 0 ? "to-program" : "from-program"] : [])),
	);
	if (made === null) return null;
	const left = [...made];
	const [fed, written, complained] = wanted.map((isWanted) => (isWanted ? left.shift() : undefined));
	const writing: Promise<string | null>[] = [];
	let feeding: InputPump | null = null;
	return {
		stdio: [standardOf(input, fed), standardOf(output, written), standardOf(errors, isOne ? written : complained)],
		command,
		connect() {
			for (const { theirs } of made) closeSync(theirs);
			if (fed !== undefined) feeding = (input === "file" ? pumpFile : pumpFlow)(0, fed.ours);
			if (written !== undefined) writing.push(pumpOutput(written.ours, 1, isOne ? onErrors : undefined));
			if (complained !== undefined) writing.push(pumpOutput(complained.ours, 2, onErrors));
		},
		async restore() {
			await feeding?.stop();
			return (await Promise.all(writing)).find((lost) => lost !== null) ?? null;
		},
	};
}

function isPumped(kind: StreamKind): boolean {
	return kind === "terminal" || kind === "file" || kind === "flow";
}

function standardOf(kind: StreamKind, pipe: Pipe | undefined): Standard {
	if (pipe !== undefined) return pipe.theirs;
	// A directory never gets here: the words are refused.
	return kind === "direct" ? "inherit" : "ignore";
}

/** How a command gets standard input, output and error. */
export interface CommandStreams {
	readonly stdio: readonly [Standard, Standard, Standard];
	/** The command as it is started. */
	readonly command: readonly string[];
	/** The command is started by the program that makes its terminal. */
	readonly hasTerminal?: boolean;
	connect(started: StartedSandbox): void;
	/** Leaves the person's terminal as it was found; settles when everything is written, with the error by which something was lost. */
	restore(): Promise<string | null>;
}

/**
 * Gives a command a terminal of its own, and carries keys and text between that and the person's; `null` where none can be made.
 * SECURITY: nothing inside ever holds the person's terminal, which a program could otherwise find among its processes and open.
 */
function ownTerminal(command: readonly string[], home: string): CommandStreams | null {
	const settings = stty(["-g"]).trim();
	const size = outerSize();
	const words = ptyWords(command, { settings, ...size });
	if (words === null || !/^[0-9a-f:]+$/.test(settings)) return null;
	const [keys, text] = openPipes(home, ["to-program", "from-program"]) ?? [];
	if (keys === undefined || text === undefined) return null;
	let typing: InputPump | null = null;
	let showing: Promise<string | null> = Promise.resolve(null);
	let over = false;
	let resize = (): void => undefined;
	return {
		stdio: [keys.theirs, text.theirs, text.theirs],
		command: words,
		hasTerminal: true,
		connect(started) {
			for (const { theirs } of [keys, text]) closeSync(theirs);
			// Keys are the program's, and so is what its lines end with: what they mean is for its own terminal to say.
			stty(["raw", "-echo"]);
			typing = pumpFlow(0, keys.ours);
			showing = pumpOutput(text.ours, 1);
			resize = () => takeSize(started.init, () => over);
			process.stdout.on("resize", resize);
			// It may have changed while the sandbox was prepared.
			const { rows, columns } = outerSize();
			if (rows !== size.rows || columns !== size.columns) resize();
		},
		async restore() {
			over = true;
			process.stdout.off("resize", resize);
			await typing?.stop();
			const lost = await showing;
			stty([settings]);
			return lost;
		},
	};
}

/** The terminal inside becomes as large as the person's, which tells the program; it is tried again until there is one. */
function takeSize(init: StartedSandbox["init"], isOver: () => boolean): void {
	const { rows, columns } = outerSize();
	const words = ["-F", `/proc/${init() ?? 0}/root/${TERMINAL_INSIDE}`, "rows", rows, "cols", columns];
	execFile("/usr/bin/stty", words, (error) => {
		if (error !== null && !isOver()) setTimeout(() => isOver() || takeSize(init, isOver), 20).unref();
	});
}

function outerSize(): Omit<TerminalShape, "settings"> {
	const [rows = "24", columns = "80"] = /^(\d+) (\d+)$/.exec(stty(["size"]).trim())?.slice(1) ?? [];
	return { rows, columns };
}

function stty(words: readonly string[]): string {
	return spawnSync("/usr/bin/stty", words, { stdio: ["inherit", "pipe", "ignore"], encoding: "utf8" }).stdout ?? "";
}

/** The program of util-linux that makes a terminal and runs a command in it. */
const SCRIPT = "/usr/bin/script";

/** A person's terminal: how it is set, in the words of `stty`, and how large it is. */
interface TerminalShape {
	readonly settings: string;
	readonly rows: string;
	readonly columns: string;
}

/**
 * The words that run a command in a terminal of its own, made inside and set like the person's; `null` where there is no program for it.
 * Whatever the command does to its terminal, it does not do to the person's.
 */
export function ptyWords(command: readonly string[], { settings, rows, columns }: TerminalShape): readonly string[] | null {
	if (!existsSync(SCRIPT)) return null;
	const set = `stty '${settings}' rows ${rows} cols ${columns} 2>/dev/null`;
	return [SCRIPT, "--quiet", "--return", "--command", `${set}; exec ${command.map(quoted).join(" ")}`, "/dev/null"];
}

/** Where the terminal inside is: the first, and only `script` could make it, before the command is there. */
const TERMINAL_INSIDE = "dev/pts/0";

function quoted(word: string): string {
	return `'${word.replaceAll("'", "'\\''")}'`;
}

/** One pipe between this process and a program. */
interface Pipe {
	readonly ours: number;
	readonly theirs: number;
}

type PipeDirection = "to-program" | "from-program";

const MKFIFO = "/usr/bin/mkfifo";

/**
 * Makes pipes, or `null` when they cannot be made. What Node makes is a socket, which programs cannot open as /dev/stdin or /dev/stdout;
 * so each gets a name in the home, where no program comes, for as long as it takes to open it.
 */
function openPipes(home: string, directions: readonly PipeDirection[]): readonly Pipe[] | null {
	if (directions.length === 0) return [];
	let folder: string | null = null;
	try {
		mkdirSync(join(home, "run"), { recursive: true, mode: 0o700 });
		folder = mkdtempSync(join(home, "run", "streams-"));
		const names = directions.map((_, index) => `${folder}/${index}`);
		// The program may run as another user, and opens them again.
		if (spawnSync(MKFIFO, ["-m", "666", ...names], { stdio: "ignore" }).status !== 0) return null;
		return directions.map((direction, index) => openPipe(`${folder}/${index}`, direction));
	} catch {
		return null;
	} finally {
		if (folder !== null) rmSync(folder, { recursive: true, force: true });
	}
}

/** INVARIANT: no end is opened before there is another one, or it would wait for that. Only the end that this process reads never waits. */
function openPipe(path: string, direction: PipeDirection): Pipe {
	const reads = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
	const writes = openSync(path, constants.O_WRONLY);
	if (direction === "from-program") return { ours: reads, theirs: writes };
	const theirs = openSync(path, constants.O_RDONLY);
	closeSync(reads);
	return { ours: writes, theirs };
}
