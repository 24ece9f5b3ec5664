import type { Caller } from "../../authority/index.ts";
import type { Principal } from "../../engine/index.ts";

/** Who calls: the principal of the connection; what the line itself says of that is a claim. */
export function callerOf(
	principal: Principal | null,
	correlationId: string,
	metadata: Readonly<Record<string, unknown>>,
	connection: object,
): Caller {
	const who = principal ?? NOBODY;
	const claimed = metadata._agent_id;
	const differs = claimed !== undefined && !(who.kind === "agent" && claimed === who.id);
	return { principal: who, point: "socket", correlationId, connection, ...(differs ? { claimed } : {}) };
}

/** Whether an agent names itself and nothing else. */
export function isOnlySelf({ principal }: Caller, data: Readonly<Record<string, unknown>>): boolean {
	return principal.kind === "agent" && Object.keys(data).every((key) => key === "force" || data[key] === principal.id);
}

const NOBODY: Principal = { kind: "system", name: "nobody", keyId: null };
