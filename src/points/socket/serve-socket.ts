import { chmodSync, lstatSync, mkdirSync, rmSync } from "node:fs";
import { connect, createServer, type Server, type Socket } from "node:net";
import { dirname } from "node:path";
import { type Authority, createWindowCounter } from "../../authority/index.ts";
import type { Principal } from "../../engine/index.ts";
import { errorCode, WritError } from "../../platform/index.ts";
import { serveConnection } from "./connection.ts";
import { socketEvents } from "./events/table.ts";
import { createCrowd } from "./limits.ts";

export interface SocketOptions {
	readonly authority: Authority;
	/** Where the socket is; its directory is for its owner alone. */
	readonly path: string;
	/** Called when a person asks the server to stop. */
	readonly stop: () => void;
	/** Where the page is; absent = there is none. */
	readonly pageUrl?: () => string | null;
	/** Lines a second of one client; 0 = as many as it likes. */
	readonly linesPerSecond?: number;
	/** Hears how many clients there are, whenever one comes or goes. */
	readonly counted?: (connections: number) => void;
}

const MOST_CONNECTIONS = 256;
const SWEEP_EVERY = 1_000;

/** Who a client without a key is: anybody who can open the socket counts as the person that owns the server. */
const LOCAL: Principal = { kind: "person", email: "local", role: "admin", keyId: null };

/** Serves the authority on a Unix socket until it is closed. */
export async function serveSocket({
	authority,
	path,
	stop,
	pageUrl,
	linesPerSecond = 5_000,
	counted = () => undefined,
}: SocketOptions): Promise<{ readonly close: () => Promise<void> }> {
	prepareDirectory(dirname(path));
	await removeStale(path);
	const events = socketEvents(stop, pageUrl);
	const open = new Map<Socket, ReturnType<typeof serveConnection>>();
	const failedLogins = createWindowCounter(60_000, authority.now);
	const crowd = createCrowd();
	let arriving = 0;
	let closing = false;
	const welcome = async (socket: Socket): Promise<void> => {
		// How a connection is served is settled when it comes; who its peer is holds only as long as the setting says so.
		const settings = new Map((await authority.settings()).map(({ name, value }) => [name as string, value]));
		if (closing || socket.destroyed) return void socket.destroy();
		const mostFailedLogins = settings.get("rate.failed_logins_per_minute");
		const peer = settings.get("socket.peer") === "admin" ? LOCAL : null;
		if (!crowd.enter(peer)) return tooMany(socket, "Too many connections that did not say who they are");
		const connection = serveConnection(socket, {
			authority,
			events,
			peer,
			isPeer: async () => (await authority.settings()).some(({ name, value }) => name === "socket.peer" && value === "admin"),
			style: settings.get("socket.reply") === "envelope" ? "envelope" : "flat",
			linesPerSecond,
			failedLogins,
			mostFailedLogins: typeof mostFailedLogins === "number" ? mostFailedLogins : null,
			crowd,
		});
		open.set(socket, connection);
		counted(open.size);
		socket.on("close", () => {
			open.delete(socket);
			counted(open.size);
		});
	};
	const server = createServer({ allowHalfOpen: true }, (socket) => {
		if (open.size + arriving >= MOST_CONNECTIONS) {
			socket.on("error", () => socket.destroy());
			tooMany(socket, "Too many connections");
			return;
		}
		socket.on("error", () => socket.destroy());
		arriving++;
		welcome(socket)
			.catch((error: unknown) => {
				authority.log(`a connection could not be served: ${error instanceof Error ? error.message : String(error)}`);
				socket.destroy();
			})
			.finally(() => {
				arriving--;
			});
	});
	await listen(server, path);
	// SECURITY: the socket's modes are what makes its peer the local person.
	chmodSync(path, 0o600);
	const letGo = (): void => {
		for (const connection of open.values()) void closeWhenEnded(connection);
	};
	const unsubscribe = authority.onEnded(letGo);
	// Keys also end by their time, and on other nodes.
	const sweep = setInterval(letGo, SWEEP_EVERY);
	sweep.unref();
	return {
		close: () =>
			new Promise((resolve) => {
				closing = true;
				clearInterval(sweep);
				unsubscribe();
				server.close(() => resolve());
				for (const connection of open.values()) connection.close();
			}),
	};
}

/** Says so, and lets the client go. */
function tooMany(socket: Socket, error: string): void {
	socket.resume();
	socket.end(`${JSON.stringify({ error, code: "too-many-connections", status: "failed" })}\n`);
}

/** A connection whose key or agent ended, or whose peer is nobody now, is nobody's. */
async function closeWhenEnded(connection: ReturnType<typeof serveConnection>): Promise<void> {
	if (!(await connection.isLive().catch(() => false))) connection.finish();
}

function prepareDirectory(directory: string): void {
	mkdirSync(directory, { recursive: true, mode: 0o700 });
	const { mode, uid } = lstatSync(directory);
	if ((mode & 0o077) !== 0) chmodSync(directory, 0o700);
	if (uid !== process.getuid?.()) throw new WritError("socket-open", `${directory} belongs to another user: choose another home`);
}

/** A socket that a killed server left answers nobody, and never blocks a start. */
async function removeStale(path: string): Promise<void> {
	const answers = await new Promise<boolean>((resolve) => {
		const probe = connect(path);
		probe.on("connect", () => {
			probe.destroy();
			resolve(true);
		});
		probe.on("error", () => resolve(false));
	});
	if (answers) throw new WritError("home-in-use", `Another server answers on ${path}: stop it, or choose another home with --home`);
	rmSync(path, { force: true });
}

async function listen(server: Server, path: string): Promise<void> {
	await new Promise<void>((resolve, reject) => {
		server.on("error", (error) => {
			const code = errorCode(error);
			reject(
				new WritError(
					"socket-broken",
					code === "EINVAL" ? `${path} is too long for a socket: choose a shorter home` : `Cannot listen on ${path} (${code})`,
					{ cause: error },
				),
			);
		});
		// Made without any rights for others, also before its modes are set.
		const mask = process.umask(0o077);
		server.listen(path, () => resolve());
		process.umask(mask);
	});
}
