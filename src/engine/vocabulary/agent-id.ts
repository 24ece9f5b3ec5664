declare const agentIdBrand: unique symbol;

/** The name of one agent; only `parseAgentId` makes one. */
export type AgentId = string & { readonly [agentIdBrand]: true };

const GRAMMAR = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

const RESERVED = new Set(
	"self all any none external system admin operator local user anonymous root owner shared nested group writ trinity-system null undefined".split(
		" ",
	),
);

/** Text as an agent id, or the reason why it is none. */
export function parseAgentId(text: unknown): { readonly ok: true; readonly id: AgentId } | { readonly ok: false; readonly why: string } {
	if (typeof text !== "string") return { ok: false, why: "an agent id is text" };
	if (!GRAMMAR.test(text) || text.includes("..") || text.endsWith(".")) {
		return { ok: false, why: "an agent id is 1 to 64 of A-Z a-z 0-9 . _ -, starts with a letter or digit, has no '..' and no final '.'" };
	}
	if (RESERVED.has(text.toLowerCase())) return { ok: false, why: `'${text}' is a reserved word` };
	return { ok: true, id: text as AgentId };
}
