import type { Inner, Need } from "./analysis.ts";
import { type Argument, dynamicArgument } from "./argument.ts";
import type { ParsedWords } from "./parse-words.ts";
import type { LauncherForm } from "./program-table.ts";

/** The command that a launcher runs, and what a rule must name before it is looked through. */
export function splitLauncher(
	words: readonly Argument[],
	parsed: ParsedWords,
	launcher: LauncherForm,
	program: string,
): { readonly inner: Inner | null; readonly needs: readonly Need[] } {
	let at = (parsed.operands[0]?.at ?? words.length) + (launcher.ownOperands ?? 0);
	const assignments: string[] = [];
	if (launcher.assignments === true) {
		for (; at < words.length; at++) {
			const argument = words[at] ?? dynamicArgument("");
			const match = /^([A-Za-z_]\w*)\+?=/.exec(argument.text ?? argument.lead);
			if (match === null) break;
			assignments.push(match[1] ?? "");
		}
	}
	if (at >= words.length) return { inner: null, needs: bare(launcher, program, words) };
	return {
		inner: {
			words: words.slice(at),
			at,
			appends: launcher.appends === true,
			needsRule: launcher.needsRule === undefined ? null : (launcher.why ?? launcher.needsRule),
			assignments,
		},
		needs: [],
	};
}

/** A launcher without a command: `env` prints the environment, `sudo -l` lists; a rule for the launcher itself decides. */
function bare(launcher: LauncherForm, program: string, words: readonly Argument[]): readonly Need[] {
	if (launcher.needsRule === undefined) return [];
	return words.length > 1 ? [] : [{ at: -1, segment: program, why: "it starts a shell", effect: "ask", code: "command-dynamic" }];
}
