import type { Catalog, Disk, Terms } from "../engine/index.ts";
import type { PageSessions } from "../identity/index.ts";
import type { Ledger } from "../ledger/index.ts";
import type { WaitGraph } from "../messages/index.ts";
import type { MountLimits } from "../mounts/index.ts";
import type { Clock } from "../platform/index.ts";
import type { SandboxStorage } from "../sandbox/index.ts";
import type { Connection, Store, Touched } from "../store/index.ts";
import type { Confinements } from "./confinements.ts";
import type { KeyUses } from "./key-uses.ts";
import type { KnownAgents } from "./known-agents.ts";
import type { KnownEdges } from "./known-edges.ts";
import type { KnownKeys } from "./known-keys.ts";
import type { KnownMounts } from "./mounting/known-mounts.ts";
import type { LiveMounts } from "./mounting/live-mounts.ts";
import type { RunFailures } from "./run-failures.ts";
import type { ShownKeys } from "./shown-keys.ts";
import type { Signals } from "./signals.ts";

/** What every verb works with. */
export interface Context {
	readonly home: string;
	/** The name of this node, of which a PostgreSQL can have several. */
	readonly node: string;
	/** The disk as agents see it. */
	readonly disk: Disk;
	readonly store: Store;
	readonly ledger: Ledger;
	readonly clock: Clock;
	readonly known: KnownAgents;
	readonly knownKeys: KnownKeys;
	readonly knownEdges: KnownEdges;
	readonly shownKeys: ShownKeys;
	readonly keyUses: KeyUses;
	readonly pageSessions: PageSessions;
	readonly confinements: Confinements;
	readonly storage: SandboxStorage;
	readonly waits: WaitGraph;
	readonly signals: Signals;
	readonly failures: RunFailures;
	readonly definitions: Definitions;
	readonly knownMounts: KnownMounts;
	readonly mounts: LiveMounts;
	readonly mountLimits: MountLimits;
	/** Calls of mounted tools that are under way, by server, and by server and caller. */
	readonly mountedCalls: Map<string, number>;
	/** One line for the process log; never a secret. */
	readonly log: (line: string) => void;
}

/** The definitions that names refer to. */
export interface Definitions {
	/** As they were when `refresh` was last called. */
	readonly catalog: Catalog;
	/** Without the profiles that the store keeps. */
	readonly written: Catalog;
	/** Bounds grants too; absent when no ceiling is written. */
	readonly ceiling: Terms | undefined;
	/** Whether the store's profiles changed since. */
	readonly isStale: boolean;
	/** Reads the store's profiles when they changed; inside a work. */
	refresh(connection: Connection): Promise<Catalog>;
	outdated(touched: readonly Touched[] | null): void;
}
