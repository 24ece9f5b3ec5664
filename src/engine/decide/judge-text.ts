import type { CommandPolicy, Finding, Observer } from "../commands/index.ts";
import { isConditional, unconditional } from "../match/index.ts";
import { type CommandJudgement, judgeCommand } from "../shell/index.ts";

/**
 * Judges shell text by the rules that hold now. What they deny and the rules allow that hold inside a sandbox must be confirmed:
 * the text is then judged once more as if these held, and what is denied even so stays denied.
 */
export function judgeText(
	text: string,
	cwd: string,
	policy: CommandPolicy,
	insidePolicy: () => CommandPolicy | null,
	observe?: Observer,
): CommandJudgement {
	const judged = judgeCommand(text, cwd, policy, observe);
	const denials = judged.findings.filter(({ effect }) => effect === "deny");
	const other = denials.length === 0 ? null : insidePolicy();
	if (other === null) return judged;
	const inside = judgeCommand(text, cwd, other);
	if (inside.findings.some(({ effect }) => effect === "deny")) return inside;
	return { ...inside, findings: [...denials.map(({ segment }) => confirmation(segment, inside.rules)), ...inside.findings] };
}

function confirmation(segment: string, rules: readonly string[]): Finding {
	const conditional = rules.filter(isConditional);
	const words = new Set(segment.split(/\s+/));
	const rule = conditional.find((one) => words.has(programOf(one))) ?? conditional[0];
	const message = onlyInside(`'${segment}'`, rule);
	return { effect: "ask", code: "needs-confirmation", segment, message, ...(rule === undefined ? {} : { rule }) };
}

/** Why something that a rule allows inside a sandbox is asked about outside. */
export function onlyInside(what: string, rule: string | undefined): string {
	const by = rule === undefined ? "" : ` (${unconditional(rule)})`;
	return `${what} is allowed only inside a sandbox${by}; outside one it must be confirmed`;
}

function programOf(rule: string): string {
	return /\(([^\s:)]*)/.exec(rule)?.[1] ?? "";
}
