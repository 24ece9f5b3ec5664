import { execFile, spawnSync } from "node:child_process";
import type { StartedSandbox } from "../../sandbox/index.ts";
import type { CommandStreams } from "./command-streams.ts";
import { ptyWords, TERMINAL_INSIDE, type TerminalShape } from "./pty-words.ts";

/**
 * Gives a command a terminal of its own, and carries keys and text between that and the person's; `null` where none can be made.
 * SECURITY: nothing inside ever holds the person's terminal, which a program could otherwise find among its processes and open.
 */
export function ownTerminal(command: readonly string[]): CommandStreams | null {
	const settings = stty(["-g"]).trim();
	const size = outerSize();
	const words = ptyWords(command, { settings, ...size });
	if (words === null || !/^[0-9a-f:]+$/.test(settings)) return null;
	const { stdin, stdout, stderr } = process;
	const shown: Promise<unknown>[] = [];
	let over = false;
	let resize = (): void => undefined;
	return {
		stdio: ["pipe", "pipe", "pipe"],
		command: words,
		connect(started) {
			if (started.stdin === null || started.stdout === null || started.stderr === null) return;
			// Keys are the program's: what they mean is for its own terminal to say.
			stdin.setRawMode(true);
			stdin.pipe(started.stdin.on("error", () => stdin.pause()));
			shown.push(closed(started.stdout.once("close", () => stdin.pause())), closed(started.stderr));
			started.stdout.pipe(stdout, { end: false });
			started.stderr.pipe(stderr, { end: false });
			resize = () => takeSize(started.init, () => over);
			stdout.on("resize", resize);
			// It may have changed while the sandbox was prepared.
			if (outerSize().rows !== size.rows || outerSize().columns !== size.columns) resize();
		},
		async restore() {
			await Promise.all(shown);
			over = true;
			stdout.off("resize", resize);
			stdin.setRawMode(false);
			stdin.destroy();
			stty([settings]);
			return null;
		},
	};
}

function closed(stream: NodeJS.ReadableStream): Promise<unknown> {
	return new Promise((resolve) => stream.once("close", resolve));
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
