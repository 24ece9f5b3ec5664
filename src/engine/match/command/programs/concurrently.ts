import type { ProgramTable } from "../program-table.ts";
import { plain, runs } from "./option-rows.ts";

/** Programs that run each operand as shell text. */
export const concurrently: ProgramTable = {
	names: ["concurrently", "conc"],
	abbreviations: false,
	operands: "shell",
	options: [
		runs("--shell <shell>", "runs the commands with another shell"),
		{ ...runs("--teardown <command>", "runs this command at the end"), is: "shell" },
		...plain(
			"-n --names <names>",
			"-c --prefix-colors <colors>",
			"-p --prefix <template>",
			"-m --max-processes <number>",
			"-s --success <mode>",
			"--restart-tries <number>",
			"--kill-signal <signal>",
		),
	],
};
