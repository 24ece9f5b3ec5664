import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { connectSocket, type SocketClient, type SocketFault } from "./socket-client.ts";

export type OpenedClient = { readonly ok: true; readonly client: SocketClient } | SocketFault;

/** A server that starts may have many agents to look through. */
const MOST_SECONDS = 20;
const BETWEEN_TRIES = 50;
const TRIES_PER_START = 100;
const IN_USE: SocketFault = { ok: false, code: "home-in-use", message: "Another server starts", reply: null };

/**
 * A connection to the authority of a home; when none is there a small daemon is started, which ends when nobody needs it.
 * INVARIANT: of several that start one at the same moment one wins, and the others use the winner's.
 */
export async function openClient(home: string, key = process.env.WRIT_KEY): Promise<OpenedClient> {
	const until = performance.now() + MOST_SECONDS * 1000;
	for (let tries = 0; ; tries++) {
		const opened = await openRunning(home, key);
		if (opened.ok || !isAbsent(opened)) return opened;
		if (performance.now() > until)
			return { ...opened, message: `${opened.message}, although a server holds the home: stop it, and try again` };
		// The winner of a race may not be ready yet; should it fail, somebody else must start again.
		const failed = tries % TRIES_PER_START === 0 ? await startServer(home) : IN_USE;
		if (failed === null) continue;
		if (failed.code !== IN_USE.code) return failed;
		await sleep(BETWEEN_TRIES);
	}
}

/** Most find one that runs, and need not read how one is started. */
async function startServer(home: string): Promise<SocketFault | null> {
	const { startDaemon } = await import("./start-daemon.ts");
	return startDaemon(home);
}

/** A connection to a server that runs already. */
export async function openRunning(home: string, key = process.env.WRIT_KEY): Promise<OpenedClient> {
	const socket = socketPath(home);
	if (!socket.ok) return { ok: false, code: "socket-path-too-long", message: socket.message, reply: null };
	return connectSocket(socket.path, key === undefined || key === "" ? {} : { key });
}

/** No server listens, or it is just leaving; nothing was done. */
export function isAbsent({ code }: SocketFault): boolean {
	return code === "no-server" || code === "disconnected";
}

/** Where the socket of a home is, or why it cannot be there. */
type SocketPath = { readonly ok: true; readonly path: string } | { readonly ok: false; readonly message: string };

/** The kernel's room for the name of a socket, without the ending NUL. */
const LONGEST = 107;

/** The socket of a home. A name that is too long would be cut off by some systems, so that two homes could share one. */
export function socketPath(home: string): SocketPath {
	const path = join(home, "run", "daemon.sock");
	const length = Buffer.byteLength(path);
	if (length <= LONGEST) return { ok: true, path };
	return {
		ok: false,
		message: `The socket ${path} would have a name of ${length} bytes, and ${LONGEST} is the most: choose a shorter home with --home or WRIT_HOME`,
	};
}
