import { spawnSync } from "node:child_process";
import { isatty } from "node:tty";
import type { Standard, StartedSandbox } from "../../sandbox/index.ts";
import { ptyWords } from "./pty-words.ts";

/** How a command gets standard input, output and error. */
export interface StandardStreams {
	readonly stdio: readonly [Standard, Standard, Standard];
	/** The command as it is started. */
	readonly command: readonly string[];
	connect(started: StartedSandbox): void;
	/** Leaves the person's terminal as it was found; settles when everything is written. */
	restore(): Promise<void>;
}

/**
 * Passes the streams on as they are, byte for byte; with a person's terminal on all of them the command gets one of its own.
 * SECURITY: a terminal that is passed on could be read, typed into and drawn on; where the command gets no terminal of its own, it gets a
 * pipe instead of the person's.
 */
export function standardStreams(command: readonly string[], onErrors?: (bytes: Uint8Array) => void): StandardStreams {
	const terminals = [0, 1, 2].map((descriptor) => isatty(descriptor));
	const inTerminal = terminals.every(Boolean) ? ptyWords(command) : null;
	if (inTerminal !== null) return ownTerminal(inTerminal);
	const [input, output, errors] = terminals.map((isTerminal): Standard => (isTerminal ? "pipe" : "inherit"));
	const writing: Promise<void>[] = [];
	return {
		stdio: [input ?? "inherit", output ?? "inherit", onErrors === undefined ? (errors ?? "inherit") : "pipe"],
		command,
		connect(started) {
			if (started.stdin !== null) {
				started.stdin.on("error", () => process.stdin.destroy());
				process.stdin.pipe(started.stdin);
			}
			if (onErrors !== undefined) started.stderr?.on("data", onErrors);
			for (const [from, to] of [
				[started.stdout, process.stdout],
				[started.stderr, process.stderr],
			] as const) {
				if (from === null) continue;
				writing.push(new Promise((resolve) => from.once("close", resolve)));
				from.pipe(to, { end: false });
			}
		},
		async restore() {
			if (input === "pipe") process.stdin.destroy();
			await Promise.all(writing);
		},
	};
}

function ownTerminal(command: readonly string[]): StandardStreams {
	const settings = stty(["-g"]).trim();
	return {
		stdio: ["inherit", "inherit", "inherit"],
		command,
		connect: () => undefined,
		async restore() {
			// Whoever is killed while it has changed a terminal cannot change it back.
			if (settings !== "") stty([settings]);
		},
	};
}

function stty(words: readonly string[]): string {
	return spawnSync("/usr/bin/stty", words, { stdio: ["inherit", "pipe", "ignore"], encoding: "utf8" }).stdout ?? "";
}
