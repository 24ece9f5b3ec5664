import type { Agent, SandboxRecord } from "../agents/index.ts";
import { type AgentId, type Composition, principalName, type Writ } from "../engine/index.ts";
import type { AcceptedRunner } from "./accept-runner.ts";
import type { Caller } from "./caller.ts";
import type { Wish } from "./compose-wish.ts";
import type { Known } from "./known-agents.ts";
import type { SandboxWish } from "./session-directory.ts";

/** A wish for a new agent. */
export interface SpawnWish extends Wish {
	readonly id?: string;
	/** Whose child it shall be; an agent that calls is always the parent itself. */
	readonly parent?: string;
	/** `clamp` cuts the wish down to what the parent has instead of refusing it. */
	readonly fit?: "strict" | "clamp";
	readonly session?: string;
	readonly sandbox?: SandboxWish;
	/** How its messages become work: `mailbox`, or an object with a kind. */
	readonly runner?: unknown;
	readonly type?: string;
	readonly description?: string;
	readonly acceptFrom?: readonly string[];
	/** Kept for whoever reads it back; never read as permission. */
	readonly config?: unknown;
	readonly dryRun?: boolean;
}

/** An agent that shall be. */
export interface Birth {
	readonly id: AgentId;
	readonly caller: Caller;
	readonly wish: SpawnWish;
	readonly parent: string | null;
	readonly composition: Composition;
	readonly runner: AcceptedRunner;
	/** Directories that were made for it, to be removed when it comes to nothing. */
	readonly made: string[];
}

/** A new agent with what its spawner is told once. */
export interface Spawned {
	readonly agent: Agent;
	readonly writ: Writ;
	readonly sandbox: SandboxRecord;
	/** Shown once, and only to people. */
	readonly apiKey: string | null;
	readonly warnings: readonly string[];
}

/** Whose a new agent is, and the session that it is the first of: its parent's owner's, whoever started it. */
export function ownerOf({ caller: { principal } }: Birth, parent: Known | null): string {
	return parent?.agent.owner ?? (principal.kind === "person" ? principal.email : principalName(principal));
}
