import { done, type Outcome, refuse } from "../refusal.ts";
import { type LiveServer, type OpenLiveServer, openLiveServer } from "./open-live-server.ts";
import { type McpServer, toldBy } from "./server.ts";

/** The servers that this node speaks to now. */
export interface LiveServers {
	/** The connection of a server; it is started when there is none, and not too often when it dies. */
	reach(mount: McpServer): Promise<Outcome<LiveServer>>;
	/** Starts a server that is about to be mounted; nobody else reaches it before `install`. */
	begin(mount: McpServer): Promise<Outcome<LiveServer>>;
	/** Puts a server in the place of the one that ran under its id. */
	install(live: LiveServer): Promise<void>;
	/** Lists the tools of a server again, and starts it when it does not run. */
	refresh(mount: McpServer): Promise<Outcome<true>>;
	/** How a server does; `null` = nobody has needed it yet. */
	stateOf(id: string): { readonly state: "running" | "stopped" | "failed"; readonly problem: string | null };
	end(id: string): Promise<void>;
	/** Ends those that are not mounted any more, or as something else. */
	keepOnly(read: () => Promise<readonly McpServer[]>): Promise<void>;
	close(): Promise<void>;
}

/** What is done for the servers by others. */
export interface LiveServersOptions {
	readonly connect: OpenLiveServer["connect"];
	readonly take: OpenLiveServer["take"];
	/** Called when one that was started turned out not to be mounted any more, and has ended; or was not started at all. */
	readonly left: (mount: McpServer) => Promise<void>;
	readonly firstPauseMilliseconds: number;
	readonly log: (line: string) => void;
}

interface Fate {
	failures: number;
	retryAt: number;
	problem: string;
}

/** A server that ran this long was healthy. */
const WELL = 10_000;
const LONGEST_PAUSE = 60_000;

export function createLiveServers({ connect, take, left, firstPauseMilliseconds, log }: LiveServersOptions): LiveServers {
	const live = new Map<string, LiveServer>();
	const starting = new Map<string, Promise<Outcome<LiveServer>>>();
	const fates = new Map<string, Fate>();
	const ending = new Set<Promise<unknown>>();
	const closing = new AbortController();

	const fail = (id: string, problem: string, wasWell: boolean): void => {
		const failures = wasWell ? 1 : (fates.get(id)?.failures ?? 0) + 1;
		// The first time it is started again at once.
		const pause = failures < 2 ? 0 : Math.min(firstPauseMilliseconds * 2 ** (failures - 2), LONGEST_PAUSE);
		fates.set(id, { failures, problem, retryAt: performance.now() + pause });
	};
	const finish = (one: LiveServer): Promise<void> => {
		const ended = one.end().catch(() => undefined);
		ending.add(ended);
		return ended.finally(() => ending.delete(ended));
	};
	const begin: LiveServers["begin"] = (mount) => {
		const startedAt = performance.now();
		const begun = openLiveServer(mount, {
			connect,
			take,
			closing: closing.signal,
			isInstalled: (one) => live.get(mount.id) === one,
			onGone(one, why) {
				live.delete(mount.id);
				fail(mount.id, why, performance.now() - startedAt > WELL);
				log(`the mounted server ${mount.id} is gone: ${why}`);
				void finish(one);
			},
		});
		ending.add(begun);
		return begun.finally(() => ending.delete(begun));
	};
	const install: LiveServers["install"] = async (one) => {
		const old = live.get(one.id);
		// Another one was quicker, and is newer.
		if (old !== undefined && old.uid === one.uid && old.defined > one.defined) return finish(one);
		const why = one.gone() ?? (closing.signal.aborted ? "The authority stops" : null);
		fates.delete(one.id);
		if (why === null) live.set(one.id, one);
		else {
			live.delete(one.id);
			fail(one.id, why, false);
			await finish(one);
		}
		if (old !== undefined && old !== one) await finish(old);
	};
	const start = async (mount: McpServer): Promise<Outcome<LiveServer>> => {
		const fate = fates.get(mount.id);
		const wait = fate === undefined ? 0 : fate.retryAt - performance.now();
		if (fate !== undefined && wait > 0)
			return refuse("server-unavailable", `It is not running: ${fate.problem}`, { retryAfter: Math.ceil(wait / 1_000) });
		const begun = await begin(mount);
		if (!begun.ok) {
			fail(mount.id, begun.refusal.message, false);
			await left(mount);
			return begun;
		}
		const failuresBefore = fates.get(mount.id);
		await install(begun.value);
		// One that dies again at once is not started at every call.
		if (failuresBefore !== undefined) fates.set(mount.id, { ...failuresBefore, retryAt: 0 });
		if (await take(mount, [...begun.value.seen().values()])) return begun;
		if (live.get(mount.id) === begun.value) await end(mount.id);
		await left(mount);
		return refuse("server-unavailable", "It is not mounted any more");
	};
	const reach: LiveServers["reach"] = async (mount) => {
		const one = live.get(mount.id);
		if (one !== undefined && one.uid === mount.uid && one.defined === mount.defined) return done(one);
		const key = `${mount.uid} ${mount.defined}`;
		const joined = starting.get(key);
		if (joined !== undefined) return joined;
		const begun = start(mount).finally(() => starting.delete(key));
		starting.set(key, begun);
		return begun;
	};
	const end: LiveServers["end"] = async (id) => {
		const one = live.get(id);
		live.delete(id);
		fates.delete(id);
		if (one !== undefined) await finish(one);
	};
	return {
		reach,
		begin,
		install,
		end,
		async refresh(mount) {
			fates.delete(mount.id);
			const running = live.get(mount.id);
			const reached = await reach(mount);
			if (!reached.ok) return reached;
			if (running !== reached.value) return done(true);
			try {
				await reached.value.refresh();
				return done(true);
			} catch (error) {
				await end(mount.id);
				return refuse(
					"server-unavailable",
					toldBy(`The server does not list its tools: ${error instanceof Error ? error.message : String(error)}`, mount.secrets),
				);
			}
		},
		stateOf(id) {
			if (live.has(id)) return { state: "running", problem: null };
			const fate = fates.get(id);
			return fate === undefined ? { state: "stopped", problem: null } : { state: "failed", problem: fate.problem };
		},
		async keepOnly(read) {
			// Those that come meanwhile are newer than what is read.
			const present = [...live];
			if (present.length === 0) return;
			const mounted = new Map((await read()).map((mount) => [mount.id, mount]));
			for (const [id, one] of present) {
				const mount = mounted.get(id);
				if (live.get(id) === one && (mount?.uid !== one.uid || mount.defined > one.defined)) await end(id);
			}
		},
		async close() {
			closing.abort();
			await Promise.allSettled([...ending, ...starting.values()]);
			for (const id of [...live.keys()]) await end(id);
			await Promise.allSettled(ending);
		},
	};
}
