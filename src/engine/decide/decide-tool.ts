import type { ArgumentReading, CommandJudgement } from "../match/index.ts";
import type { Decision, Facts, ToolRequest, Writ } from "../vocabulary/index.ts";
import { allowance, grantedReason, obligationsOf } from "./allowance.ts";
import { keepBareAnswer } from "./keep-answer.ts";
import { stillHolds } from "./kept-answer.ts";
import { conclude, invalid, type Outcome } from "./outcome.ts";
import { isEmpty, NO_INPUT, readCall } from "./read-call.ts";
import { missing, otherThanTool, wrongDirectory, wrongInput } from "./read-request.ts";
import { type Ruling, rulingFor } from "./ruling.ts";
import { settleTool } from "./settle-tool.ts";
import type { SettledTool } from "./settled-tool.ts";
import { toolContext } from "./tool-context.ts";
import { TOOL_STEPS } from "./tool-steps.ts";

/** Judges one tool call. */
export function decideTool(writ: Writ, request: ToolRequest, facts: Facts): Decision {
	// SECURITY: each member is read once; a getter could say something else the next time.
	const { tool, input, cwd } = request;
	const problem = wrongInput(input) ?? wrongDirectory(cwd) ?? otherThanTool(request);
	const ruling = rulingFor(writ, facts);
	const settled = typeof tool === "string" && problem === null && !isGranted(facts) ? ruling.tools.get(tool) : undefined;
	if (settled !== undefined) {
		if (settled.refused !== null) return settled.refused;
		if (isEmpty(input)) {
			if (settled.bare !== null) return settled.bare;
			if (settled.kept !== null && cwd === undefined && stillHolds(settled.kept, facts)) return settled.kept.decision;
		}
	}
	return decideAnew(writ, ruling, { tool, input, cwd }, facts, problem);
}

/** The members of a request, each read once. */
type Members = Pick<ToolRequest, "tool" | "input"> & { readonly cwd: string | undefined };

/** Judges a call of which nothing is known that holds now. */
function decideAnew(writ: Writ, ruling: Ruling, { tool, input, cwd }: Members, facts: Facts, problem: string | null): Decision {
	const settled = typeof tool === "string" ? settleTool(ruling, tool, writ) : null;
	if (settled === null) return invalid(missing("tool", "tool"));
	if (problem !== null) return invalid(problem);
	if (!isGranted(facts)) {
		if (settled.refused !== null) return settled.refused;
		if (settled.bare !== null && isEmpty(input)) return settled.bare;
		if (settled.alone && cwd === undefined && isEmpty(input)) return decideBare(writ, ruling, settled, tool, facts);
	}
	const call: ToolRequest = cwd === undefined ? { kind: "tool", tool, input } : { kind: "tool", tool, input, cwd };
	return decideCall(writ, ruling, settled, call, facts, readCall(settled.plan, input));
}

/** Judges a call without arguments, at the workspace. */
function decideBare(writ: Writ, ruling: Ruling, settled: SettledTool, tool: string, facts: Facts): Decision {
	const call: ToolRequest = { kind: "tool", tool, input: NO_INPUT };
	const read = readCall(settled.plan, NO_INPUT);
	return keepBareAnswer(ruling, settled, facts, (recording) => decideCall(writ, ruling, settled, call, recording, read));
}

/** Whether people have granted something for a while: then every step is taken. */
export function isGranted({ grants }: Facts): boolean {
	return grants !== undefined && grants.length > 0;
}

/** Judges a call that has been read, step by step; the first denial ends it. */
export function decideCall(
	writ: Writ,
	{ terms }: Ruling,
	settled: SettledTool,
	request: ToolRequest,
	facts: Facts,
	read: ArgumentReading,
	judged: CommandJudgement | null = null,
): Decision {
	if (settled.refused !== null && !isGranted(facts)) return settled.refused;
	const context = toolContext(writ, terms, request, facts, settled.plan, read, settled, judged);
	let asking: Outcome[] | null = null;
	for (const { check } of TOOL_STEPS) {
		const found = check(context);
		if (found === null) continue;
		const list = "effect" in found ? [found] : found;
		if (list.length === 0) continue;
		if (list.some((outcome) => outcome.effect === "deny")) return conclude(list, facts, () => grantedReason(context), []);
		asking = asking === null ? [...list] : [...asking, ...list];
	}
	if (asking !== null) return conclude(asking, facts, () => grantedReason(context), obligationsOf(context));
	return allowance(context);
}
