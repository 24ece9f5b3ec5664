import type { Catalog, Resolve, Terms } from "../engine/index.ts";
import type { PageSessions } from "../identity/index.ts";
import type { Ledger } from "../ledger/index.ts";
import type { WaitGraph } from "../messages/index.ts";
import type { Clock } from "../platform/index.ts";
import type { SandboxStorage } from "../sandbox/index.ts";
import type { Store } from "../store/index.ts";
import type { KnownAgents } from "./known-agents.ts";
import type { KnownKeys } from "./known-keys.ts";
import type { RunFailures } from "./run-failures.ts";
import type { Signals } from "./signals.ts";

/** What every verb works with. */
export interface Context {
	readonly home: string;
	/** The name of this node, of which a PostgreSQL can have several. */
	readonly node: string;
	/** The disk as agents see it. */
	readonly resolve: Resolve;
	readonly store: Store;
	readonly ledger: Ledger;
	readonly clock: Clock;
	readonly known: KnownAgents;
	readonly knownKeys: KnownKeys;
	readonly pageSessions: PageSessions;
	readonly storage: SandboxStorage;
	readonly waits: WaitGraph;
	readonly signals: Signals;
	readonly failures: RunFailures;
	readonly definitions: Definitions;
	/** One line for the process log; never a secret. */
	readonly log: (line: string) => void;
}

/** The definitions that names refer to. */
export interface Definitions {
	readonly catalog: Catalog;
	/** Bounds grants too; absent when no ceiling is written. */
	readonly ceiling: Terms | undefined;
}
