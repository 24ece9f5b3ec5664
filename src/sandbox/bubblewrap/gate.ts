import { Socket } from "node:net";
import { diesWithUs } from "./sandbox-processes.ts";

/** What keeps a command from starting. */
export interface Gate {
	/** Whether the command was let in; known for good only when its sandbox has ended. */
	readonly wasPassed: () => Promise<boolean>;
	/** Ends the sandbox, if the command has not been started. */
	readonly close: () => void;
}

/** Our ends of the lines into a sandbox. */
export interface Lines {
	/** Ends when bubblewrap has built the sandbox, a moment before it starts anything inside. */
	readonly built: unknown;
	/** On which the command waits for the word to start; the waiting process says something only when it gives up. */
	readonly gate: unknown;
}

/** Whose gate it is, and what must be so before it opens. */
export interface Waiting {
	/** Bubblewrap's process inside, by its number outside. */
	readonly inside: () => number | null;
	/** A last preparation; when it throws, the gate stays closed. */
	readonly prepare: (inside: number) => void;
}

/** Opens the gate of a sandbox as soon as it is built and would die with us. */
export function keepGate({ built, gate }: Lines, { inside, prepare }: Waiting): Gate {
	let opened = false;
	let gaveUp = false;
	if (!(built instanceof Socket) || !(gate instanceof Socket)) return { wasPassed: async () => false, close: () => {} };
	const open = (first: number, tries = 0): void => {
		if (gate.destroyed) return;
		if (diesWithUs(first)) {
			opened = true;
			gate.end("\n");
		} else if (tries < MOST_TRIES) setTimeout(open, 1, first, tries + 1);
		else gate.destroy();
	};
	const begin = () => {
		// Bubblewrap tells of its process before it lets that build anything.
		const first = inside();
		if (first !== null && isDone(prepare, first)) open(first);
		else gate.destroy();
	};
	// A sandbox that gave up reads nothing; its exit says so.
	for (const line of [built, gate]) line.on("error", () => {});
	const over = new Promise((resolve) => gate.once("close", resolve));
	gate.once("data", () => {
		gaveUp = true;
	});
	built.resume().once("end", begin).write("\n");
	return {
		wasPassed: async () => {
			await over;
			return opened && !gaveUp;
		},
		close: () => void gate.destroy(),
	};
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
