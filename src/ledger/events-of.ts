import type { LedgerRecord } from "./ledger-record.ts";

/** Something that happened, as the socket and the page hear it. */
export interface LedgerEvent {
	readonly event: string;
	readonly data: Readonly<Record<string, unknown>>;
}

/** The events that a record stands for, in their order. */
export function eventsOf(record: LedgerRecord): readonly LedgerEvent[] {
	const request = membersOf(record.request);
	return namesOf(record, request).map((event) => ({ event, data: dataOf(event, record, request) }));
}

function namesOf({ kind, effect, code }: LedgerRecord, { action, status, parent }: Members): readonly string[] {
	const plain = [`${kind}:${typeof action === "string" ? action : "recorded"}`];
	switch (kind) {
		case "decision":
			if (effect !== "deny") return plain;
			return code === "budget-exhausted" ? ["permission:violation", "resource:limit_reached"] : ["permission:violation"];
		case "spawn":
			if (effect === "deny") return ["permission:denied"];
			if (effect !== "allow") return plain;
			return ["agent:spawned", "permission:granted", ...(typeof parent === "string" ? ["permission:delegate"] : [])];
		case "terminate":
			return effect === "deny" ? ["permission:violation"] : ["agent:terminated"];
		case "sandbox":
			if (effect === "deny") return ["permission:violation"];
			return action === "created" ? ["sandbox:created"] : action === "removed" ? ["sandbox:destroyed"] : plain;
		case "approval":
			if (status === "denied" || status === "expired") return ["permission:denied"];
			return action === "requested" ? ["permission:request"] : effect === "deny" ? ["permission:violation"] : plain;
		case "budget":
			return code === "budget-exhausted" ? ["resource:limit_reached"] : effect === "deny" ? ["permission:violation"] : plain;
		default:
			if (effect === "deny") return ["permission:violation"];
			return (kind === "grant" && action === "created") || (kind === "agent" && action === "sealed") ? ["permission:granted"] : plain;
	}
}

function dataOf(event: string, record: LedgerRecord, request: Members): Readonly<Record<string, unknown>> {
	return {
		...request,
		agent_id: record.agent,
		by: record.principal,
		correlation_id: record.correlation_id,
		at: record.at,
		decision_id: record.id,
		effect: record.effect,
		code: record.code,
		...(event === "permission:delegate" && { parent_id: request.parent, child_id: record.agent, writ_digest: record.writ_digest }),
	};
}

type Members = Readonly<Record<string, unknown>>;

function membersOf(request: unknown): Members {
	return typeof request === "object" && request !== null && !Array.isArray(request) ? { ...request } : {};
}
