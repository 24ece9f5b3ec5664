import type { Socket } from "node:net";

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
