import { type AgentId, CONFINEMENT_LEVELS, type ConfinementLevel, parseAgentId, type WritDigest } from "../../engine/index.ts";
import { WritError } from "../../platform/index.ts";
import { numberOf, type Row, textOf, textOrNull } from "../../store/index.ts";

/** What a living agent can be; one that ended has no row. */
export const AGENT_STATUSES = ["registered", "running", "stopped"] as const;
export type AgentStatus = (typeof AGENT_STATUSES)[number];

/** The kinds of principals that stop agents. */
const STOPPERS = ["agent", "system", "person"] as const;
export type Stopper = (typeof STOPPERS)[number];

/** One living agent. */
export interface Agent {
	readonly id: AgentId;
	/** Never used again, unlike the id. */
	readonly uid: string;
	readonly status: AgentStatus;
	readonly type: string | null;
	readonly description: string | null;
	/** An e-mail address, or `local`. */
	readonly owner: string;
	readonly parent: AgentId | null;
	/** 0 for a root. */
	readonly depth: number;
	/** The id of the root of its tree. */
	readonly root: string;
	readonly profile: string;
	readonly component: string | null;
	readonly digest: WritDigest;
	readonly session: string | null;
	readonly runner: string;
	/** Whom it hears, besides what its writ says; `null` = no list of its own. */
	readonly acceptFrom: readonly string[] | null;
	/** Kept as given, never read as permission. */
	readonly config: unknown;
	/** Who stopped it, while it is stopped: what a person stopped no agent starts again. */
	readonly stoppedBy: Stopper | null;
	/** How strongly its program was confined when it was last started; `null` = none was started. */
	readonly level: ConfinementLevel | null;
	readonly createdAt: number;
	readonly createdBy: string;
	/** Since when this id has been its own: what was recorded under it before is another's. */
	readonly namedAt: number;
	/** Counts the changes of this row. */
	readonly version: number;
}

/** A row as an agent. */
export function readAgent(row: Row): Agent {
	const parent = textOrNull(row, "parent");
	return {
		id: readId(textOf(row, "id")),
		uid: textOf(row, "uid"),
		status: readStatus(textOf(row, "status")),
		type: freeText(row, "type"),
		description: freeText(row, "description"),
		owner: textOf(row, "owner"),
		parent: parent === null ? null : readId(parent),
		depth: numberOf(row, "depth"),
		root: readId(textOf(row, "root")),
		profile: textOf(row, "profile"),
		component: freeText(row, "component"),
		digest: textOf(row, "digest") as WritDigest,
		session: textOrNull(row, "session"),
		runner: textOf(row, "runner"),
		acceptFrom: readAcceptFrom(row),
		config: readConfig(row),
		stoppedBy: readStopper(row),
		level: readLevel(row),
		createdAt: numberOf(row, "created_at"),
		createdBy: textOf(row, "created_by"),
		namedAt: numberOf(row, "named_at"),
		version: numberOf(row, "version"),
	};
}

/** A list of whom an agent hears, as a row holds it. */
export function readAcceptFrom(row: Row): readonly string[] | null {
	const text = textOrNull(row, "accept_from");
	if (text === null) return null;
	const list: unknown = JSON.parse(text);
	if (!Array.isArray(list)) throw corrupt("a list of accepted senders is not a list");
	return list.map(String);
}

/** An id as a row holds it. */
export function readId(text: string): AgentId {
	const parsed = parseAgentId(text);
	if (!parsed.ok) throw corrupt(`an agent has the id '${text}': ${parsed.why}`);
	return parsed.id;
}

/** The store holds what writ would not have written. */
export function corrupt(what: string): WritError {
	return new WritError("store-corrupt", `The store cannot be trusted: ${what}. Restore a backup or a snapshot.`);
}

function freeText(row: Row, column: string): string | null {
	const text = textOrNull(row, column);
	return text === null ? null : String(JSON.parse(text));
}

function readStatus(text: string): AgentStatus {
	const status = AGENT_STATUSES.find((known) => known === text);
	if (status === undefined) throw corrupt(`an agent has the status '${text}'`);
	return status;
}

function readLevel(row: Row): ConfinementLevel | null {
	const text = textOrNull(row, "level");
	const level = CONFINEMENT_LEVELS.find((known) => known === text);
	if (text !== null && level === undefined) throw corrupt(`an agent was confined at the level '${text}'`);
	return level ?? null;
}

function readStopper(row: Row): Stopper | null {
	const text = textOrNull(row, "stopped_by");
	const stopper = STOPPERS.find((known) => known === text);
	if (text !== null && stopper === undefined) throw corrupt(`an agent was stopped by '${text}'`);
	return stopper ?? null;
}

function readConfig(row: Row): unknown {
	const text = textOrNull(row, "config");
	return text === null ? null : JSON.parse(text);
}

/** Whether an agent stands where its row says: a root by itself, anyone else one step below a parent of the same tree. */
export function fitsParent({ id, parent, depth, root }: Agent, above: Agent | null): boolean {
	if (parent === null) return depth === 0 && root === id;
	return above !== null && above.id === parent && above.root === root && above.depth + 1 === depth;
}

/** What is thrown where one does not. */
export function corruptLineage(id: string): WritError {
	return corrupt(`root, parent and depth of ${id} do not fit`);
}
