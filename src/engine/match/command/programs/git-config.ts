import type { CommandForm, OptionRow } from "../program-table.ts";
import { changes, named, plain, redirects, runs } from "./option-rows.ts";

const file: OptionRow = {
	...redirects("-f --file <file>", "works on the settings in another file"),
	is: "read",
};
const blob: OptionRow = { names: ["--blob"], value: "required", is: "maybe-read" };

/** The options of `git config`, which its analyser reads too. */
export const GIT_CONFIG_OPTIONS: readonly OptionRow[] = [
	changes("--add", "changes a setting"),
	changes("--replace-all", "changes a setting"),
	changes("--unset", "deletes a setting"),
	changes("--unset-all", "deletes a setting"),
	changes("--rename-section", "changes settings"),
	changes("--remove-section", "deletes settings"),
	changes("--append", "changes a setting"),
	runs("-e --edit", "opens the configured editor"),
	redirects("--global", "reads or changes the settings of the user"),
	redirects("--system", "reads or changes the settings of the machine"),
	file,
	blob,
	...plain(
		"-t --type <type>",
		"--default <value>",
		"--comment <text>",
		"--value <pattern>",
		"--url <url>",
		"--get",
		"--get-all",
		"--get-regexp",
		"--get-urlmatch",
		"--get-color",
		"-l --list",
		"--local",
		"--worktree",
		"--bool",
		"--int",
	),
];

const shown: CommandForm = {
	operands: "data",
	options: [file, blob, ...plain("--type <type>", "--default <value>", "--value <pattern>", "--url <url>")],
};
const changed = (why: string): CommandForm =>
	named("changes", why, { operands: "data", analyser: "git-config-set", analysesWords: true, options: GIT_CONFIG_OPTIONS });

/** `git config`: most settings are harmless, the others name programs that git runs. */
export const gitConfig: CommandForm = named("loads", "settings of git name programs that it runs", {
	operands: "data",
	analyser: "git-config",
	analysesWords: true,
	options: GIT_CONFIG_OPTIONS,
	subcommands: {
		get: shown,
		list: shown,
		set: changed("changes a setting"),
		unset: changed("deletes a setting"),
		"rename-section": changed("changes settings"),
		"remove-section": changed("deletes settings"),
		edit: named("runs", "opens the configured editor"),
	},
});
