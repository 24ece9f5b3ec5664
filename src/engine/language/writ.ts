import type { AgentId } from "./principal.ts";
import type { Origins } from "./source.ts";
import type { Terms } from "./terms.ts";

declare const writDigestBrand: unique symbol;

/** SHA-256 over the canonical terms, lower-case hexadecimal. */
export type WritDigest = string & { readonly [writDigestBrand]: true };

/** The places that path entries can name; a place that is absent grants nothing. */
export const PLACES = ["workspace", "shared", "exports", "claude", "session", "operator", "own"] as const;
export type Place = (typeof PLACES)[number];

/** Where this agent's places are on the disk. */
export interface Places {
	/** Absolute, as given. `workspace` is the root. */
	readonly written: Readonly<Partial<Record<Place, string>>>;
	/** The same with links followed; equal to `written` when nothing was resolved. */
	readonly real: Readonly<Partial<Record<Place, string>>>;
	/** Path entries (canonical text) whose static part leads through a link → the entry at its real place. */
	readonly relocated: Readonly<Record<string, string>>;
	/** The home directory that `~` in commands and rules means; `null` = not known. */
	readonly home: string | null;
}

/** Terms that bind an agent besides its own, and whose they are. */
export interface Bound {
	readonly agent: AgentId;
	readonly terms: Terms;
}

/** The sealed, frozen, digested effective permission of one agent. */
export interface Writ {
	readonly agent: AgentId;
	readonly parent: AgentId | null;
	readonly children: readonly AgentId[];
	/** Name of the profile it was sealed from. */
	readonly profile: string;
	readonly terms: Terms;
	readonly digest: WritDigest;
	readonly places: Places;
	readonly origins: Origins;
	/**
	 * What binds the agent besides its terms, each judged by itself, so that no decision rests on how profiles are met: its own wish where a
	 * parent cut it down, and what its ancestors held when it was sealed. Absent = nothing.
	 */
	readonly bounds?: readonly Bound[];
}
