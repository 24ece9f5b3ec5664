import { Socket } from "node:net";
import { dieWithUs } from "./sandbox-processes.ts";

/** What keeps a command from starting. */
export interface Gate {
	readonly isOpen: () => boolean;
	/** Ends the sandbox, if the command has not been started. */
	readonly close: () => void;
}

/** Opens the gate of a sandbox as soon as the sandbox would die with us, after a last preparation; when that throws, the gate stays closed. */
export function keepGate(line: unknown, outside: number | undefined, init: () => number | null, prepare: (first: number) => void): Gate {
	let opened = false;
	if (!(line instanceof Socket) || outside === undefined) return { isOpen: () => opened, close: () => {} };
	const open = (tries = 0): void => {
		if (line.destroyed) return;
		const inside = init();
		if (inside !== null && dieWithUs(outside, inside)) {
			if (!isDone(prepare, inside)) return void line.destroy();
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

function isDone(prepare: (first: number) => void, first: number): boolean {
	try {
		prepare(first);
		return true;
	} catch {
		return false;
	}
}
