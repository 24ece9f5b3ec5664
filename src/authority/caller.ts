import { type Principal, principalName, ROLES, type Role } from "../engine/index.ts";
import type { LedgerEntry } from "../ledger/index.ts";

/** Who calls, through which point, in which conversation. */
export interface Caller {
	readonly principal: Principal;
	readonly point: string;
	readonly correlationId: string | null;
	/** The open connection that the call came by, where a point holds one: whoever starts a sandbox over it speaks for what runs inside. */
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
