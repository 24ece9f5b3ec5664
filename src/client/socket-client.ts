import { connect, type Socket } from "node:net";
import { errorCode, randomId } from "../platform/index.ts";

/** Why nothing, or nothing good, was answered; without a `reply` the machinery failed, with one the server refused. */
export interface SocketFault {
	readonly ok: false;
	/** Stable, lower-kebab; of the machinery: `no-server`, `disconnected`, `timeout`. */
	readonly code: string;
	readonly message: string;
	readonly reply: ServerReply | null;
}

export type SocketAnswer = { readonly ok: true; readonly reply: ServerReply } | SocketFault;

/** A connection to the authority of a home. */
export interface SocketClient {
	/** Sends one event and waits for its answer. */
	send(event: string, data?: ServerReply, timeoutSeconds?: number): Promise<SocketAnswer>;
	/** Everything that happens from now on and fits a pattern; ends with a fault when the server goes, and when the client is closed. */
	follow(patterns: readonly string[]): AsyncGenerator<SocketAnswer>;
	close(): void;
}

interface SocketClientOptions {
	/** A client that shows no key is the person that owns the server. */
	readonly key?: string;
	readonly timeoutSeconds?: number;
}

type Connected = { readonly ok: true; readonly client: SocketClient } | SocketFault;

const TIMEOUT = 30;

/**
 * Connects to a server and says who calls. The greeting is answered before anything else is sent, so a caller that is told of a fault here
 * knows that nothing was done.
 */
export async function connectSocket(path: string, { key, timeoutSeconds = TIMEOUT }: SocketClientOptions = {}): Promise<Connected> {
	const socket = connect(path);
	const failure = await opened(socket);
	if (failure !== null) return fault("no-server", `No server answers on ${path} (${failure})`);
	const client = clientOn(socket, path, timeoutSeconds);
	const greeted = await client.send("system:connect", { reply_style: "flat", ...(key === undefined ? {} : { key }) });
	if (greeted.ok) return { ok: true, client };
	client.close();
	return greeted;
}

function clientOn(socket: Socket, path: string, usualTimeout: number): SocketClient {
	const waiting = new Map<string, (answer: SocketAnswer) => void>();
	const followers = new Map<string, (line: SocketAnswer) => void>();
	/** Lines of a subscription may arrive before the subscriber has read its id. */
	const early = new Map<string, SocketAnswer[]>();
	let gone: SocketFault | null = null;
	const read = clientLines();

	const receive = (line: ServerReply | null): void => {
		if (line === null) return;
		const { correlation_id: id, subscription_id: subscription } = line;
		if (typeof id === "string") {
			waiting.get(id)?.(answerOf(line));
			return;
		}
		if (typeof subscription !== "string") {
			// The server refuses the connection itself.
			if (typeof line.error === "string") leave(fault("refused", `The server on ${path} refuses: ${line.error}`));
			return;
		}
		const follower = followers.get(subscription);
		if (follower !== undefined) follower({ ok: true, reply: line });
		else early.set(subscription, [...(early.get(subscription) ?? []), { ok: true, reply: line }]);
	};
	const leave = (why: SocketFault): void => {
		if (gone !== null) return;
		gone = why;
		for (const settle of [...waiting.values(), ...followers.values()]) settle(gone);
	};
	const end = (why: string): void => leave(fault("disconnected", `The server on ${path} closed the connection (${why})`));
	socket.on("data", (bytes: Buffer) => {
		for (const line of read(bytes)) receive(line);
	});
	socket.on("error", (error) => end(errorCode(error)));
	socket.on("close", () => end("it ended"));

	const send: SocketClient["send"] = (event, data = {}, timeoutSeconds = usualTimeout) =>
		new Promise((resolve) => {
			if (gone !== null) return resolve(gone);
			const id = randomId("cli");
			const settle = (answer: SocketAnswer): void => {
				clearTimeout(timer);
				waiting.delete(id);
				resolve(answer);
			};
			const timer = setTimeout(
				() => settle(fault("timeout", `The server on ${path} did not answer ${event} within ${timeoutSeconds} s`)),
				timeoutSeconds * 1000,
			);
			waiting.set(id, settle);
			socket.write(`${JSON.stringify({ event, data, correlation_id: id })}\n`);
		});

	async function* follow(patterns: readonly string[]): AsyncGenerator<SocketAnswer> {
		const subscribed = await send("monitor:subscribe", { event_patterns: patterns });
		yield subscribed;
		if (!subscribed.ok) return;
		const id = String(subscribed.reply.subscription_id);
		const queue: SocketAnswer[] = early.get(id) ?? [];
		let wake: () => void = () => undefined;
		followers.set(id, (line) => {
			queue.push(line);
			wake();
		});
		if (gone !== null) queue.push(gone);
		for (;;) {
			for (let line = queue.shift(); line !== undefined; line = queue.shift()) {
				yield line;
				if (!line.ok) return;
			}
			await new Promise<void>((resolve) => {
				wake = resolve;
			});
		}
	}
	return { send, follow, close: () => socket.destroy() };
}

function answerOf(reply: ServerReply): SocketAnswer {
	if (typeof reply.error !== "string") return { ok: true, reply };
	return { ok: false, code: typeof reply.code === "string" ? reply.code : "refused", message: reply.error, reply };
}

function fault(code: string, message: string): SocketFault {
	return { ok: false, code, message, reply: null };
}

async function opened(socket: Socket): Promise<string | null> {
	return new Promise((resolve) => {
		socket.once("connect", () => resolve(null));
		socket.once("error", (error) => resolve(errorCode(error)));
	});
}

const NEWLINE = 0x0a;

/** What the other side of a socket said. */
export type ServerReply = Readonly<Record<string, unknown>>;

/** Cuts what a server sends into its objects, one a line; a line that is not one is `null`. */
function clientLines(): (bytes: Buffer) => readonly (ServerReply | null)[] {
	let rest: Buffer[] = [];
	return (bytes) => {
		const lines: (ServerReply | null)[] = [];
		let from = 0;
		for (let at = bytes.indexOf(NEWLINE); at >= 0; at = bytes.indexOf(NEWLINE, from)) {
			lines.push(parseLine(Buffer.concat([...rest, bytes.subarray(from, at)]).toString()));
			rest = [];
			from = at + 1;
		}
		if (from < bytes.length) rest.push(bytes.subarray(from));
		return lines;
	};
}

function parseLine(text: string): ServerReply | null {
	try {
		const value: unknown = JSON.parse(text);
		return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : null;
	} catch {
		return null;
	}
}
