import { judgeCommand } from "../match/index.ts";
import type { CommandRequest, Decision, Facts, ToolRequest, Writ } from "../vocabulary/index.ts";
import { knownAllowance } from "./allowance.ts";
import { commandPolicy } from "./command-policy.ts";
import { decideCall, isGranted } from "./decide-tool.ts";
import { keepCommandAnswer } from "./keep-answer.ts";
import { stillHolds } from "./kept-answer.ts";
import { invalid } from "./outcome.ts";
import { NO_INPUT, readText } from "./read-call.ts";
import { missing, otherThanCommand, wrongDirectory } from "./read-request.ts";
import { isAskedAgain, type Ruling, rulingFor } from "./ruling.ts";
import { settleTool } from "./settle-tool.ts";
import { NO_RULES } from "./tool-rules.ts";

/** Judges shell text, as the tool `Bash` would run it. */
export function decideCommand(writ: Writ, request: CommandRequest, facts: Facts): Decision {
	// SECURITY: each member is read once; a getter could say something else the next time.
	const { command, cwd } = request;
	const problem = otherThanCommand(request);
	const ruling = rulingFor(writ, facts);
	if (typeof command === "string" && cwd === undefined && problem === null && !isGranted(facts)) {
		const known = ruling.commands.get(command);
		if (known !== undefined && stillHolds(known, facts)) return known.decision;
	}
	return decideAnew(writ, ruling, command, cwd, facts, problem);
}

/** Judges a text of which nothing is known that holds now. */
function decideAnew(writ: Writ, ruling: Ruling, command: string, cwd: string | undefined, facts: Facts, other: string | null): Decision {
	if (typeof command !== "string") return invalid(missing("command", "command"));
	const problem = wrongDirectory(cwd) ?? other;
	if (problem !== null) return invalid(problem);
	if (cwd !== undefined || isGranted(facts) || !isAskedAgain(ruling, command)) return judge(writ, ruling, command, cwd, facts);
	return keepCommandAnswer(ruling, command, facts, (recording) => judge(writ, ruling, command, undefined, recording));
}

function judge(writ: Writ, ruling: Ruling, command: string, cwd: string | undefined, facts: Facts): Decision {
	const settled = settleTool(ruling, "Bash", writ);
	if (settled === null) return invalid(missing("tool", "command"));
	const call: ToolRequest = cwd === undefined ? BASH : { kind: "tool", tool: "Bash", input: NO_INPUT, cwd };
	const { plan, text } = settled;
	if (text === null || isGranted(facts)) return decideCall(writ, ruling, settled, call, facts, readText(command));
	const policy = commandPolicy({ plan, granted: NO_RULES, terms: ruling.terms, facts, writ });
	const judged = judgeCommand(command, cwd ?? writ.places.written.workspace ?? "/", policy);
	const rule = text.rule ?? judged.rules[0] ?? "";
	const known = judged.findings.length === 0 ? knownAllowance(settled, command, rule, facts) : undefined;
	return known ?? decideCall(writ, ruling, settled, call, facts, readText(command), judged);
}

const BASH: ToolRequest = { kind: "tool", tool: "Bash", input: NO_INPUT };
