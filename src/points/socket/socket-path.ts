import { join } from "node:path";

/** Where the socket of a home is, or why it cannot be there. */
export type SocketPath = { readonly ok: true; readonly path: string } | { readonly ok: false; readonly message: string };

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
