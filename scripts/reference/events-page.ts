import { EVENTS, type EventNeed } from "../../src/engine/terms/index.ts";
import { code, page, table } from "./markdown.ts";

const NEEDS: Readonly<Record<EventNeed, string>> = {
	always: "nothing",
	agent_messaging: code("capabilities.agent_messaging"),
	spawn_agents: code("capabilities.spawn_agents"),
	person: "never an agent's: only people send it",
};

/** Every event that `events.allowed` knows, by namespace, and what an agent needs to send it. */
export function eventsPage(): string {
	const namespaces = Map.groupBy(Object.entries(EVENTS), ([event]) => event.split(":")[0] ?? "");
	const parts = [...namespaces].flatMap(([namespace, events]) => [
		`## ${namespace}`,
		table(
			["event", "an agent needs"],
			events.map(([event, need]) => [code(event), NEEDS[need]]),
		),
	]);
	return page(
		"Events",
		"The events of the socket. A profile without `events.allowed` lets an agent send those that its capabilities bring, as the tables say. With `events.allowed`, the list alone counts: names from these tables, or `agent:*` for all of a namespace. A name that is not here is a problem (`unknown-event`), and a request to send it is denied.",
		...parts,
	);
}
