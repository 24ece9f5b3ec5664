import { type Caller, type Refusal, refusalMembers, type UsedTool } from "../../authority/index.ts";
import { fail, give, type ToolResult, type ToolRow } from "./tool-row.ts";

/** A tool as a denial names it. */
type NamedTool = Pick<ToolRow, "name"> & { readonly served: Pick<ToolRow["served"], "words"> };

/** A denial whose text other programs compare. */
function denyInWords(text: string, code: string, decisionId?: string | null): ToolResult {
	const data = { error: text, code, ...(decisionId === undefined ? {} : { decision_id: decisionId }) };
	return { content: [{ type: "text", text }], structuredContent: data, isError: true };
}

/** A tool that the caller does not have. */
export function disabled({ name }: NamedTool, code: string, decisionId?: string | null): ToolResult {
	return denyInWords(`Tool '${name}' is disabled by permission policy`, code, decisionId);
}

/** What was decided against a call. */
export function denied(row: NamedTool, caller: Caller, target: unknown, used: UsedTool): ToolResult {
	const { decision, decisionId, approvalId } = used;
	const [{ code, message }] = decision.reasons;
	if (used.disabled) return code === "level-not-allowed" ? denyInWords(message, code, decisionId) : disabled(row, code, decisionId);
	if (used.ofTarget) return unreachable(row, caller, target, message, decisionId);
	return fail(code, message, {
		reasons: decision.reasons,
		decision_id: decisionId,
		retryable: decision.effect === "ask" || code === "edge-rate",
		...(approvalId === undefined ? {} : { approval_id: approvalId }),
	});
}

/** Refusals that would tell whether an agent exists. */
const TELLING = new Set(["not-found", "no-edge", "unknown-agent", "no-permissions", "not-permitted"]);

/** What a verb refused about an agent that the call names. */
export function refusedTarget(row: NamedTool, caller: Caller, target: string, refusal: Refusal): ToolResult {
	if (!TELLING.has(refusal.code)) return refused(refusal);
	if (caller.principal.kind !== "agent") return refusal.code === "not-permitted" ? refused(refusal) : fail("not-found", "Agent not found");
	return unreachable(row, caller, target, refusal.code === "no-edge" ? refusal.message : null, refusal.decisionId);
}

/** What a verb refused. */
export function refused(refusal: Refusal): ToolResult {
	const { code, message, problems } = refusal;
	const inWords = problems === undefined ? {} : { problems: problems.map((problem) => problem.message) };
	return fail(code, message, { ...refusalMembers(refusal), ...inWords });
}

/** SECURITY: missing, forbidden, blocked and ended agents are the same to an agent (test/mcp/targets.test.ts). */
function unreachable(
	row: NamedTool,
	{ principal }: Caller,
	target: unknown,
	message: string | null,
	decisionId?: string | null,
): ToolResult {
	const name = typeof target === "string" ? target : "";
	if (row.served.words !== "trinity")
		return denyInWords(message ?? `Tool '${row.name}' cannot target agent '${name}'`, "no-edge", decisionId);
	const caller = principal.kind === "agent" ? principal.id : "";
	return {
		...give({
			success: false,
			error: "Permission denied",
			message: `Agent '${caller}' is not permitted to communicate with '${name}'`,
			code: "AGENT_PERMISSION_DENIED",
			reason: "no-edge",
			caller,
			target: name,
		}),
		isError: true,
	};
}
