import type { Socket } from "node:net";

/** The lines that go to one client. */
export interface OutgoingLines {
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
