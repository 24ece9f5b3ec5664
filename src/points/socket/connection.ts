import type { Socket } from "node:net";
import type { Authority, Caller, Refusal, WindowCounter } from "../../authority/index.ts";
import { findServedTool, type Principal } from "../../engine/index.ts";
import { randomId, WritError } from "../../platform/index.ts";
import { failure, refused } from "./errors.ts";
import { formatReply } from "./format-reply.ts";
import { type Crowd, createLineRate } from "./limits.ts";
import { createTurns, outgoingLines, probePeer } from "./lines.ts";
import { readMessage, type SocketMessage } from "./read-message.ts";
import { createRequestReader, type Received } from "./read-requests.ts";
import type { Connection, Reply, ReplyStyle, SocketEvent } from "./socket-event.ts";
import { createSubscriptions, tellEvents } from "./subscriptions.ts";

interface ConnectionOptions {
	readonly authority: Authority;
	readonly events: ReadonlyMap<string, SocketEvent>;
	/** Who a client is that shows no key; `null` = nobody. */
	readonly peer: Principal | null;
	/** Whether a client that shows no key is still somebody. */
	readonly isPeer: () => Promise<boolean>;
	readonly style: ReplyStyle;
	/** Lines a second; 0 = as many as it likes. */
	readonly linesPerSecond: number;
	/** All clients of one socket are one address. */
	readonly failedLogins: WindowCounter;
	/** Wrong keys a minute, of all clients; `null` = as many as they like. */
	readonly mostFailedLogins: number | null;
	/** How many connections each of them has; the peer of this one was counted when it came. */
	readonly crowd: Crowd;
}

const MOST_IN_FLIGHT = 64;
/**
 * How much of what a client does not read is kept; beyond that none of its lines is worked on and nothing more is read from it.
 *
 * SECURITY: a client that writes and never reads would otherwise be given as much memory as its lines have answers
 * ([finding-15-unread], test/socket/unread.test.ts).
 */
const MOST_UNREAD = 256 * 1024;
const MOST_AT_ONCE = 8 * 1024;
const UNFINISHED_FOR = 2_000;

/** Serves one client until it goes. */
export function serveConnection(
	socket: Socket,
	options: ConnectionOptions,
): { readonly close: () => void; readonly finish: () => void; readonly isLive: () => Promise<boolean> } {
	const { authority, events } = options;
	const reader = createRequestReader();
	let stopListening: (() => void) | null = null;
	const subscriptions = createSubscriptions(() => {
		stopListening ??= authority.onEvent(tell);
	});
	let principal = options.peer;
	let bound = false;
	let style = options.style;
	let inFlight = 0;
	let ended = false;
	let ordered: Slot[] = [];
	const turns = createTurns();
	let unfinished: NodeJS.Timeout | null = null;
	let deaf = false;
	/** Closes when what is under way is answered, whatever else the client said. */
	let closing = false;
	/** What was read and waits until there is room for its answer: bytes, and the lines of the last few of them. */
	let bytesLeft: Buffer | null = null;
	let heard: Received[] = [];
	/** The client says no more, so that what is unfinished stays so; that was not looked at yet. */
	let saidAll = false;
	let working = false;
	let counted = options.peer;
	const gone = new AbortController();

	const { write, flush, unsent, end, destroy } = outgoingLines(socket);
	const line = (event: string, reply: Reply, correlationId: string): string =>
		formatReply(style, event, reply, correlationId, authority.log);
	/** SECURITY: whatever breaks here breaks this connection, never the server. */
	const failed = (error: unknown): void => {
		authority.log(`a connection failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
		socket.destroy();
	};
	const tell = tellEvents(socket, subscriptions, { principal: () => principal, flush, failed });
	const mayRead = (): boolean => inFlight < MOST_IN_FLIGHT && !rate.heldBack && unsent() < MOST_UNREAD;

	/** Works on what was heard while there is room, and only then reads on. */
	const goOn = (): void => {
		if (working) return;
		working = true;
		try {
			while (isWaiting() && mayRead()) {
				const next = heard.shift();
				if (deaf || closing || socket.writableEnded) forget();
				else if (next !== undefined) receive(next);
				else readLines();
			}
		} catch (error) {
			failed(error);
		}
		working = false;
		if (isWaiting() || !mayRead()) socket.pause();
		else if (socket.isPaused()) socket.resume();
		endWhenDone();
	};

	/** A few bytes at a time: lines take much more room than the bytes that hold them. */
	const readLines = (): void => {
		if (bytesLeft === null) {
			saidAll = false;
			heard = [...reader.giveUp()];
			return;
		}
		const some = bytesLeft.subarray(0, MOST_AT_ONCE);
		bytesLeft = bytesLeft.length <= MOST_AT_ONCE ? null : bytesLeft.subarray(MOST_AT_ONCE);
		heard = [...reader.push(some)];
		waitForMore();
		rate.count(heard.length);
	};

	const isWaiting = (): boolean => heard.length > 0 || bytesLeft !== null || saidAll;
	const forget = (): void => {
		saidAll = false;
		bytesLeft = null;
		heard = [];
	};

	const endWhenDone = (): void => {
		if (inFlight === 0 && !socket.writableEnded && (closing || (ended && !isWaiting()))) end();
	};

	const rate = createLineRate(options.linesPerSecond, () => socket.pause(), goOn);

	const settle = (slot: Slot | null, answer: string): void => {
		inFlight--;
		if (slot === null) write(answer);
		else {
			slot.line = answer;
			while (ordered[0]?.line !== undefined) write(ordered.shift()?.line ?? "");
		}
		goOn();
	};

	const receive = (received: Received): void => {
		if (received.kind === "too-large") {
			// What the client still writes is read and thrown away: it would not hear the answer while it cannot write.
			deaf = true;
			end(line("error", failure("too-large", "Invalid JSON: the line is longer than 1 MiB"), randomId("c")));
			setTimeout(() => socket.destroy(), UNFINISHED_FOR).unref();
			return;
		}
		inFlight++;
		const read = received.kind === "broken" ? null : readMessage(received.value, events);
		const own = read === null ? null : read.ok ? read.message.correlationId : read.correlationId;
		const slot: Slot | null = own === null ? {} : null;
		if (slot !== null) ordered.push(slot);
		const correlationId = own ?? randomId("c");
		if (read === null || received.kind === "broken") {
			const why = received.kind === "broken" ? received.why : "";
			settle(slot, line("error", failure("invalid-json", `Invalid JSON: ${why}`), correlationId));
			return;
		}
		if (!read.ok) {
			// SECURITY: a client that tried to say who it is and failed is nobody, never the local person.
			if (read.event === "system:connect") {
				principal = null;
				closing = true;
			}
			settle(slot, line("error", read.reply, correlationId));
			return;
		}
		const { message } = read;
		const answer = async (): Promise<void> => {
			const reply = await dispatch(message, correlationId).catch((error: unknown) => broken(message.event.name, error));
			settle(slot, line(message.event.name, reply, correlationId));
		};
		turns.take(
			() => answer().catch(failed),
			message.event.name === "system:connect"
				? "barrier"
				: own !== null
					? "free"
					: message.event.concurrent === true
						? "together"
						: "alone",
		);
	};

	const dispatch = async ({ event, data, metadata }: SocketMessage, correlationId: string): Promise<Reply> => {
		if (principal === null && event.open !== true) return failure("unknown-principal", "Connect with a key first: system:connect");
		const caller = callerOf(principal, correlationId, metadata, socket);
		if (principal !== null && event.senders === "person" && principal.kind !== "person") {
			await authority.refusePoint(caller, { event: event.name }, "person-required");
			return failure("person-required", "Only a person may do this");
		}
		// A decision looks at the key itself, in the same commit as its record.
		if (principal !== null && event.concurrent !== true && !(await isLive())) {
			finish();
			return failure("unknown-principal", bound ? "The key is no longer valid" : "Connect with a key first: system:connect");
		}
		// Nobody needs a right to ask what is allowed; to end oneself is not a right over others.
		const isFree = event.concurrent === true || (event.name === "agent:terminate" && isOnlySelf(caller, data));
		const sendable = principal?.kind === "agent" && !isFree ? await authority.maySend(caller, event.sentAs ?? event.name) : null;
		if (sendable?.ok === false) return refused(sendable.refusal);
		const unusable = isFree ? null : await refuseTool(authority, caller, event, data);
		if (unusable !== null) return refused(unusable);
		return event.run({ authority, caller, subscriptions, gone: gone.signal, bind, style: currentStyle, setStyle, closeAfter }, data);
	};

	const isLive = async (): Promise<boolean> => {
		if (principal === null) return false;
		return principal === options.peer ? options.isPeer() : authority.isLive(principal);
	};

	const broken = (event: string, error: unknown): Reply => {
		if (error instanceof WritError && error.code === "invalid-cursor") return failure("invalid-request", error.message);
		authority.log(`socket event ${event} failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
		return failure("internal", "internal");
	};

	const currentStyle = (): ReplyStyle => style;
	const setStyle = (chosen: ReplyStyle): void => {
		style = chosen;
	};
	const closeAfter = (): void => {
		closing = true;
	};
	const bind: Connection["bind"] = async (key) => {
		const found = await authority.authenticate(key);
		if (!found.ok) {
			closing = true;
			// SECURITY: a client that showed a bad key is nobody from now on, never the local person.
			principal = null;
			const seconds = options.failedLogins.count("socket", options.mostFailedLogins);
			if (seconds === null) return { ok: false, reply: failure("unknown-principal", found.refusal.message) };
			return { ok: false, reply: failure("rate-limited", "Too many wrong keys: wait a moment", { retryable: true, retry_after: seconds }) };
		}
		if (bound) return { ok: false, reply: failure("unknown-principal", "This connection already belongs to a principal") };
		if (!options.crowd.enter(found.value)) {
			closing = true;
			principal = null;
			return { ok: false, reply: failure("too-many-connections", "Too many connections of this agent", { retryable: true }) };
		}
		options.crowd.leave(counted);
		counted = found.value;
		bound = true;
		principal = found.value;
		return { ok: true, caller: callerOf(found.value, randomId("c"), {}, socket) };
	};

	const waitForMore = (): void => {
		if (unfinished !== null) clearTimeout(unfinished);
		unfinished = reader.unfinished
			? setTimeout(() => {
					// While the client is not listened to, it cannot finish.
					if (socket.isPaused()) return waitForMore();
					heard.push(...reader.giveUp());
					goOn();
				}, UNFINISHED_FOR)
			: null;
	};

	socket.on("data", (bytes: Buffer) => {
		if (deaf) return;
		bytesLeft = bytesLeft === null ? bytes : Buffer.concat([bytesLeft, bytes]);
		goOn();
	});
	socket.on("drain", goOn);
	socket.on("end", () => {
		ended = true;
		saidAll = !deaf;
		goOn();
		if (!socket.writableEnded) probePeer(socket);
	});
	socket.on("error", () => socket.destroy());
	socket.on("close", () => {
		gone.abort();
		stopListening?.();
		ordered = [];
		forget();
		options.crowd.leave(counted);
		if (unfinished !== null) clearTimeout(unfinished);
	});
	/** Nobody's any more: what is under way is answered, nothing else is heard or told. */
	const finish = (): void => {
		closing = true;
		deaf = true;
		stopListening?.();
		endWhenDone();
		setTimeout(() => socket.destroy(), UNFINISHED_FOR).unref();
	};
	return { close: destroy, finish, isLive: async () => principal === null || isLive() };
}

/** A place in the order of answers. */
interface Slot {
	line?: string;
}

/** Who calls: the principal of the connection; what the line itself says of that is a claim. */
function callerOf(
	principal: Principal | null,
	correlationId: string,
	metadata: Readonly<Record<string, unknown>>,
	connection: object,
): Caller {
	const who = principal ?? NOBODY;
	const claimed = metadata._agent_id;
	const differs = claimed !== undefined && !(who.kind === "agent" && claimed === who.id);
	return { principal: who, point: "socket", correlationId, connection, ...(differs ? { claimed } : {}) };
}

/** Whether an agent names itself and nothing else. */
function isOnlySelf({ principal }: Caller, data: Readonly<Record<string, unknown>>): boolean {
	return principal.kind === "agent" && Object.keys(data).every((key) => key === "force" || data[key] === principal.id);
}

const NOBODY: Principal = { kind: "system", name: "nobody", keyId: null };

/**
 * Why an agent may not send an event that does what a tool does; `null` when it may.
 * SECURITY: a rule about a tool is one about its event too. Of many agents at once each is judged when its turn comes.
 */
async function refuseTool(
	authority: Authority,
	caller: Caller,
	{ tool }: SocketEvent,
	{ agent_id: subject, dry_run: isPreview }: Readonly<Record<string, unknown>>,
): Promise<Refusal | null> {
	if (tool === undefined || caller.principal.kind !== "agent" || isPreview === true) return null;
	// The agent that is made may get a name of the server's.
	if (typeof subject !== "string" && findServedTool(tool)?.served.gate !== "spawn") return null;
	const may = await authority.mayUse(caller, { tool, subject: typeof subject === "string" ? subject : undefined, held: false });
	return may.ok ? null : may.refusal;
}
