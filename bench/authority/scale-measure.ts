import { type Caller, openAuthority } from "../../src/authority/index.ts";
import { type AgentId, parseAgentId } from "../../src/engine/index.ts";
import { LOCAL } from "./in-process.ts";

/** What each question took; milliseconds, the median. */
export interface ScaleFigures {
	readonly startSeconds: number;
	readonly memoryMegabytes: number;
	readonly spawn: number;
	/** A message to another agent, decided and recorded, by one of 500 agents that ask often. */
	readonly check: number;
	/** The same by an agent that has not asked before. */
	readonly firstCheck: number;
	readonly page: number;
	readonly listOfFifty: number;
}

const [home = "", count = "0"] = process.argv.slice(2);
const agents = Number(count);
const start = performance.now();
const authority = await openAuthority({ home });
const startSeconds = (performance.now() - start) / 1000;

const decide = async (at: number): Promise<void> => {
	const source = Math.floor((at * agents) / 1_000) % agents;
	const request = { kind: "target", tool: "nexus_send", target: `a-${(source + 97) % agents}` } as const;
	const { decision, decisionId } = await authority.decide(LOCAL, `a-${source}`, request);
	if (decision.effect !== "allow" || decisionId === null) throw new Error(`not allowed: ${decision.reasons[0].message}`);
};

const firstCheck = await median(500, decide);
const check = await median(1_000, (at) => decide(at % 500));
const page = await median(50, async (at) => {
	const first = await authority.agents(LOCAL, { limit: 1 + at, cursor: null });
	return () => authority.agents(LOCAL, { limit: 100, cursor: first.next_cursor });
});
const listOfFifty = await median(50, async (at) => {
	const { items } = await authority.agents(agentCaller(`hub-${at % 10}`), { limit: 100, cursor: null });
	if (items.length !== 51) throw new Error(`${items.length} agents instead of 51`);
});
const spawn = await median(30, async (at) => {
	const spawned = await authority.spawn(LOCAL, { id: `new-${at}`, profile: "standard" });
	if (!spawned.ok) throw new Error(spawned.refusal.message);
});
const figures: ScaleFigures = {
	startSeconds,
	memoryMegabytes: process.memoryUsage().rss / 1024 / 1024,
	spawn,
	check,
	firstCheck,
	page,
	listOfFifty,
};
console.log(JSON.stringify(figures));
await authority.close();

/** The median time of a work; a work that gives back a function has prepared it, and only the function counts. */
async function median(times: number, work: (at: number) => Promise<unknown>): Promise<number> {
	const taken: number[] = [];
	for (let at = 0; at < times; at++) {
		const before = performance.now();
		const prepared = await work(at);
		const begun = typeof prepared === "function" ? performance.now() : before;
		if (typeof prepared === "function") await prepared();
		taken.push(performance.now() - begun);
	}
	return taken.toSorted((one, other) => one - other)[taken.length >> 1] ?? 0;
}

function agentCaller(text: string): Caller {
	const id = parseAgentId(text);
	if (!id.ok) throw new Error("no id");
	const agent: AgentId = id.id;
	return { principal: { kind: "agent", id: agent, uid: `uid_${text}`, keyId: null }, point: "bench", correlationId: null };
}
