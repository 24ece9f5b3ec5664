import type { Authority, Caller, ToolUse } from "../../authority/index.ts";
import { ROLES, readShape } from "../../engine/index.ts";
import { denied, disabled } from "./deny.ts";
import { fail, type ToolResult } from "./tool-result.ts";
import type { ServedTool, ToolCall, ToolScope } from "./tool-row.ts";
import { isWaitingFor } from "./tools/messages.ts";

/** What every call of one server has in common. */
export interface CallOptions {
	readonly authority: Authority;
	readonly gone: AbortSignal;
	readonly stop: () => void;
}

/** Judges a call by its row, reads its arguments, and runs it; whatever goes wrong inside is an error that tells nothing. */
export async function callTool(
	options: CallOptions,
	caller: Caller,
	tool: ServedTool,
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
	tool: ServedTool,
	given: Readonly<Record<string, unknown>>,
): Promise<ToolResult> {
	if (!isFor(tool, caller)) {
		const code = tool.gate === "person" ? "person-required" : "not-permitted";
		await authority.refusePoint(caller, { kind: "tool", tool: tool.name }, code);
		return disabled(tool, code);
	}
	const target = tool.param === null ? undefined : given[tool.param];
	const used = caller.principal.kind === "agent" ? await authority.useTool(caller, await useOf({ authority, caller }, tool, given)) : null;
	if (used !== null && used.decision.effect !== "allow" && !(tool.sends === true && used.decision.effect === "ask"))
		return denied(tool, caller, target, used);
	// SECURITY: arguments come last, so that what is wrong with them tells nothing about tools and agents out of reach.
	const read = readShape<Readonly<Record<string, unknown>>>(given, tool.input, "the arguments");
	if (!read.ok) return wrongArguments(read.problems);
	const call: ToolCall = { authority, caller, row: tool, input: read.value, used, gone, stop };
	return tool.run(call);
}

/** Whether a tool is for keys of this kind and people of this role; what an agent has is for its writ to say. */
export function isFor({ scopes, role = "user" }: Pick<ServedTool, "scopes" | "role">, { principal }: Caller): boolean {
	if (!scopes.includes(scopeOf(principal))) return false;
	return principal.kind !== "person" || ROLES.indexOf(principal.role) >= ROLES.indexOf(role);
}

function scopeOf({ kind }: Caller["principal"]): ToolScope {
	return kind === "person" ? "user" : kind;
}

/** The row's gate in the words of the authority. */
async function useOf(
	by: Pick<ToolCall, "authority" | "caller">,
	{ name, gate, param, also, sends = false }: ServedTool,
	input: Readonly<Record<string, unknown>>,
): Promise<ToolUse> {
	const value = param === null ? undefined : input[param];
	const bare = { tool: name, input, edge: false, child: null, sends: false } as const;
	if (param === null) return bare;
	// To answer somebody needs no way back to them, only the tool.
	if (sends && typeof value === "string" && typeof input.in_reply_to === "string" && (await isWaitingFor(by, value, input.in_reply_to)))
		return { ...bare, answers: true };
	if (gate !== "spawner") return { ...bare, target: { value }, edge: true, sends };
	return { ...bare, target: { value }, edge: also === "target", child: also === "self" ? "or-self" : "required" };
}

function wrongArguments(problems: readonly { readonly path: string; readonly message: string; readonly hint?: string }[]): ToolResult {
	const words = problems.map(({ message, hint }) => (hint === undefined ? message : `${message} (${hint})`)).join("; ");
	return fail("invalid-request", words, { problems: problems.map(({ path, message }) => ({ path, message })) });
}
