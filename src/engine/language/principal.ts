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

declare const agentIdBrand: unique symbol;

/** The name of one agent; only `parseAgentId` makes one. */
export type AgentId = string & { readonly [agentIdBrand]: true };

const GRAMMAR = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

const RESERVED = new Set(
	"self all any none external system admin operator local user anonymous root owner shared nested group writ trinity-system null undefined".split(
		" ",
	),
);

/** Text as an agent id, or the reason why it is not one. */
export function parseAgentId(text: unknown): { readonly ok: true; readonly id: AgentId } | { readonly ok: false; readonly why: string } {
	if (typeof text !== "string") return { ok: false, why: "an agent id is text" };
	if (!GRAMMAR.test(text) || text.includes("..") || text.endsWith(".")) {
		return { ok: false, why: "an agent id is 1 to 64 of A-Z a-z 0-9 . _ -, starts with a letter or digit, has no '..' and no final '.'" };
	}
	if (RESERVED.has(text.toLowerCase())) return { ok: false, why: `'${text}' is a reserved word` };
	return { ok: true, id: text as AgentId };
}

/** Text as the e-mail address that names a person, in lower case so that nobody counts twice, or the reason why it is not one. */
export function parseEmail(text: unknown): { readonly ok: true; readonly email: string } | { readonly ok: false; readonly why: string } {
	if (typeof text !== "string") return { ok: false, why: "an e-mail address is text" };
	// SECURITY: letters outside of ASCII look like others, and some fold to them.
	if (text.length > 254 || !/^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+@[A-Za-z0-9.-]+$/.test(text))
		return { ok: false, why: "an e-mail address is name@host in ASCII, 254 characters at most" };
	return { ok: true, email: text.toLowerCase() };
}
