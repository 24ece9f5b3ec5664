import type { ProgramTable } from "../program-table.ts";

/** Built-ins that a rule decides about like any program; the walk has its own reading of the others. */
export const shellBuiltIns: readonly ProgramTable[] = [
	{
		names: ["source", "."],
		style: "none",
		operands: ["script", "data"],
		interpreter: { shell: true, why: "it runs a script in this shell" },
	},
	{ names: ["type", "help", "times", "dirs"], operands: "data" },
	{ names: ["umask", "ulimit"], operands: "data", hazard: "changes", why: "it changes a limit or mode for what follows" },
	{
		names: ["jobs", "fg", "bg", "disown"],
		operands: "data",
		options: [{ names: ["-x"], hazard: "runs", why: "jobs -x runs its operands as a command" }],
	},
	{
		names: ["history"],
		operands: "data",
		options: [
			{ names: ["-w", "-a"], value: "optional", hazard: "changes", why: "it writes the history to a file" },
			{ names: ["-r", "-n"], value: "optional", hazard: "loads", why: "it loads commands from a file" },
			{ names: ["-c", "-d", "-s"], hazard: "changes", why: "it changes the history" },
			{ names: ["-p"], hazard: "runs", why: "it expands its operands" },
		],
	},
];
