import type { CommandForm, OptionRow } from "../program-table.ts";
import { plain, reads, runs } from "./option-rows.ts";

const strategy: OptionRow = {
	...runs("-s --strategy <name>", "an unknown strategy is the program git-merge-<name>"),
	except: ["ort", "recursive", "resolve", "octopus", "ours", "subtree"],
};

const message = [
	...reads("-F --file <file>"),
	...plain("-m --message <text>", "--cleanup <mode>", "-S --gpg-sign [key]", "--strategy-option -X <option>", "--log [number]"),
];

const pick: CommandForm = {
	operands: "data",
	options: [
		{ ...strategy, names: ["--strategy"] },
		runs("-e --edit", "opens the configured editor"),
		...plain(
			"-m --mainline <number>",
			"-X --strategy-option <option>",
			"--cleanup <mode>",
			"-S --gpg-sign [key]",
			"--empty <mode>",
			"--no-edit",
		),
	],
};

/** Commands of git that bring commits together or put them elsewhere. */
export const gitMergeForms: Readonly<Record<string, CommandForm>> = {
	merge: {
		operands: "data",
		options: [
			strategy,
			...message,
			runs("-e --edit", "opens the configured editor"),
			...plain(
				"--into-name <branch>",
				"--no-edit",
				"-n --no-stat",
				"-q --quiet",
				"-v --verbose",
				"--no-ff",
				"--ff-only",
				"--squash",
				"--abort",
				"--continue",
			),
		],
	},
	"cherry-pick": pick,
	revert: pick,
	rebase: {
		operands: "data",
		options: [
			{ ...runs("-x --exec <command>", "runs a shell command after each commit", "GTFOBins git"), is: "shell" },
			runs("-i --interactive", "opens the configured sequence editor, and runs the `exec` lines of its list"),
			runs("--edit-todo", "opens the configured sequence editor"),
			strategy,
			...plain(
				"--onto <commit>",
				"-X --strategy-option <option>",
				"--whitespace <mode>",
				"-C <lines>",
				"--empty <mode>",
				"-S --gpg-sign [key]",
				"-r --rebase-merges [mode]",
				"-q --quiet",
				"-v --verbose",
				"-n --no-stat",
				"-f --force-rebase --no-ff",
				"-m --merge",
				"-k --keep-empty",
			),
		],
	},
};
