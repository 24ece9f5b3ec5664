import { Socket } from "node:net";
import { dieWithUs } from "./sandbox-processes.ts";

/**
 * Words inside, before all others, that wait for a word from outside: without one nothing is started.
 * SECURITY: bubblewrap's processes ask to die with their parents one after the other, and whoever asks too late outlives us. So the
 * command starts only when all have asked; should we be killed before, the line to us ends and with it the sandbox.
 */
export function gateWords(descriptor: number): readonly string[] {
	return ["/usr/bin/sh", "-c", `echo >&${descriptor} && read -r go <&${descriptor} && exec "$@" ${descriptor}<&-`, "writ"];
}

/** What keeps a command from starting. */
export interface Gate {
	readonly isOpen: () => boolean;
	/** Ends the sandbox, if the command has not been started. */
	readonly close: () => void;
}

/** Opens the gate of a sandbox as soon as the sandbox would die with us. */
export function keepGate(line: unknown, outside: number | undefined, init: () => number | null): Gate {
	let opened = false;
	if (!(line instanceof Socket) || outside === undefined) return { isOpen: () => opened, close: () => {} };
	const open = (tries = 0): void => {
		if (line.destroyed) return;
		const inside = init();
		if (inside !== null && dieWithUs(outside, inside)) {
			opened = true;
			line.end("\n");
		} else if (tries < MOST_TRIES) setTimeout(open, 1, tries + 1);
		else line.destroy();
	};
	// A sandbox that gave up reads nothing; its exit says so.
	line.on("error", () => {});
	line.once("data", () => open());
	return { isOpen: () => opened, close: () => void line.destroy() };
}

/** A sandbox that has not come so far after these milliseconds never will. */
const MOST_TRIES = 10_000;
