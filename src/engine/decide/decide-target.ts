import type { Decision, Facts, TargetRequest, Writ } from "../vocabulary/index.ts";
import { checkEdges, checkRestrictions, checkTarget } from "./check-target.ts";
import { decideCall, isGranted } from "./decide-tool.ts";
import { decision, invalid, type Outcome } from "./outcome.ts";
import { NO_INPUT, NOTHING_READ } from "./read-call.ts";
import { missing, otherThanTarget } from "./read-request.ts";
import { isAskedAgain, keep, type Ruling, rulingFor } from "./ruling.ts";
import { settleTool } from "./settle-tool.ts";
import type { SettledTool } from "./settled-tool.ts";

/** Judges a request that names its target instead of arguments. */
export function decideTarget(writ: Writ, request: TargetRequest, facts: Facts): Decision {
	// SECURITY: each member is read once; a getter could say something else the next time.
	const { tool, target } = request;
	const problem = otherThanTarget(request);
	const ruling = rulingFor(writ, facts);
	if (ruling.reachedBy === tool && typeof target === "string" && problem === null && !isGranted(facts)) {
		const listed = ruling.reached.get(target);
		// INVARIANT: edges are asked every time.
		if (listed !== undefined && (facts.edges === undefined || listed.effect !== "allow")) return listed;
	}
	return decideAnew(writ, ruling, tool, target, facts, problem);
}

/** Judges a target of which nothing is known, or whose edge must be asked. */
function decideAnew(writ: Writ, ruling: Ruling, tool: string, target: unknown, facts: Facts, problem: string | null): Decision {
	const settled = typeof tool === "string" ? settleTool(ruling, tool, writ) : null;
	if (settled === null) return invalid(missing("tool", "target"));
	if (problem !== null) return invalid(problem);
	const { entry } = settled.plan;
	if (entry !== undefined && entry.targets === undefined) return invalid(`Tool '${tool}' reaches no agent`);
	if (settled.open !== null && settled.refused === null && !isGranted(facts))
		return decideOpen(writ, ruling, settled, settled.open, tool, target, facts);
	const read = { ...NOTHING_READ, targets: [{ argument: "target", value: target }] };
	return decideCall(writ, ruling, settled, { kind: "tool", tool, input: NO_INPUT }, facts, read);
}

/** A tool that the rules leave open: only whom it reaches is to be judged. */
function decideOpen(
	writ: Writ,
	ruling: Ruling,
	settled: SettledTool,
	open: Decision,
	tool: string,
	target: unknown,
	facts: Facts,
): Decision {
	const { targets, restrictions } = settled;
	if (targets === null || typeof target !== "string" || target === "")
		return answer(checkTarget(writ, facts, tool, target, restrictions, NOTHING_READ.unchecked), open);
	ruling.reachedBy = tool;
	ruling.reached = targets;
	let listed = targets.get(target);
	if (listed === undefined) {
		listed = answer(checkRestrictions(writ, facts, tool, target, restrictions), open);
		if (isAskedAgain(ruling, target)) keep(targets, target, listed);
	}
	// INVARIANT: edges are asked every time.
	if (facts.edges === undefined || listed.effect !== "allow") return listed;
	return answer(checkEdges(facts, tool, target, restrictions), listed);
}

function answer(outcome: Outcome | null, open: Decision): Decision {
	return outcome === null ? open : decision("deny", [outcome.reason]);
}
