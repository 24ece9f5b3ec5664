import type { Program } from "../runners/index.ts";
import type { CommandStreams } from "./launch/command-streams.ts";

/** The streams of a program that is given a message and asked for an answer. */
export function programStreams(command: readonly string[], { input, onOutput, onErrors }: Program): CommandStreams {
	const reading: Promise<void>[] = [];
	return {
		stdio: ["pipe", "pipe", "pipe"],
		command,
		connect({ stdin, stdout, stderr }) {
			// A program need not read what it is given.
			stdin?.on("error", () => undefined);
			stdin?.end(input);
			for (const [stream, heard] of [
				[stdout, onOutput],
				[stderr, onErrors],
			] as const) {
				if (stream === null) continue;
				stream.on("data", heard);
				stream.on("error", () => undefined);
				reading.push(new Promise((resolve) => stream.once("close", () => resolve())));
			}
		},
		async restore() {
			await Promise.all(reading);
			return null;
		},
	};
}
