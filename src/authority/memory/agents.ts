import { type AgentId, parseAgentId, type Writ } from "../../engine/index.ts";
import { createMemory, isMemoryOn, memoOf, memoPair } from "../../memory/index.ts";
import { type Agent, childrenOf, corruptLineage, countAgents, findAgentWithWrit, fitsParent } from "../../state/agents/index.ts";
import { countGrants } from "../../state/grants/index.ts";
import type { Connection, Touched } from "../../store/index.ts";

/** A living agent with everything that a decision about it needs. */
export interface Known {
	readonly agent: Agent;
	readonly writ: Writ;
	readonly parent: Known | null;
	/** Writs of the ancestors, the parent first. */
	readonly lineage: readonly Writ[];
	readonly children: readonly AgentId[];
	/** Whether any grant may be active; which ones is looked up each time, because their uses run out. */
	readonly hasGrants: boolean;
}

/**
 * Agents that were asked about lately.
 * INVARIANT: it is read and filled only inside works of the store, which says beforehand what is out of date.
 */
export interface AgentMemory {
	find(connection: Connection, id: string): Promise<Known | null>;
	/** The same without waiting; `null` = it would have to be looked up. */
	recall(id: string): Known | null;
	/** How many agents live: counted again only after one of them was changed. */
	total(connection: Connection): Promise<number>;
	outdated(touched: readonly Touched[] | null): void;
}

const MOST = 20_000;

interface Entry {
	readonly known: Known;
	readonly parent: Entry | null;
	stale: boolean;
}

export function createAgentMemory(): AgentMemory {
	// INVARIANT: an entry that is forgotten is stale, for its descendants may still be remembered.
	const entries = createMemory<string, Entry>(MOST, (entry) => {
		entry.stale = true;
	});
	let total: number | null = null;

	const load = async (connection: Connection, id: string, depth?: number): Promise<Entry | null> => {
		const remembered = entries.get(id);
		if (remembered !== undefined && isFresh(remembered)) return remembered;
		// The caller wrote the id: what is not an id belongs to nobody, and never reaches the store.
		if (!parseAgentId(id).ok) return null;
		const found = await findAgentWithWrit(connection, id);
		if (found === null) return null;
		// SECURITY: depths count down, so a row that was edited into a circle ends here, and one without its ancestors is not taken for a root.
		if (depth !== undefined && found.agent.depth !== depth) throw corruptLineage(id);
		const parent = found.agent.parent === null ? null : await load(connection, found.agent.parent, found.agent.depth - 1);
		if (!fitsParent(found.agent, parent?.known.agent ?? null)) throw corruptLineage(id);
		const known: Known = {
			...found,
			parent: parent?.known ?? null,
			lineage: parent === null ? [] : [parent.known.writ, ...parent.known.lineage],
			children: (await childrenOf(connection, id)).map((child) => child.id),
			hasGrants: (await countGrants(connection, id)) > 0,
		};
		const entry: Entry = { known, parent, stale: false };
		entries.set(id, entry);
		return entry;
	};

	return {
		async find(connection, id) {
			return (await load(connection, id))?.known ?? null;
		},
		recall(id) {
			const entry = entries.get(id);
			return entry !== undefined && isFresh(entry) ? entry.known : null;
		},
		async total(connection) {
			if (total !== null && isMemoryOn()) return total;
			const { registered, running, stopped } = await countAgents(connection);
			total = registered + running + stopped;
			return total;
		},
		outdated(touched) {
			if (touched === null) {
				total = null;
				return entries.clear();
			}
			for (const { entity, id } of touched) {
				if (entity === "agent") total = null;
				if (entity !== "agent" && entity !== "grant") continue;
				entries.delete(id);
			}
		},
	};
}

/** What an ancestor lost, its descendants lost: a stale ancestor makes them stale. */
function isFresh(entry: Entry): boolean {
	for (let at: Entry | null = entry; at !== null; at = at.parent) if (at.stale) return false;
	return true;
}

/** The same function of an agent as it is known; one that was changed is known as another. */
export function rememberKnown<Made>(make: (known: Known) => Made): (known: Known) => Made {
	return memoOf(make);
}

/** The same function of an agent in the authority that knows it. */
export function rememberKnownIn<In extends WeakKey, Made>(make: (context: In, known: Known) => Made): (context: In, known: Known) => Made {
	return memoPair(make);
}

/** The same function of a writ. */
export function rememberWrits<Made>(make: (writ: Writ) => Made): (writ: Writ) => Made {
	return memoOf(make);
}
