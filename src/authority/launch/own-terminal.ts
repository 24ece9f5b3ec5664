import { execFile, spawnSync } from "node:child_process";
import { closeSync } from "node:fs";
import type { StartedSandbox } from "../../sandbox/index.ts";
import type { CommandStreams } from "./command-streams.ts";
import { openPipes } from "./open-pipes.ts";
import { ptyWords, TERMINAL_INSIDE, type TerminalShape } from "./pty-words.ts";
import { type InputPump, pumpFlow } from "./pump-input.ts";
import { pumpOutput } from "./pump-output.ts";

/**
 * Gives a command a terminal of its own, and carries keys and text between that and the person's; `null` where none can be made.
 * SECURITY: nothing inside ever holds the person's terminal, which a program could otherwise find among its processes and open.
 */
export function ownTerminal(command: readonly string[], home: string): CommandStreams | null {
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
