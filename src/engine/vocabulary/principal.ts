import type { AgentId } from "./agent-id.ts";

/** What a person may do, each including the one before. */
export const ROLES = ["user", "operator", "creator", "admin"] as const;
export type Role = (typeof ROLES)[number];

/** Who asks, known by a credential and never by a field of the request. */
export type Principal =
	| { readonly kind: "person"; readonly email: string; readonly role: Role; readonly keyId: string | null }
	| { readonly kind: "agent"; readonly id: AgentId; readonly uid: string; readonly keyId: string | null }
	| { readonly kind: "system"; readonly name: string; readonly keyId: string | null };

/** A principal as the ledger and other records write it. */
export function principalName(principal: Principal): string {
	switch (principal.kind) {
		case "person":
			return principal.email === "local" ? "local" : `user:${principal.email}`;
		case "agent":
			return `agent:${principal.id}`;
		case "system":
			return `system:${principal.name}`;
	}
}
