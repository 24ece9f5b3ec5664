import { shippedCatalog } from "../../src/definitions/index.ts";
import { type AgentId, parseAgentId, sealProfile, type Writ } from "../../src/engine/index.ts";
import { type Agent, findAgent, type NewAgent, registerAgent } from "../../src/state/agents/index.ts";
import type { Transaction } from "../../src/store/index.ts";

/** What of a sample matters to a test. */
export type Sample = Partial<Omit<NewAgent, "id" | "parent" | "writ">> & { readonly parent?: string };

/** The moment at which samples are made. */
export const SAMPLE_TIME = 1_700_000_000_000;

/** Text as an agent id. */
export function agentId(text: string): AgentId {
	const parsed = parseAgentId(text);
	if (!parsed.ok) throw new Error(parsed.why);
	return parsed.id;
}

const sealedOnce = new Map<unknown, Writ>();

/** The writ of a shipped profile, or of a profile object. */
export function sampleWrit(agent: string, profile: unknown = "standard", parent: string | null = null): Writ {
	const known = sealedOnce.get(profile) ?? seal(profile);
	sealedOnce.set(profile, known);
	return Object.freeze({ ...known, agent: agentId(agent), parent: parent === null ? null : agentId(parent) });
}

function seal(profile: unknown): Writ {
	const sealed = sealProfile(profile, {
		agent: "sample",
		root: "/srv/area",
		home: "/home/ann",
		places: { shared: "/srv/shared", exports: "/srv/exports" },
		catalog: shippedCatalog,
	});
	if (!sealed.ok) throw new Error(JSON.stringify(sealed.problems));
	return sealed.writ;
}

/** A whole new agent for `registerAgent`. */
export async function sampleAgent(transaction: Transaction, id: string, { parent, ...sample }: Sample = {}): Promise<NewAgent> {
	const above = parent === undefined ? null : await findAgent(transaction, parent);
	return {
		id: agentId(id),
		status: "registered",
		type: null,
		description: null,
		owner: "ann@example.org",
		parent: above?.id ?? null,
		depth: above === null ? 0 : above.depth + 1,
		root: above?.root ?? id,
		profile: sample.profile ?? "standard",
		component: null,
		session: null,
		runner: "mailbox",
		acceptFrom: null,
		config: null,
		createdAt: SAMPLE_TIME,
		createdBy: "user:ann@example.org",
		...sample,
		writ: sampleWrit(id, sample.profile ?? "standard", above?.id ?? null),
	};
}

/** Registers a sample. */
export async function addAgent(transaction: Transaction, id: string, sample: Sample = {}): Promise<Agent> {
	const outcome = await registerAgent(transaction, await sampleAgent(transaction, id, sample));
	if (!outcome.ok) throw new Error(outcome.message);
	return outcome.agent;
}
