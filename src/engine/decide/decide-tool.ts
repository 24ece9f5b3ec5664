import type { Observer } from "../commands/index.ts";
import type { ArgumentReading } from "../match/index.ts";
import type { CommandRequest, Decision, Facts, TargetRequest, ToolRequest, Writ } from "../vocabulary/index.ts";
import { allowance, grantedReason, obligationsOf } from "./allowance.ts";
import { planTool, type ToolPlan } from "./compiled-tools.ts";
import { conclude, invalid, type Outcome } from "./outcome.ts";
import { NO_INPUT, NOTHING_READ, readCall, readText } from "./read-call.ts";
import { missing, otherThanCommand, otherThanTarget, otherThanTool, wrongDirectory, wrongInput } from "./read-request.ts";
import { toolContext } from "./tool-context.ts";
import { TOOL_STEPS } from "./tool-steps.ts";

/** Judges one tool call. */
export function decideTool(writ: Writ, request: ToolRequest, facts: Facts): Decision {
	// SECURITY: each member is read once; a getter could say something else the next time.
	const { tool, input, cwd } = request;
	if (!isToolName(tool)) return invalid(missing("tool", "tool"));
	const problem = wrongInput(input) ?? wrongDirectory(cwd) ?? otherThanTool(request);
	if (problem !== null) return invalid(problem);
	const plan = planTool(writ.terms.tools, tool, facts.confined === true);
	return takeSteps(writ, { kind: "tool", tool, input, ...(cwd === undefined ? {} : { cwd }) }, facts, plan, readCall(plan, input));
}

/** Judges shell text, as the tool `Bash` would run it. */
export function decideCommand(writ: Writ, request: CommandRequest, facts: Facts, observe?: Observer): Decision {
	const { command, cwd } = request;
	if (typeof command !== "string") return invalid(missing("command", "command"));
	const problem = wrongDirectory(cwd) ?? otherThanCommand(request);
	if (problem !== null) return invalid(problem);
	const call: ToolRequest = cwd === undefined ? BASH : { kind: "tool", tool: "Bash", input: NO_INPUT, cwd };
	return takeSteps(writ, call, facts, planTool(writ.terms.tools, "Bash", facts.confined === true), readText(command), observe);
}

const BASH: ToolRequest = { kind: "tool", tool: "Bash", input: NO_INPUT };

/** Judges a request that names its target instead of arguments. */
export function decideTarget(writ: Writ, request: TargetRequest, facts: Facts): Decision {
	const { tool, target } = request;
	if (!isToolName(tool)) return invalid(missing("tool", "target"));
	const problem = otherThanTarget(request);
	if (problem !== null) return invalid(problem);
	const plan = planTool(writ.terms.tools, tool, facts.confined === true);
	if (plan.entry !== undefined && plan.entry.targets === undefined) return invalid(`Tool '${tool}' reaches no agent`);
	const read = { ...NOTHING_READ, targets: [{ argument: "target", value: target }] };
	return takeSteps(writ, { kind: "tool", tool, input: NO_INPUT }, facts, plan, read);
}

/** Printable, without blanks: a name that reads as another one is no name. */
const NAME = /^[!-~]{1,256}$/;

function isToolName(tool: unknown): tool is string {
	return typeof tool === "string" && NAME.test(tool);
}

/** Judges a call that has been read, step by step; the first denial ends it. */
function takeSteps(writ: Writ, request: ToolRequest, facts: Facts, plan: ToolPlan, read: ArgumentReading, observe?: Observer): Decision {
	const context = toolContext(writ, writ.terms, request, facts, plan, read, observe);
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
