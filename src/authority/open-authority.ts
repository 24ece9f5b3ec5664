import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Disk } from "../engine/index.ts";
import { openLedger } from "../ledger/index.ts";
import { MCP_SERVER_LIMITS, type McpServerLimits } from "../mcp-client/index.ts";
import { type Clock, realDisk, systemClock, WritError } from "../platform/index.ts";
import { openSandboxStorage } from "../sandbox/index.ts";
import { adminKey, createPageLogins, ensureAdminKey } from "../state/keys/index.ts";
import { WaitGraph } from "../state/messages/index.ts";
import { getSetting } from "../state/settings/index.ts";
import { openStore } from "../store/index.ts";
import type { Context } from "./context.ts";
import { connectMcpServer } from "./mcp-servers/connect.ts";
import { createLiveServers } from "./mcp-servers/live-servers.ts";
import { removeUnlessMounted, sweepServers } from "./mcp-servers/sandbox.ts";
import { allMcpServers } from "./mcp-servers/server.ts";
import { takeTools } from "./mcp-servers/tools.ts";
import { createAgentMemory } from "./memory/agents.ts";
import { createEdgeMemory } from "./memory/edges.ts";
import { createKeyMemory, createKeyUses, createShownKeyMemory } from "./memory/keys.ts";
import { createMcpServerMemory } from "./memory/mcp-servers.ts";
import { runMessages } from "./messages/runner.ts";
import { keepNode, nodeName, takeOver } from "./node.ts";
import { openDefinitions } from "./profiles/definitions.ts";
import { createConfinements } from "./sandboxes/confinements.ts";
import { sweepSandboxes } from "./sandboxes/sweep.ts";
import { createRunFailures, createSignals } from "./signals.ts";
import { type Authority, verbs } from "./verbs.ts";

interface AuthorityOptions {
	/** The configuration home. */
	readonly home: string;
	/** A file, `:memory:`, or `postgres://…`; the home's own file unless said otherwise. */
	readonly database?: string;
	readonly clock?: Clock;
	readonly log?: (line: string) => void;
	/** What mounted servers may take, where that is not the usual. */
	readonly mountLimits?: Partial<McpServerLimits>;
}

/** Opens the one authority of a home: its store, its ledger, its definitions. */
export async function openAuthority({
	home,
	database,
	clock = systemClock,
	log = () => undefined,
	mountLimits = {},
}: AuthorityOptions): Promise<Authority> {
	mkdirSync(home, { recursive: true, mode: 0o700 });
	const definitions = openDefinitions(home, log);
	const store = await openStore(database ?? join(home, "writ.db"));
	try {
		const folder = join(home, "ledger");
		mkdirSync(folder, { recursive: true, mode: 0o700 });
		const content = await store.look((connection) => getSetting(connection, "ledger.content"));
		const node = nodeName(home);
		const ledger = await openLedger({ store, node, folder, clock, content });
		if (ledger.doubt !== null) log(`ledger: ${ledger.doubt}`);
		const known = createAgentMemory();
		const knownKeys = createKeyMemory();
		const knownEdges = createEdgeMemory();
		const shownKeys = createShownKeyMemory(store);
		const limits: McpServerLimits = { ...MCP_SERVER_LIMITS, ...mountLimits };
		const mounts = createLiveServers({
			connect: (mount, events, closing) => connectMcpServer(context, mount, events, closing),
			take: (mount, seen) => takeTools(context, mount, seen),
			left: ({ uid }) => removeUnlessMounted(context, uid),
			firstPauseMilliseconds: limits.firstPauseMilliseconds,
			log,
		});
		const knownMounts = createMcpServerMemory(() => {
			const kept = mounts.keepOnly(() => store.look(allMcpServers));
			kept.catch((error: unknown) => log(`mounted servers were not looked at: ${String(error)}`));
		});
		store.attach({
			committer: ledger.committer,
			afterCommit: shownKeys.committed,
			outdated(touched) {
				known.outdated(touched);
				knownKeys.outdated(touched);
				knownEdges.outdated(touched);
				shownKeys.outdated(touched);
				definitions.outdated(touched);
				knownMounts.outdated(touched);
			},
		});
		const context: Context = {
			home,
			disk: guardedDisk(home),
			node,
			store,
			ledger,
			clock,
			known,
			knownKeys,
			knownEdges,
			shownKeys,
			keyUses: createKeyUses(store, log),
			pageSessions: createPageLogins(),
			definitions,
			log,
			confinements: createConfinements(),
			storage: openSandboxStorage(home),
			waits: new WaitGraph(),
			signals: createSignals(),
			failures: createRunFailures(),
			mounts,
			knownMounts,
			mountLimits: limits,
			mountedCalls: new Map(),
		};
		await begin(context);
		return withNode(context, verbs(context), await runMessages(context));
	} catch (error) {
		await store.close();
		throw error;
	}
}

/** The authority runs what agents are sent, and tells that it is there, for as long as it is open. */
function withNode(context: Context, authority: Authority, stopRunning: () => Promise<void>): Authority {
	const leave = keepNode(context);
	return {
		...authority,
		close: async () => {
			await context.mounts.close();
			await stopRunning();
			await leave();
			await context.keyUses.close();
			await authority.close();
		},
	};
}

/** Whose `admin.key` it is: nodes of one database have a home each, and a file has one home. */
function ofHome({ store, node }: Context): string {
	return store.database === "sqlite" ? "of this home" : `of ${node}`;
}

/** What a start sets right: the administrator's key, messages that were taken and not answered, directories without an agent. */
async function begin(context: Context): Promise<void> {
	const value = adminKey(join(context.home, "admin.key"));
	const ensured = await context.store.change(async (transaction) => {
		await takeOver(context, transaction);
		await context.definitions.refresh(transaction);
		return ensureAdminKey(transaction, value, ofHome(context), context.clock.now());
	});
	if (!ensured.ok) throw new WritError(ensured.code, ensured.message);
	await sweepSandboxes(context);
	sweepServers(context, new Set((await context.store.look(allMcpServers)).map(({ uid }) => uid)));
}

/** What of a home is for agents, and what of that is not: the files of mounted servers. */
const THEIRS = ["sandboxes", "exports"];
const NOT_THEIRS = "sandboxes/servers";

/**
 * The disk as agents see it: the home of their own server is closed to them, but for their sandboxes.
 * SECURITY: definitions know a home by the name `.writ`; one of any other name holds the same keys (test/rest/agents.test.ts).
 */
function guardedDisk(home: string): Disk {
	const found = realDisk.resolve(home, "/");
	const own = found.ok ? found.real : home;
	const open = THEIRS.map((name) => `${own}/${name}`);
	const isIn = (path: string, place: string): boolean => path === place || path.startsWith(`${place}/`);
	const isClosed = (path: string): boolean =>
		isIn(path, own) && (!open.some((place) => isIn(path, place)) || isIn(path, `${own}/${NOT_THEIRS}`));
	return {
		resolve: (path, directory) => {
			const resolution = realDisk.resolve(path, directory);
			if (!resolution.ok || !(isClosed(resolution.real) || isClosed(resolution.entry))) return resolution;
			return { ok: false, why: "denied", message: CLOSED };
		},
		list: (directory) => (isClosed(directory) ? { ok: false, why: "unknown", message: CLOSED } : realDisk.list(directory)),
	};
}

const CLOSED = "The files of the server are not for agents.";
