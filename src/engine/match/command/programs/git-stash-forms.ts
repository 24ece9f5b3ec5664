import type { CommandForm, OptionRow } from "../program-table.ts";
import { gitDiffOptions } from "./git-diff-options.ts";
import { gitHistoryOptions } from "./git-history-options.ts";
import { gitPathspecOptions } from "./git-pathspec-options.ts";
import { named, plain } from "./option-rows.ts";

/** `git stash` and its subcommands. */
export const gitStashForms: Readonly<Record<string, CommandForm>> = {
	stash: {
		operands: "maybe-read",
		recursive: ["--all"],
		options: stashOptions(),
		subcommands: {
			list: { operands: "data", analyser: "git-stash-list", analysesWords: true, options: gitHistoryOptions },
			show: { operands: "data", analyser: "git-stash-show", analysesWords: true, options: gitDiffOptions },
			push: { operands: "maybe-read", recursive: ["--all"], options: stashOptions() },
			save: { operands: "data", recursive: ["--all"], options: stashOptions() },
			pop: { operands: "data" },
			apply: { operands: "data" },
			branch: { operands: "data" },
			create: { operands: "data" },
			store: { operands: "data", options: plain("-m --message <text>") },
			drop: named("changes", "deletes a stash"),
			clear: named("changes", "deletes every stash"),
			export: named("changes", "writes stashes to a ref", { options: plain("--to-ref <ref>") }),
			import: named("changes", "takes stashes from a ref"),
		},
	},
};

function stashOptions(): readonly OptionRow[] {
	return [
		...gitPathspecOptions,
		...plain(
			"-m --message <text>",
			"-U --unified <lines>",
			"--inter-hunk-context <lines>",
			"-p --patch",
			"-k --keep-index",
			"-u --include-untracked",
			"-a --all",
			"-S --staged",
			"-q --quiet",
		),
	];
}
