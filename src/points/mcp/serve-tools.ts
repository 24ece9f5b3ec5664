import { OFFERED_TOOLS } from "../../authority/index.ts";
import { findTool } from "../../engine/index.ts";
import { WritError } from "../../platform/index.ts";
import type { ServedTool, ToolHandler, ToolRow } from "./tool-row.ts";

/** Arguments that name an agent, whatever else a tool calls its arguments. */
const AGENT_PARAMETERS = new Set(["agent", "agent_id", "agent_name", "target", "target_agent"]);

/** Gates that judge an agent which the call names. */
const REACHING = new Set(["edge", "target", "spawner"]);

/**
 * Each handler with its row.
 * SECURITY: a server whose tools are not all described does not start, so that no tool is reachable without a gate
 * (test/mcp/rows.test.ts).
 */
export function serveTools(rows: readonly ToolRow[], handlers: Readonly<Record<string, ToolHandler>>): readonly ServedTool[] {
	const named = new Map(rows.map((row) => [row.name, row]));
	if (named.size < rows.length) throw broken("two rows have the same name");
	for (const name of Object.keys(handlers)) if (!named.has(name)) throw broken(`the tool '${name}' has no row`);
	return rows.map((row) => {
		const problem = problemOf(row);
		if (problem !== null) throw broken(`the row of '${row.name}' ${problem}`);
		const run = Object.hasOwn(handlers, row.name) ? handlers[row.name] : undefined;
		if (run === undefined) throw broken(`the row of '${row.name}' has no tool`);
		return { ...row, run };
	});
}

function problemOf({ name, gate, param, needs, input, scopes }: ToolRow): string | null {
	if (param !== null && !Object.hasOwn(input.keys, param)) return `names the parameter '${param}', which the tool does not have`;
	if (REACHING.has(gate) && param === null) return `has the gate ${gate} and names no parameter`;
	const agents = Object.keys(input.keys).filter((key) => AGENT_PARAMETERS.has(key));
	if (gate === "none" && (param !== null || agents.length > 0)) return `has the gate none, and a parameter that names an agent`;
	if (gate === "self" && agents.length > 0) return `has the gate self, and the parameter '${agents[0]}' that names an agent`;
	if (gate === "person" && scopes.some((scope) => scope !== "user")) return "is for people only, and lets others in";
	// The engine decides what an agent has: both must say the same.
	if ((findTool(name)?.needs ?? null) !== needs) return `needs ${needs ?? "nothing"}, and the registry of tools says otherwise`;
	if (scopes.includes("agent") && gate === "self" && (needs === null) !== OFFERED_TOOLS.includes(name))
		return "and the tools that every agent has do not agree";
	return null;
}

function broken(what: string): WritError {
	return new WritError("tools-incomplete", `The tools of the model context protocol are not complete: ${what}`);
}
