import { type Connection, numberOf, type Row, textOf } from "../connection.ts";
import { inPortions, marks } from "./edges.ts";

/** What is around an agent. */
export interface AroundAgent {
	readonly children: readonly string[];
	readonly groups: readonly string[];
	readonly queued: number;
}

/** Children, groups and the number of queued messages of many agents, in few questions. */
export async function aroundAgents(connection: Connection, ids: readonly string[]): Promise<ReadonlyMap<string, AroundAgent>> {
	const children: Row[] = [];
	const groups: Row[] = [];
	const queued = new Map<string, number>();
	for (const some of inPortions(ids)) {
		const list = marks(some);
		children.push(...(await connection.all(`SELECT parent AS agent, id AS name FROM agents WHERE parent IN (${list}) ORDER BY id`, some)));
		groups.push(
			...(await connection.all(`SELECT agent, group_name AS name FROM group_members WHERE agent IN (${list}) ORDER BY group_name`, some)),
		);
		const counts = await connection.all(
			`SELECT recipient AS agent, count(*) AS queued FROM messages WHERE recipient IN (${list}) AND state = 'queued' GROUP BY recipient`,
			some,
		);
		for (const row of counts) queued.set(textOf(row, "agent"), numberOf(row, "queued"));
	}
	const [childrenOf, groupsOf] = [namesOf(children), namesOf(groups)];
	return new Map(ids.map((id) => [id, { children: childrenOf(id), groups: groupsOf(id), queued: queued.get(id) ?? 0 }]));
}

function namesOf(rows: readonly Row[]): (id: string) => readonly string[] {
	const byAgent = Map.groupBy(rows, (row) => textOf(row, "agent"));
	return (id) => (byAgent.get(id) ?? []).map((row) => textOf(row, "name"));
}
