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
 * SECURITY: a terminal that is passed on could be read, typed into and drawn on, a file be opened anew with other rights, a socket be
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
