import { closeSync } from "node:fs";
import type { Standard } from "../../sandbox/index.ts";
import type { CommandStreams } from "./command-streams.ts";
import { openPipes, type Pipe } from "./open-pipes.ts";
import { ownTerminal } from "./own-terminal.ts";
import { type InputPump, pumpFile, pumpFlow } from "./pump-input.ts";
import { pumpOutput } from "./pump-output.ts";
import { isSameStream, type StreamKind, streamKind } from "./stream-kind.ts";

/**
 * Passes the streams on, byte for byte; with a person's terminal on all of them the command gets one of its own. `null`: the pipes for it
 * cannot be made.
 * SECURITY: a terminal that is passed on could be read, typed into and drawn on, and a file be opened anew with other rights; where the
 * command gets no terminal of its own, it gets pipes in place of both.
 */
export function standardStreams(command: readonly string[], home: string, onErrors?: (bytes: Uint8Array) => void): CommandStreams | null {
	const kinds = [0, 1, 2].map(streamKind);
	const inTerminal = kinds.every((kind) => kind === "terminal") ? ownTerminal(command) : null;
	if (inTerminal !== null) return inTerminal;
	const [input = "directory", output = "directory", errors = "directory"] = kinds;
	const isOne = isPumped(output) && isPumped(errors) && isSameStream(1, 2);
	const wanted = [isPumped(input), isPumped(output), isPumped(errors) && !isOne];
	const made = openPipes(
		home,
		wanted.flatMap((isWanted, number) => (isWanted ? [number === 0 ? "to-program" : "from-program"] : [])),
	);
	if (made === null) return null;
	const left = [...made];
	const [fed, written, complained] = wanted.map((isWanted) => (isWanted ? left.shift() : undefined));
	const complaints = isOne ? written : complained;
	const writing: Promise<string | null>[] = [];
	let feeding: InputPump | null = null;
	return {
		stdio: [
			standardOf(input, fed),
			standardOf(output, written),
			onErrors === undefined || complaints !== undefined ? standardOf(errors, complaints) : "pipe",
		],
		command,
		connect(started) {
			for (const { theirs } of made) closeSync(theirs);
			if (started.stdin !== null) {
				started.stdin.on("error", () => process.stdin.destroy());
				process.stdin.pipe(started.stdin);
			}
			if (fed !== undefined) feeding = (input === "file" ? pumpFile : pumpFlow)(0, fed.ours);
			if (written !== undefined) writing.push(pumpOutput(written.ours, 1, isOne ? onErrors : undefined));
			if (complained !== undefined) writing.push(pumpOutput(complained.ours, 2, onErrors));
			if (onErrors !== undefined) started.stderr?.on("data", onErrors);
			for (const [from, to] of [
				[started.stdout, process.stdout],
				[started.stderr, process.stderr],
			] as const) {
				if (from === null) continue;
				writing.push(new Promise((resolve) => from.once("close", () => resolve(null))));
				from.pipe(to, { end: false });
			}
		},
		async restore() {
			if (input === "terminal") process.stdin.destroy();
			await feeding?.stop();
			return (await Promise.all(writing)).find((lost) => lost !== null) ?? null;
		},
	};
}

function isPumped(kind: StreamKind): boolean {
	return kind === "file" || kind === "flow";
}

function standardOf(kind: StreamKind, pipe: Pipe | undefined): Standard {
	if (pipe !== undefined) return pipe.theirs;
	if (kind === "direct") return "inherit";
	// A directory never gets here: the words are refused.
	return kind === "terminal" ? "pipe" : "ignore";
}
