import type { CommandRequest, Decision, Facts, ToolRequest, Writ } from "../vocabulary/index.ts";
import { decideCall, isGranted } from "./decide-tool.ts";
import { keepAnswer } from "./keep-answer.ts";
import { stillHolds } from "./kept-answer.ts";
import { invalid } from "./outcome.ts";
import { NO_INPUT, NOTHING_READ } from "./read-call.ts";
import { missing, otherThanCommand, wrongDirectory } from "./read-request.ts";
import { isAskedAgain, type Ruling, rulingFor } from "./ruling.ts";
import { settleTool } from "./settle-tool.ts";

/** Judges shell text, as the tool `Bash` would run it. */
export function decideCommand(writ: Writ, request: CommandRequest, facts: Facts): Decision {
	// SECURITY: each member is read once; a getter could say something else the next time.
	const { command, cwd } = request;
	if (typeof command !== "string") return invalid(missing("command", "command"));
	const problem = wrongDirectory(cwd) ?? otherThanCommand(request);
	if (problem !== null) return invalid(problem);
	const ruling = rulingFor(writ, facts);
	if (cwd !== undefined || isGranted(facts)) return judge(writ, ruling, command, cwd, facts);
	const known = ruling.commands.others.get(command);
	if (known !== undefined && stillHolds(known, facts)) return known.decision;
	if (isAskedAgain(ruling.commands, command)) return judgeAndKeep(writ, ruling, command, facts);
	return judge(writ, ruling, command, undefined, facts);
}

/** Apart, so that an answer that is there already costs no closure. */
function judgeAndKeep(writ: Writ, ruling: Ruling, command: string, facts: Facts): Decision {
	return keepAnswer(ruling, ruling.commands.others, command, facts, (recording) => judge(writ, ruling, command, undefined, recording));
}

function judge(writ: Writ, ruling: Ruling, command: string, cwd: string | undefined, facts: Facts): Decision {
	const settled = settleTool(ruling, "Bash", writ);
	if (settled === null) return invalid(missing("tool", "command"));
	const read = { ...NOTHING_READ, commands: [{ argument: "command", value: command }] };
	const call: ToolRequest =
		cwd === undefined ? { kind: "tool", tool: "Bash", input: NO_INPUT } : { kind: "tool", tool: "Bash", input: NO_INPUT, cwd };
	return decideCall(writ, ruling, settled, call, facts, read);
}
