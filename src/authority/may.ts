import type { Agent } from "../agents/index.ts";
import { type Caller, hasRole } from "./caller.ts";

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
