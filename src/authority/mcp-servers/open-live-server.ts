import type { CallOutcome, Connection, McpServerCall, SeenTool } from "../../mcp-client/index.ts";
import { done, type Outcome } from "../refusal.ts";
import type { McpServer } from "./server.ts";

/** One server that is spoken to. */
export interface LiveServer {
	readonly id: string;
	readonly uid: string;
	readonly defined: number;
	/** Tools as the server has them now, by name. */
	readonly seen: () => ReadonlyMap<string, SeenTool>;
	readonly call: (tool: string, input: Readonly<Record<string, unknown>>, call: McpServerCall) => Promise<CallOutcome>;
	/** Lists the tools again. */
	readonly refresh: () => Promise<void>;
	/** Resolves when what the server said of its tools was looked at. */
	readonly settled: () => Promise<void>;
	/** Why it is gone, when it is. */
	readonly gone: () => string | null;
	readonly end: () => Promise<void>;
}

/** A server that runs, or is reached, and whose tools were listed. */
export interface ConnectedServer {
	readonly connection: Connection;
	readonly seen: readonly SeenTool[];
	/** Ends the connection and the program; nothing of it is left when it resolves. */
	readonly end: () => Promise<void>;
}

export interface ServerEvents {
	readonly onChanged: () => void;
	readonly onEnded: (why: string) => void;
}

/** What is done for a server by others. */
export interface OpenLiveServer {
	/** Starts or reaches a server and lists its tools, or says why that cannot be; then nothing of it is left. */
	readonly connect: (mount: McpServer, events: ServerEvents, closing: AbortSignal) => Promise<Outcome<ConnectedServer>>;
	/** Keeps what a server has now beside what was accepted; false = it is not mounted, or as something else. */
	readonly take: (mount: McpServer, seen: readonly SeenTool[]) => Promise<boolean>;
	readonly closing: AbortSignal;
	/** Whether this is the one that is reached under its id. */
	readonly isInstalled: (one: LiveServer) => boolean;
	/** Called when one that was reached is gone. */
	readonly onGone: (one: LiveServer, why: string) => void;
}

/** Between two looks at tools because the server said that they are others. */
const BETWEEN_LOOKS = 500;
/** So many changes of its tools in a minute are not the work of people. */
const MOST_CHANGES = 20;

/** Starts or reaches a server, and looks at its tools whenever it says that they are others. */
export async function openLiveServer(
	mount: McpServer,
	{ connect, take, closing, isInstalled, onGone }: OpenLiveServer,
): Promise<Outcome<LiveServer>> {
	let one: LiveServer | null = null;
	let gone: string | null = null;
	let isOutdated = false;
	let isLooking = false;
	let looked = Promise.withResolvers<void>();
	let seen: ReadonlyMap<string, SeenTool> = new Map();

	const lookAgain = async (): Promise<void> => {
		// INVARIANT: it ends with the server; one that says it all the time is looked at twice in a second.
		while (isOutdated && gone === null && !closing.aborted) {
			if (one !== null && isInstalled(one)) {
				isOutdated = false;
				isLooking = true;
				// SECURITY: each change is a record of the ledger, which nobody may fill.
				if (isTooMuch()) {
					gone = "It changes its tools all the time";
					await one.end();
				} else await refresh(one);
				isLooking = false;
				looked.resolve();
				looked = Promise.withResolvers();
			}
			await new Promise((resolve) => setTimeout(resolve, BETWEEN_LOOKS).unref());
		}
	};
	// SECURITY: a server that says its tools changed, and does not list them, is ended.
	const refresh = (live: LiveServer): Promise<void> => live.refresh().catch(() => live.end().catch(() => undefined));
	const isTooMuch = mostInMinute(MOST_CHANGES);
	let isWatching = false;
	const events: ServerEvents = {
		onChanged() {
			isOutdated = true;
			if (isWatching) return;
			isWatching = true;
			void lookAgain().finally(() => {
				isWatching = false;
			});
		},
		onEnded(why) {
			gone ??= why;
			looked.resolve();
			if (one !== null && isInstalled(one)) onGone(one, gone);
		},
	};
	const connected = await connect(mount, events, closing);
	if (!connected.ok) return connected;
	const { connection, seen: first, end } = connected.value;
	seen = byName(first);
	one = {
		id: mount.id,
		uid: mount.uid,
		defined: mount.defined,
		seen: () => seen,
		gone: () => gone,
		async settled() {
			// The look that is under way may have begun too early; the one after it has not.
			for (let looks = 0; looks < 2 && (isOutdated || isLooking) && gone === null && !closing.aborted; looks++) await looked.promise;
		},
		async refresh() {
			const listed = await connection.list();
			seen = byName(listed);
			await take(mount, listed);
		},
		end,
		async call(tool, input, call) {
			const outcome = await connection.call(tool, input, call);
			if (!outcome.ok && (outcome.code === "ended" || outcome.code === "timeout")) void endUnlessAwake(connection, outcome.code);
			return outcome;
		},
	};
	return done(one);
}

/** A server that answers nothing at all any more is ended, and so started again by the next call. */
async function endUnlessAwake(connection: Connection, code: "ended" | "timeout"): Promise<void> {
	if (code === "ended" || !(await connection.isAwake())) await connection.close().catch(() => undefined);
}

function mostInMinute(most: number): () => boolean {
	let minute = 0;
	let counted = 0;
	return () => {
		const now = Math.floor(performance.now() / 60_000);
		if (now !== minute) counted = 0;
		minute = now;
		counted++;
		return counted > most;
	};
}

function byName(seen: readonly SeenTool[]): ReadonlyMap<string, SeenTool> {
	return new Map(seen.map((tool) => [tool.name, tool]));
}
