import type { Writ } from "../../engine/index.ts";
import { type Connection, type Row, textOf, textOrNull } from "../../store/index.ts";
import { type Agent, corrupt, readAgent, readId } from "./agent.ts";
import { ancestorRowsOf, childIdsOf, childRowsOf, descendantRowsOf, findAgentRow } from "./agent-rows.ts";
import { loadSealedTerms, readPlaces } from "./sealed-terms.ts";

/** An agent with the writ that it holds. */
export interface HeldWrit {
	readonly agent: Agent;
	readonly writ: Writ;
}

/** The living agent of an id. */
export async function findAgent(connection: Connection, id: string): Promise<Agent | null> {
	const row = await findAgentRow(connection, id);
	return row === null ? null : readAgent(row);
}

/** The living agent of an id, with its writ: terms and origins are one object for all agents of the grant. */
export async function findAgentWithWrit(connection: Connection, id: string): Promise<HeldWrit | null> {
	const row = await findAgentRow(connection, id);
	return row === null ? null : readHeldWrit(connection, row);
}

/** A row of an agent with its writ; `children` are those that live now. */
async function readHeldWrit(connection: Connection, row: Row): Promise<HeldWrit> {
	const agent = readAgent(row);
	const grant = await loadSealedTerms(connection, textOf(row, "sealed"));
	if (grant.digest !== agent.digest) throw corrupt(`the digest of ${agent.id} is not that of its grant`);
	const wished = textOrNull(row, "wish");
	const wish = wished === null ? null : await loadSealedTerms(connection, wished);
	const children = (await childIdsOf(connection, agent.id)).map(readId);
	const writ: Writ = {
		agent: agent.id,
		parent: agent.parent,
		children: Object.freeze(children),
		profile: agent.profile,
		terms: grant.terms,
		digest: grant.digest,
		places: readPlaces(textOf(row, "places")),
		origins: grant.origins,
		// The ancestors are live; only what was wished for is not to be found elsewhere.
		...(wish === null ? {} : { bounds: [{ agent: agent.id, terms: wish.terms }] }),
	};
	return { agent, writ: Object.freeze(writ) };
}

/** The living children of an agent, in the order of their ids. */
export async function childrenOf(connection: Connection, id: string): Promise<readonly Agent[]> {
	return (await childRowsOf(connection, id)).map(readAgent);
}

/** The ancestors with their writs, the parent first. */
export async function lineageOf(connection: Connection, id: string): Promise<readonly HeldWrit[]> {
	const lineage: HeldWrit[] = [];
	for (const row of await ancestorRowsOf(connection, id)) lineage.push(await readHeldWrit(connection, row));
	return lineage;
}

/** Everything below an agent, the deepest first: the order in which they can end. */
export async function descendantsOf(connection: Connection, id: string): Promise<readonly Agent[]> {
	return (await descendantRowsOf(connection, id)).map(readAgent);
}
