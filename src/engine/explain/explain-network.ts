import type { EventRequest, Facts, NetworkRequest, Terms, Writ } from "../vocabulary/index.ts";
import type { ExplainedStep } from "./explanation.ts";
import { hostDetail } from "./host-detail.ts";
import { judgeDimension } from "./judge-dimension.ts";

/** Every step of a connection. */
export function explainNetwork(writ: Writ, terms: Terms, request: NetworkRequest, facts: Facts): readonly ExplainedStep[] {
	const { allow, deny } = terms.network;
	const only = (network: Terms["network"], access: boolean): Terms => ({
		...terms,
		network,
		capabilities: { ...terms.capabilities, network_access: access },
	});
	const name = judgeDimension(writ, request, facts, {
		name: "host name",
		passes: "it is a host and a port",
		codes: ["host-not-allowed"],
		terms: only({ allow: [], deny: [] }, true),
		details: [hostDetail(writ, terms, request.host, request.port)],
	});
	if (name.outcome === "deny") return [name];
	const access = terms.capabilities.network_access;
	return [
		name,
		judgeDimension(writ, request, facts, {
			name: "denied hosts",
			passes: "no network.deny entry matches",
			codes: ["host-denied"],
			terms: only({ allow: [], deny }, true),
		}),
		judgeDimension(writ, request, facts, {
			name: "network access",
			passes: "the agent has network access",
			codes: ["host-not-allowed"],
			terms: only({ allow: [], deny: [] }, access),
		}),
		judgeDimension(writ, request, facts, {
			name: "allowed hosts",
			passes: "network.allow holds it",
			codes: ["host-not-allowed"],
			terms: only({ allow, deny: [] }, true),
		}),
	];
}

/** The one step of an event. */
export function explainEvent(writ: Writ, terms: Terms, request: EventRequest, facts: Facts): readonly ExplainedStep[] {
	return [judgeDimension(writ, request, facts, { name: "event", passes: "events.allowed names it", codes: ["scope-not-allowed"], terms })];
}
