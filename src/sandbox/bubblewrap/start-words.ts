import { STARTER } from "./bwrap-arguments.ts";
import { SHELL } from "./host-layout.ts";
import { type Bound, limitSteps, limitWords } from "./limit-words.ts";

/** How a command is started inside. */
export interface Start {
	/** The descriptor of the line to us. */
	readonly gate: number;
	readonly bounds: readonly Bound[];
	/** Which program `/usr/bin/sh` is. */
	readonly shell: string;
	/** What is done last, before the command. */
	readonly steps: readonly string[];
	readonly command: readonly string[];
}

/**
 * Words inside that take the limits, wait for a word from outside, and become the command: without that word nothing is started.
 * SECURITY: bubblewrap's processes ask to die with their parents one after the other, and whoever asks too late outlives us. So the
 * command starts only when all have asked; should we be killed before, the line to us ends and with it the sandbox.
 */
export function startWords({ gate, bounds, shell, steps, command }: Start): readonly string[] {
	// A shell takes a first word that looks like an option for one of its own.
	const limits = command[0]?.startsWith("-") === true ? null : limitSteps(bounds, shell);
	const wait = [...(limits ?? []), `read -r go <&${gate}`].join(" && ");
	const script = (own: readonly string[]) =>
		`${wait} || { echo >&${gate}; exit 1; }; ${own.map((step) => `${step}; `).join("")}exec "$@" ${gate}<&-`;
	if (limits !== null) return [STARTER, "-c", script(steps), "writ", ...command];
	return [STARTER, "-c", script([]), "writ", ...limitWords(bounds), ...afterLimits(steps, command), ...command];
}

/** SECURITY: the program that sets the limits must not find the late variables, which may load code into it. */
function afterLimits(steps: readonly string[], [first = ""]: readonly string[]): readonly string[] {
	if (steps.length === 0) return [];
	return [SHELL, "-c", `${steps.join("; ")}; exec ${first.startsWith("-") ? '/usr/bin/env -- "$@"' : '"$@"'}`, "writ"];
}
