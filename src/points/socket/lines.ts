import type { Socket } from "node:net";

/**
 * `alone`: after everything before it. `together`: after the last one that ran alone. `free`: at once.
 * `barrier`: alone, and nothing that comes after it begins before it ends, not even what is free.
 */
type Turn = "alone" | "together" | "free" | "barrier";

/** The order in which the lines of one client are worked on: who pipes lines expects each to see what the ones before it did. */
interface Turns {
	take(work: () => Promise<void>, turn: Turn): void;
}

export function createTurns(): Turns {
	let alone: Promise<void> | null = null;
	// SECURITY: while a client changes who it is, none of its later lines may run as who it was.
	let barrier: Promise<void> | null = null;
	let running = new Set<Promise<void>>();

	const after = (before: readonly Promise<void>[], work: () => Promise<void>): Promise<void> =>
		before.length === 0 ? work() : Promise.all(before).then(work);

	return {
		take(work, turn) {
			if (turn === "alone" || turn === "barrier") {
				const mine: Promise<void> = after([...running, ...(alone === null ? [] : [alone])], work).finally(() => {
					if (alone === mine) alone = null;
					if (barrier === mine) barrier = null;
				});
				alone = mine;
				if (turn === "barrier") barrier = mine;
				running = new Set();
				return;
			}
			const first = turn === "free" ? barrier : alone;
			const mine: Promise<void> = after(first === null ? [] : [first], work).finally(() => running.delete(mine));
			running.add(mine);
		},
	};
}

/** The lines that go to one client. */
interface OutgoingLines {
	/** Sends a line soon: lines that come together leave together, because each write is a call of the system. */
	write(line: string): void;
	/** Sends what waits, before anything that does not wait. */
	flush(): void;
	/** How much the client has not taken yet. */
	unsent(): number;
	/** Sends what waits and a last line, and says that nothing more comes. */
	end(line?: string): void;
	/** Sends what waits and lets go. */
	destroy(): void;
}

const MOST_WAITING = 1024 * 1024;

export function outgoingLines(socket: Socket): OutgoingLines {
	let waiting = "";
	const flush = (): void => {
		const lines = waiting;
		waiting = "";
		if (lines !== "" && !socket.destroyed) socket.write(lines);
	};
	return {
		write(line) {
			// INVARIANT: runs when all that was decided in this turn has been handed in.
			if (waiting === "") process.nextTick(flush);
			waiting += line;
			// Many large answers together are more than a text can hold.
			if (waiting.length > MOST_WAITING) flush();
		},
		flush,
		unsent: () => waiting.length + socket.writableLength,
		end(line = "") {
			flush();
			socket.end(line);
		},
		destroy() {
			flush();
			socket.destroy();
		},
	};
}

const EVERY = 500;

/**
 * Finds out whether a client that will write no more still reads: both look the same until something is written. A space before an
 * answer means nothing in JSON, and to write it fails when nobody is there, which ends the connection.
 */
export function probePeer(socket: Socket): void {
	const probe = setInterval(() => {
		if (socket.writable) socket.write(" ");
	}, EVERY);
	probe.unref();
	const stop = (): void => clearInterval(probe);
	socket.once("close", stop);
	socket.once("finish", stop);
}
