import { ancestorRowsOf, type Connection, childRowsOf, descendantRowsOf } from "../store/index.ts";
import { type Agent, readAgent } from "./agent.ts";
import { type HeldWrit, readHeldWrit } from "./find-agent.ts";

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
