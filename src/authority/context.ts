import type { Catalog, Disk, Terms } from "../engine/index.ts";
import type { Ledger } from "../ledger/index.ts";
import type { McpServerLimits } from "../mcp-client/index.ts";
import type { Clock } from "../platform/index.ts";
import type { SandboxStorage } from "../sandbox/index.ts";
import type { PageLogins } from "../state/keys/index.ts";
import type { WaitGraph } from "../state/messages/index.ts";
import type { Connection, Store, Touched } from "../store/index.ts";
import type { LiveServers } from "./mcp-servers/live-servers.ts";
import type { AgentMemory } from "./memory/agents.ts";
import type { EdgeMemory } from "./memory/edges.ts";
import type { KeyMemory, KeyUses, ShownKeyMemory } from "./memory/keys.ts";
import type { McpServerMemory } from "./memory/mcp-servers.ts";
import type { Confinements } from "./sandboxes/confinements.ts";
import type { RunFailures, Signals } from "./signals.ts";

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
	readonly known: AgentMemory;
	readonly knownKeys: KeyMemory;
	readonly knownEdges: EdgeMemory;
	readonly shownKeys: ShownKeyMemory;
	readonly keyUses: KeyUses;
	readonly pageSessions: PageLogins;
	readonly confinements: Confinements;
	readonly storage: SandboxStorage;
	readonly waits: WaitGraph;
	readonly signals: Signals;
	readonly failures: RunFailures;
	readonly definitions: Definitions;
	readonly knownMounts: McpServerMemory;
	readonly mounts: LiveServers;
	readonly mountLimits: McpServerLimits;
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
