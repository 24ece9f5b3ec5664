import { type Decision, decide, type Facts, type Profile, type Request, sealProfile, type Writ } from "../../src/engine/index.ts";

interface Agent {
	readonly agent?: string;
	readonly parent?: string | null;
	readonly children?: readonly string[];
	readonly root?: string;
}

/** A writ for a profile, or the problems as an error: tests mean valid profiles. */
export function sealed(profile: Profile, { agent = "me", root = "/ws", parent = null, children = [] }: Agent = {}): Writ {
	const outcome = sealProfile(profile, { agent, root, parent, children, home: "/home/dev" });
	if (!outcome.ok) throw new Error(JSON.stringify(outcome.problems));
	return outcome.writ;
}

/** The decision of a profile on a request. */
export function decided(profile: Profile, request: Request, facts: Facts = {}, agent: Agent = {}): Decision {
	return decide(sealed(profile, agent), request, facts);
}

/** Effect and primary code in one text. */
export function short(decision: Decision): string {
	return `${decision.effect} ${decision.reasons[0].code}`;
}
