/** The name part of a rule; `*` in it stands for any run of characters. */
export type ToolName =
	| { readonly kind: "tool"; readonly text: string }
	/** SECURITY: server and tool stay a pair, so that `mcp__a__*` never reaches a server `a__b` by joined text (rule.test.ts). */
	| { readonly kind: "mcp"; readonly server: string; readonly tool: string };

export type ToolNameOutcome =
	| { readonly ok: true; readonly name: ToolName }
	| { readonly ok: false; readonly message: string; readonly hint: string };

const LONGEST_NAME = 256;
const GRAMMAR = /^[A-Za-z0-9_.:/@*-]+$/;

/** Reads the name of a rule: `Read`, `nexus_*`, `mcp__server__tool`, `mcp__server`. */
export function parseToolName(text: string): ToolNameOutcome {
	if (text === "") return { ok: false, message: "the rule has no tool name", hint: "write Name or Name(pattern)" };
	if (text.length > LONGEST_NAME)
		return { ok: false, message: `the tool name has more than ${LONGEST_NAME} characters`, hint: "write a shorter name" };
	if (!GRAMMAR.test(text))
		return { ok: false, message: "the tool name holds a character that no tool name has", hint: "write letters, digits and _ . : / @ -" };
	if (text.includes("**")) return { ok: false, message: "'**' means nothing in a name", hint: "write one '*'" };
	if (!text.startsWith("mcp__")) {
		if (/^mcp_?\*/.test(text))
			return { ok: false, message: "tools of MCP servers are named by server and tool", hint: "write mcp__* for all of them" };
		return { ok: true, name: { kind: "tool", text } };
	}
	const pair = splitMcpName(text);
	if (pair !== undefined) return { ok: true, name: { kind: "mcp", ...pair } };
	const server = text.slice("mcp__".length);
	if (server === "" || server.includes("__"))
		return { ok: false, message: "the server or the tool is missing", hint: "write mcp__server__tool, or mcp__server" };
	return { ok: true, name: { kind: "mcp", server, tool: "*" } };
}

/**
 * Server and tool of `mcp__server__tool`; the server ends at the first `__`.
 *
 * INVARIANT: a server's own name never holds `__` and never ends in `_`; mounting refuses such names.
 */
export function splitMcpName(text: string): { readonly server: string; readonly tool: string } | undefined {
	const match = /^mcp__(.+?)__(.+)$/s.exec(text);
	return match === null ? undefined : { server: match[1] ?? "", tool: match[2] ?? "" };
}

/** Stands between server and tool; no name holds it. */
export const BETWEEN = "\0";

/** A concrete tool's name in the form that `toolNameText` patterns are compared with. */
export function toolKey(name: string): string {
	if (!name.startsWith("mcp__")) return name;
	const pair = splitMcpName(name);
	// `mcp__x` alone is not a tool: nothing but a denial of everything matches it.
	return pair === undefined ? `${BETWEEN}${name}` : pair.server + BETWEEN + pair.tool;
}

/** The keys that a name stands for, as text with stars. */
export function namePattern(name: ToolName): string {
	return name.kind === "tool" ? name.text : name.server + BETWEEN + name.tool;
}

/** The name as written. */
export function toolNameText(name: ToolName): string {
	return name.kind === "tool" ? name.text : `mcp__${name.server}__${name.tool}`;
}

/** Whether the name holds a star. */
export function isWild(name: ToolName): boolean {
	return namePattern(name).includes("*");
}

/** Whether the name is the star alone: every tool of the registry. */
export function isEveryTool(name: ToolName): boolean {
	return name.kind === "tool" && name.text === "*";
}
