import { WritError } from "../../platform/index.ts";
import { type Connection, numberOf, type Refusal, type Row, refused, type Transaction, textOf, textOrNull } from "../../store/index.ts";
import { type Agent, anyAgentLives, fitsParent, readAgent, readPlaces, readSandbox, readSealedTerms, readShare } from "../agents/index.ts";
import { insertWholeRows, parseWholeRows, readWholeTable } from "./whole-tables.ts";

/** The living agents with everything that this folder keeps of them, as plain JSON: rows as they are stored. */
export interface AgentsSnapshot {
	readonly agents: readonly Row[];
	readonly sealed: readonly Row[];
	readonly sandboxes: readonly Row[];
	readonly shares: readonly Row[];
}

/** How many agents came back, or what is wrong with the snapshot (nothing was written then). */
export type ImportOutcome =
	| { readonly ok: true; readonly agents: number; readonly sandboxes: number; readonly shares: number }
	| Refusal<"store-not-empty" | "invalid-snapshot">;

/** Everything about the living agents. */
export async function exportAgents(connection: Connection): Promise<AgentsSnapshot> {
	const agents = await readWholeTable(connection, "agents");
	const held = new Set(agents.flatMap((row) => [row.sealed, row.wish]));
	const sealed = (await readWholeTable(connection, "sealed")).filter((row) => held.has(row.hash ?? null));
	return {
		agents,
		sealed,
		sandboxes: await readWholeTable(connection, "sandboxes"),
		shares: await readWholeTable(connection, "shares"),
	};
}

/** Puts agents back into a store that has none: with their uid, root, parent, depth, digest and places. */
export async function importAgents(transaction: Transaction, value: unknown): Promise<ImportOutcome> {
	if (await anyAgentLives(transaction)) return refused("store-not-empty", "A snapshot can only be restored where no agent lives");
	const snapshot = readSnapshot(value);
	if (typeof snapshot === "string") return refused("invalid-snapshot", `The snapshot is not whole: ${snapshot}`);
	const parentsFirst = snapshot.agents.toSorted((one, other) => numberOf(one, "depth") - numberOf(other, "depth"));
	await insertWholeRows(transaction, "sealed", snapshot.sealed);
	const agents = await insertWholeRows(transaction, "agents", parentsFirst);
	const sandboxes = await insertWholeRows(transaction, "sandboxes", snapshot.sandboxes);
	const shares = await insertWholeRows(transaction, "shares", snapshot.shares);
	for (const row of parentsFirst) transaction.touch("agent", textOf(row, "id"));
	return { ok: true, agents, sandboxes, shares };
}

/** The rows of a snapshot when every one of them is sound, else what is wrong with the first that is not. */
function readSnapshot(value: unknown): AgentsSnapshot | string {
	if (typeof value !== "object" || value === null) return "it is not an object";
	const rows = (["agents", "sealed", "sandboxes", "shares"] as const).map((table) => parseWholeRows(table, Reflect.get(value, table)));
	const [agents, sealed, sandboxes, shares] = rows;
	if (!agents || !sealed || !sandboxes || !shares) return "a table is missing or has other columns";
	try {
		const digests = new Map(sealed.map((row) => [textOf(row, "hash"), readSealedTerms(row).digest]));
		const living = new Map<string, Agent>();
		for (const row of agents) {
			const agent = readAgent(row);
			readPlaces(textOf(row, "places"));
			if (digests.get(textOf(row, "sealed")) !== agent.digest) return `the digest of ${agent.id} is not that of its grant`;
			const wish = textOrNull(row, "wish");
			if (wish !== null && !digests.has(wish)) return `what ${agent.id} wished for is missing`;
			if (living.has(agent.id.toLowerCase())) return `${agent.id} is there twice`;
			living.set(agent.id.toLowerCase(), agent);
		}
		const lineage = [...living.values()].find((agent) => !fitsParent(agent, living.get(agent.parent?.toLowerCase() ?? "") ?? null));
		if (lineage !== undefined) return `root, parent and depth of ${lineage.id} do not fit`;
		const orphan = [...sandboxes.map((row) => readSandbox(row).agent), ...shares.map((row) => readShare(row).agent)].find(
			(id) => !has(living, id),
		);
		return orphan === undefined ? { agents, sealed, sandboxes, shares } : `${orphan} is not among the agents`;
	} catch (error) {
		if (error instanceof WritError || error instanceof TypeError || error instanceof SyntaxError) return error.message;
		throw error;
	}
}

function has(living: ReadonlyMap<string, Agent>, id: string): boolean {
	return living.get(id.toLowerCase())?.id === id;
}
