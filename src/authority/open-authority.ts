import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { adminKey, createPageSessions, ensureAdminKey, getSetting } from "../identity/index.ts";
import { openLedger } from "../ledger/index.ts";
import { WaitGraph } from "../messages/index.ts";
import { MOUNT_LIMITS, type MountLimits } from "../mounts/index.ts";
import { type Clock, systemClock, WritError } from "../platform/index.ts";
import { openSandboxStorage } from "../sandbox/index.ts";
import { openStore } from "../store/index.ts";
import { createConfinements } from "./confinements.ts";
import type { Context } from "./context.ts";
import { openDefinitions } from "./definitions.ts";
import { guardedDisk } from "./guarded-disk.ts";
import { keepNode, takeOver } from "./keep-node.ts";
import { createKeyUses } from "./key-uses.ts";
import { createKnownAgents } from "./known-agents.ts";
import { createKnownEdges } from "./known-edges.ts";
import { createKnownKeys } from "./known-keys.ts";
import { connectMount } from "./mounting/connect-mount.ts";
import { createKnownMounts } from "./mounting/known-mounts.ts";
import { createLiveMounts } from "./mounting/live-mounts.ts";
import { allMounts } from "./mounting/mount.ts";
import { sweepServers } from "./mounting/mount-sandbox.ts";
import { removeUnlessMounted } from "./mounting/remove-unless-mounted.ts";
import { takeTools } from "./mounting/take-tools.ts";
import { nodeName } from "./node-name.ts";
import { createRunFailures } from "./run-failures.ts";
import { runMessages } from "./run-messages.ts";
import { createShownKeys } from "./shown-keys.ts";
import { createSignals } from "./signals.ts";
import { sweepSandboxes } from "./sweep-sandboxes.ts";
import { type Authority, verbs } from "./verbs.ts";

export interface AuthorityOptions {
	/** The configuration home. */
	readonly home: string;
	/** A file, `:memory:`, or `postgres://…`; the home's own file unless said otherwise. */
	readonly database?: string;
	readonly clock?: Clock;
	readonly log?: (line: string) => void;
	/** What mounted servers may take, where that is not the usual. */
	readonly mountLimits?: Partial<MountLimits>;
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
		const known = createKnownAgents();
		const knownKeys = createKnownKeys();
		const knownEdges = createKnownEdges();
		const shownKeys = createShownKeys(store);
		const limits: MountLimits = { ...MOUNT_LIMITS, ...mountLimits };
		const mounts = createLiveMounts({
			connect: (mount, events, closing) => connectMount(context, mount, events, closing),
			take: (mount, seen) => takeTools(context, mount, seen),
			left: ({ uid }) => removeUnlessMounted(context, uid),
			firstPauseMilliseconds: limits.firstPauseMilliseconds,
			log,
		});
		const knownMounts = createKnownMounts(() => {
			const kept = mounts.keepOnly(() => store.look(allMounts));
			kept.catch((error: unknown) => log(`mounted servers were not looked at: ${String(error)}`));
		});
		store.attach({
			...ledger.hooks,
			afterCommit(batch) {
				ledger.hooks.afterCommit(batch);
				shownKeys.committed(batch);
			},
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
			pageSessions: createPageSessions(),
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
	sweepServers(context, new Set((await context.store.look(allMounts)).map(({ uid }) => uid)));
}
