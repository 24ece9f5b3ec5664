import { once } from "node:events";
import { connect } from "node:net";

/** One answer as it came. */
export type Answer = Readonly<Record<string, unknown>>;

/** A client that a test holds: it writes what it is told to, also what no client should, and keeps what comes back. */
export interface TestClient {
	/** Sends one event and waits for the answer that carries its correlation id. */
	readonly ask: (event: string, data?: unknown, more?: Readonly<Record<string, unknown>>) => Promise<Answer>;
	/** Writes bytes as they are. */
	readonly write: (bytes: string | Uint8Array) => void;
	/** The next line that no `ask` waits for. */
	readonly next: () => Promise<Answer>;
	/** All lines so far that no `ask` waited for. */
	readonly lines: readonly Answer[];
	/** Says that nothing more will come, as `nc -N` does. */
	readonly end: () => void;
	/** Resolves when the server has closed the connection. */
	readonly closed: Promise<void>;
	readonly close: () => void;
	/** Stops reading, as a client that is busy elsewhere does. */
	readonly pause: () => void;
	readonly resume: () => void;
}

let asked = 0;

/** Connects to a socket. */
export async function connectClient(path: string): Promise<TestClient> {
	const socket = connect({ path, allowHalfOpen: true });
	await once(socket, "connect");
	const waiting = new Map<string, (answer: Answer) => void>();
	const lines: Answer[] = [];
	let read = 0;
	let wake: () => void = () => undefined;
	let rest: string[] = [];
	socket.setEncoding("utf8");
	socket.setMaxListeners(0);
	socket.on("error", () => undefined);
	socket.on("data", (text: string) => {
		rest.push(text);
		if (!text.includes("\n")) return;
		const pieces = rest.join("").split("\n");
		rest = [pieces.pop() ?? ""];
		for (const piece of pieces) {
			const answer: Answer = JSON.parse(piece);
			const settle = waiting.get(String(answer.correlation_id));
			if (settle === undefined) lines.push(answer);
			else settle(answer);
		}
		wake();
	});
	// A server that is done lets the client be done too.
	socket.on("end", () => socket.end());
	return {
		ask: (event, data = {}, more = {}) =>
			new Promise((resolve, reject) => {
				const id = String(more.correlation_id ?? `ask-${++asked}`);
				waiting.set(id, (answer) => {
					waiting.delete(id);
					resolve(answer);
				});
				socket.once("close", () => reject(new Error(`the connection closed before ${event} was answered`)));
				socket.write(`${JSON.stringify({ event, data, correlation_id: id, ...more })}\n`);
			}),
		write: (bytes) => void socket.write(bytes),
		async next() {
			for (;;) {
				const line = lines[read];
				if (line !== undefined) {
					read++;
					return line;
				}
				if (socket.destroyed) throw new Error("the connection closed");
				await new Promise<void>((resolve) => {
					wake = resolve;
					socket.once("close", () => resolve());
				});
			}
		},
		lines,
		end: () => void socket.end(),
		closed: new Promise((resolve) => void socket.once("close", () => resolve())),
		close: () => void socket.destroy(),
		pause: () => void socket.pause(),
		resume: () => void socket.resume(),
	};
}

/** Pipes a text into a socket and gives the lines that come back until the server closes: `printf … | nc -N -U PATH`. */
export async function pipe(path: string, text: string | Uint8Array): Promise<readonly Answer[]> {
	const client = await connectClient(path);
	client.write(text);
	client.end();
	await client.closed;
	return client.lines;
}
