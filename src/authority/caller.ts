import { type Principal, principalName, ROLES, type Role } from "../engine/index.ts";
import type { LedgerEntry } from "../ledger/index.ts";
import type { Agent } from "../state/agents/index.ts";

/** Who calls, through which point, in which conversation. */
export interface Caller {
	readonly principal: Principal;
	readonly point: string;
	readonly correlationId: string | null;
	/** The open connection that the call came by, where a point holds one: the client that started a sandbox over it speaks for what runs inside. */
	readonly connection?: object;
	/** What the caller says of itself besides its credential, when it differs: recorded, never believed. */
	readonly claimed?: unknown;
}

/** The members of a ledger entry that tell who did it. */
export function by({
	principal,
	point,
	correlationId,
	claimed,
}: Caller): Pick<LedgerEntry, "principal" | "keyId" | "point" | "correlationId" | "claimed"> {
	return {
		principal: principalName(principal),
		keyId: principal.keyId,
		point,
		correlationId,
		...(claimed === undefined ? {} : { claimed }),
	};
}

/** Whether the caller is a person whose role includes this one. */
export function hasRole({ principal }: Caller, role: Role): boolean {
	return principal.kind === "person" && ROLES.indexOf(principal.role) >= ROLES.indexOf(role);
}

/** Whether the caller is of a kind that can start agents at all; an agent's own writ is asked besides. */
export function mayStart(caller: Caller): boolean {
	return caller.principal.kind !== "person" || hasRole(caller, "creator");
}

/** The owner and administrators change an agent. */
export function mayChange(caller: Caller, agent: Agent): boolean {
	return hasRole(caller, "admin") || (caller.principal.kind === "person" && caller.principal.email === agent.owner);
}

/** The agent itself, its parent, its owner and administrators end it. */
export function mayEnd(caller: Caller, agent: Agent): boolean {
	if (mayChange(caller, agent)) return true;
	const { principal } = caller;
	return principal.kind === "agent" && (principal.id === agent.id || principal.id === agent.parent);
}

/** The owner, administrators and the parent start an agent's program and watch over it; never the agent itself. */
export function maySupervise(caller: Caller, agent: Agent): boolean {
	const { principal } = caller;
	return mayChange(caller, agent) || (principal.kind === "agent" && principal.id === agent.parent);
}
