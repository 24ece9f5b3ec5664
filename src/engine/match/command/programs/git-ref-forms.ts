import type { CommandForm, OptionRow } from "../program-table.ts";
import { gitHistoryOptions } from "./git-history-options.ts";
import { changes, named, plain, reads, redirects, runs, without } from "./option-rows.ts";

/** Commands of git that work on branches, tags, notes and the reflog. */
export const gitRefForms: Readonly<Record<string, CommandForm>> = {
	branch: {
		operands: "data",
		options: [
			changes("-d --delete", "deletes a branch"),
			changes("-D", "deletes a branch, merged or not"),
			changes("-m --move", "renames a branch"),
			changes("-M", "renames a branch over another"),
			changes("-c --copy", "copies a branch and its settings"),
			changes("-C", "copies a branch over another"),
			changes("-f --force", "moves a branch to another commit"),
			changes("-u --set-upstream-to <branch>", "changes the branch's settings"),
			changes("--set-upstream", "changes the branch's settings"),
			changes("--unset-upstream", "changes the branch's settings"),
			runs("--edit-description", "opens the configured editor"),
			...refOptions(),
			...plain("-t --track [mode]", "--abbrev [length]", "--show-current", "--create-reflog", "--format <format>"),
		],
	},
	tag: {
		operands: "data",
		options: [
			changes("-d --delete", "deletes a tag"),
			changes("-f --force", "moves a tag to another commit"),
			runs("-v --verify", "runs the program that gpg.program names"),
			runs("-s --sign", "runs the program that gpg.program names, with the user's key"),
			redirects("-u --local-user <key>", "chooses the key to sign with"),
			runs("-e --edit", "opens the configured editor"),
			...reads("-F --file <file>"),
			...without(refOptions(), "-a", "--all", "-r", "--remotes", "-v", "--verbose"),
			...plain("-a --annotate", "-n [lines]", "-m --message <text>", "--trailer <trailer>", "--cleanup <mode>", "--format <format>"),
		],
	},
	notes: {
		operands: "data",
		options: plain("--ref <ref>"),
		subcommands: {
			list: { operands: "data" },
			show: { operands: "data", options: gitHistoryOptions },
			"get-ref": {},
			add: { operands: "data", options: noteOptions() },
			append: { operands: "data", options: noteOptions() },
			copy: { operands: "data", options: [changes("-f --force", "replaces a note")] },
			edit: named("runs", "opens the configured editor"),
			merge: { operands: "data", options: plain("-s --strategy <strategy>") },
			remove: named("changes", "deletes notes"),
			prune: named("changes", "deletes notes"),
		},
	},
	reflog: {
		operands: "data",
		options: gitHistoryOptions,
		subcommands: {
			show: { operands: "data", options: gitHistoryOptions },
			list: {},
			exists: { operands: "data" },
			expire: named("changes", "deletes entries of the reflog"),
			delete: named("changes", "deletes entries of the reflog"),
			drop: named("changes", "deletes a reflog"),
			write: named("changes", "writes an entry of the reflog"),
		},
	},
};

function noteOptions(): readonly OptionRow[] {
	return [
		changes("-f --force", "replaces a note"),
		...reads("-F --file <file>"),
		runs("-c --reedit-message <object>", "opens the configured editor"),
		runs("-e --edit", "opens the configured editor"),
		...plain("-m --message <text>", "-C --reuse-message <object>", "--separator [text]"),
	];
}

function refOptions(): readonly OptionRow[] {
	return plain(
		"--contains [commit]",
		"--no-contains [commit]",
		"--with [commit]",
		"--without [commit]",
		"--merged [commit]",
		"--no-merged [commit]",
		"--points-at <object>",
		"--sort <key>",
		"--color [when]",
		"--column [options]",
		"-l --list",
		"-a --all",
		"-r --remotes",
		"-v --verbose",
		"-q --quiet",
		"-i --ignore-case",
	);
}
