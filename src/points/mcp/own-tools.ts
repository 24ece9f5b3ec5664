import type { Authority, Caller } from "../../authority/index.ts";
import { ROLES, readShape, type ToolScope, targetArgument, toJsonSchema } from "../../engine/index.ts";
import { WritError } from "../../platform/index.ts";
import { denied, disabled } from "./deny.ts";
import {
	fail,
	type ListedTool,
	type RunnableTool,
	type ToolCall,
	type ToolHandler,
	type ToolResult,
	type ToolRow,
	type ToolSource,
} from "./tool-row.ts";
import { isWaitingFor } from "./tools/messages.ts";
import { TOOL_ROWS } from "./tools/rows.ts";
import { TOOL_HANDLERS } from "./tools/table.ts";

/** The tools that writ serves itself. */
export function ownTools(authority: Authority, stop: () => void): ToolSource {
	const tools = serveTools(TOOL_ROWS, TOOL_HANDLERS);
	const byName = new Map(tools.map((tool) => [tool.name, tool]));
	const listed = new Map(tools.map((tool) => [tool.name, listedTool(tool)]));
	return {
		async list(caller) {
			const mine = await held(authority, caller, tools);
			return mine.flatMap(({ name }) => listed.get(name) ?? []);
		},
		async call(caller, name, input, { gone }) {
			const tool = byName.get(name);
			return tool === undefined ? null : callTool({ authority, gone, stop }, caller, tool, input);
		},
	};
}

async function held(authority: Authority, caller: Caller, tools: readonly RunnableTool[]): Promise<readonly RunnableTool[]> {
	const possible = tools.filter((tool) => isFor(tool, caller));
	if (caller.principal.kind !== "agent") return possible;
	const names = new Set(
		await authority.heldTools(
			caller,
			possible.map(({ name }) => name),
		),
	);
	return possible.filter(({ name }) => names.has(name));
}

function listedTool({ name, description, input }: RunnableTool): ListedTool {
	const { $schema: _, ...schema } = toJsonSchema(input);
	return { name, description, inputSchema: { ...schema, type: "object" } };
}

/** What every call of one server has in common. */
interface CallOptions {
	readonly authority: Authority;
	readonly gone: AbortSignal;
	readonly stop: () => void;
}

/** Judges a call by its row, reads its arguments, and runs it; whatever goes wrong inside is an error that tells nothing. */
async function callTool(
	options: CallOptions,
	caller: Caller,
	tool: RunnableTool,
	given: Readonly<Record<string, unknown>>,
): Promise<ToolResult> {
	try {
		return await judgeAndRun(options, caller, tool, given);
	} catch (error) {
		options.authority.log(`${tool.name} failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
		return fail("internal", "Something went wrong on the server");
	}
}

async function judgeAndRun(
	{ authority, gone, stop }: CallOptions,
	caller: Caller,
	tool: RunnableTool,
	given: Readonly<Record<string, unknown>>,
): Promise<ToolResult> {
	if (!isFor(tool, caller)) {
		const code = tool.served.gate === "person" ? "person-required" : "not-permitted";
		await authority.refusePoint(caller, { kind: "tool", tool: tool.name }, code);
		return disabled(tool, code);
	}
	const argument = targetArgument(tool);
	const target = argument === null ? undefined : given[argument];
	const answers = tool.served.sends === true && (await isAnswer({ authority, caller }, target, given.in_reply_to));
	const used = caller.principal.kind === "agent" ? await authority.useTool(caller, { tool: tool.name, input: given, answers }) : null;
	if (used !== null && used.decision.effect !== "allow" && !(tool.served.sends === true && used.decision.effect === "ask"))
		return denied(tool, caller, target, used);
	// SECURITY: arguments come last, so that what is wrong with them tells nothing about tools and agents out of reach.
	const read = readShape(given, tool.input, "the arguments");
	if (!read.ok) return wrongArguments(read.problems);
	const call: ToolCall = { authority, caller, row: tool, input: read.value, used, gone, stop };
	return tool.run(call);
}

/** Whether a tool is for keys of this kind and people of this role; what an agent has is for its writ to say. */
function isFor({ served: { scopes, role = "user" } }: RunnableTool, { principal }: Caller): boolean {
	if (!scopes.includes(scopeOf(principal))) return false;
	return principal.kind !== "person" || ROLES.indexOf(principal.role) >= ROLES.indexOf(role);
}

function scopeOf({ kind }: Caller["principal"]): ToolScope {
	return kind === "person" ? "user" : kind;
}

/** To answer somebody needs no way back to them, only the tool. */
async function isAnswer(by: Pick<ToolCall, "authority" | "caller">, to: unknown, message: unknown): Promise<boolean> {
	return typeof to === "string" && typeof message === "string" && (await isWaitingFor(by, to, message));
}

function wrongArguments(problems: readonly { readonly path: string; readonly message: string; readonly hint?: string }[]): ToolResult {
	const words = problems.map(({ message, hint }) => (hint === undefined ? message : `${message} (${hint})`)).join("; ");
	return fail("invalid-request", words, { problems: problems.map(({ path, message }) => ({ path, message })) });
}

/** Arguments that name an agent, whatever else a tool calls its arguments. */
const AGENT_PARAMETERS = new Set(["agent", "agent_id", "agent_name", "target", "target_agent"]);

/** Gates that judge an agent which the call names. */
const REACHING = new Set(["edge", "target", "spawner"]);

/**
 * Each handler with its row.
 * SECURITY: a server whose tools are not all described does not start, so that no tool is reachable without a gate
 * (test/mcp/rows.test.ts).
 */
export function serveTools(rows: readonly ToolRow[], handlers: Readonly<Record<string, ToolHandler>>): readonly RunnableTool[] {
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

function problemOf(row: ToolRow): string | null {
	const { gate, scopes } = row.served;
	const { keys } = row.input;
	const argument = targetArgument(row);
	if (argument !== null && !Object.hasOwn(keys, argument)) return `names the parameter '${argument}', which the tool does not have`;
	if (REACHING.has(gate) && argument === null) return `has the gate ${gate} and names no parameter`;
	const agents = Object.keys(keys).filter((key) => AGENT_PARAMETERS.has(key));
	if (gate === "none" && (argument !== null || agents.length > 0)) return `has the gate none, and a parameter that names an agent`;
	if (gate === "self" && agents.length > 0) return `has the gate self, and the parameter '${agents[0]}' that names an agent`;
	if (gate === "person" && scopes.some((scope) => scope !== "user")) return "is for people only, and lets others in";
	return null;
}

function broken(what: string): WritError {
	return new WritError("tools-incomplete", `The tools of the model context protocol are not complete: ${what}`);
}
