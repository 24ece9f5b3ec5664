import type { CommandForm, OptionRow } from "../program-table.ts";
import { gitDiffOptions } from "./git-diff-options.ts";
import { gitHistoryOptions } from "./git-history-options.ts";
import { changes, loads, named, plain, reads, redirects, runs, without, writes } from "./option-rows.ts";

const pathspecFile = reads("--pathspec-from-file <file>");

const strategy: OptionRow = {
	...runs("-s --strategy <name>", "an unknown strategy is the program git-merge-<name>"),
	except: ["ort", "recursive", "resolve", "octopus", "ours", "subtree"],
};

const submodules: OptionRow = {
	...redirects("--recurse-submodules [mode]", "also acts on the repositories that .gitmodules names", "CVE-2024-32002"),
	except: ["no", "false"],
};

const message = [
	...reads("-F --file <file>"),
	...plain("-m --message <text>", "--cleanup <mode>", "-S --gpg-sign [key]", "--strategy-option -X <option>", "--log [number]"),
];

const switchOptions: readonly OptionRow[] = [
	submodules,
	...plain(
		"--conflict <style>",
		"--orphan <branch>",
		"-t --track [mode]",
		"-f --force --discard-changes",
		"-d --detach",
		"-m --merge",
		"-q --quiet",
		"--no-recurse-submodules",
	),
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

/** Commands of git that work on the index, the working tree and local history. A rule may leave their names out. */
export const gitWorkForms: Readonly<Record<string, CommandForm>> = {
	add: stage(),
	stage: { ...stage(), aliasOf: "add" },
	commit: {
		operands: "maybe-read",
		options: [
			...reads("-F --file <file>", "-t --template <file>"),
			runs("-e --edit", "opens the configured editor"),
			runs("-c --reedit-message <commit>", "opens the configured editor"),
			...pathspecFile,
			...plain(
				"-m --message <text>",
				"-C --reuse-message <commit>",
				"--fixup <commit>",
				"--squash <commit>",
				"--author <author>",
				"--date <date>",
				"--trailer <trailer>",
				"--cleanup <mode>",
				"-S --gpg-sign [key]",
				"-u --untracked-files [mode]",
				"-U --unified <lines>",
				"--inter-hunk-context <lines>",
				"--reset-author",
				"--no-edit",
				"-n --no-verify",
				"-a --all",
				"-i --include",
				"-o --only",
				"-p --patch",
				"-q --quiet",
				"-s --signoff",
				"-v --verbose",
				"-z --null",
				"--amend",
			),
		],
	},
	mv: { operands: "move", options: plain("-f --force", "-k", "-n --dry-run", "-v --verbose") },
	rm: {
		operands: "remove",
		options: [
			{ names: ["--cached"], operandsBecome: "maybe-read" },
			...plain("-n --dry-run", "-f --force", "-r", "-q --quiet"),
			...pathspecFile,
		],
	},
	restore: {
		operands: "guarded",
		options: [
			submodules,
			...pathspecFile,
			...plain(
				"-s --source <tree>",
				"-S --staged",
				"-W --worktree",
				"-m --merge",
				"-p --patch",
				"-q --quiet",
				"--conflict <style>",
				"-U --unified <lines>",
			),
		],
	},
	reset: {
		operands: "maybe-read",
		options: [
			submodules,
			...pathspecFile,
			...plain(
				"--refresh",
				"-q --quiet",
				"-p --patch",
				"-N --intent-to-add",
				"--hard",
				"--soft",
				"--mixed",
				"--keep",
				"--merge",
				"-U --unified <lines>",
			),
		],
	},
	checkout: {
		operands: "guarded",
		options: [
			...switchOptions,
			...pathspecFile,
			...plain("-b <branch>", "-B <branch>", "-p --patch", "-2 --ours", "-3 --theirs", "-l", "-U --unified <lines>"),
		],
	},
	switch: { operands: "data", options: [...switchOptions, ...plain("-c --create <branch>", "-C --force-create <branch>")] },
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
	bisect: {
		operands: "maybe-read",
		subcommands: {
			run: named("runs", "runs a program for every step", { style: "posix", launcher: { needsRule: "runs" } }),
			visualize: named("runs", "starts gitk or the command named"),
			view: named("runs", "starts gitk or the command named"),
			replay: named("runs", "carries out the commands of a log file", { operands: "read" }),
			start: { operands: "maybe-read", options: plain("--term-old --term-good <term>", "--term-new --term-bad <term>") },
			good: { operands: "data" },
			bad: { operands: "data" },
			old: { operands: "data" },
			new: { operands: "data" },
			skip: { operands: "data" },
			reset: { operands: "data" },
			next: {},
			log: {},
			terms: {},
			help: {},
		},
	},
	"format-patch": {
		operands: "maybe-read",
		analyser: "git-format-patch",
		analysesWords: true,
		options: [
			writes("-o --output-directory <directory>", "writes the patches into a directory"),
			...reads("--signature-file <file>", "--description-file <file>"),
			...plain(
				"--suffix <suffix>",
				"--start-number <number>",
				"-v --reroll-count <number>",
				"--filename-max-length <number>",
				"--cover-from-description <mode>",
				"--subject-prefix <prefix>",
				"--add-header <header>",
				"--to <address>",
				"--cc <address>",
				"--from [identity]",
				"--in-reply-to <id>",
				"--attach [boundary]",
				"--inline [boundary]",
				"--thread [style]",
				"--signature <text>",
				"--base <commit>",
				"--interdiff <revision>",
				"--range-diff <revision>",
				"--creation-factor <percent>",
			),
			...without(gitHistoryOptions, "-n", "-s"),
		],
	},
	am: named("changes", "writes whatever files the mail's patches name", {
		operands: "read",
		analyser: "git-apply",
		analysesWords: true,
		options: [
			runs("-i --interactive", "shows patches in the pager and edits them"),
			...plain(
				"-C <lines>",
				"-p <number>",
				"--whitespace <mode>",
				"--quoted-cr <mode>",
				"--directory <directory>",
				"--exclude <path>",
				"--include <path>",
				"--patch-format <format>",
				"--resolvemsg <text>",
				"--show-current-patch [mode]",
				"--empty <mode>",
				"-S --gpg-sign [key]",
			),
		],
	}),
	apply: named("changes", "writes whatever files the patch names", {
		operands: "read",
		analyser: "git-apply",
		analysesWords: true,
		options: [
			changes("--unsafe-paths", "also writes outside the working tree", "CVE-2023-23946"),
			writes("--build-fake-ancestor <file>", "writes an index file"),
			...plain("-C <lines>", "-p <number>", "--whitespace <mode>", "--directory <directory>", "--exclude <path>", "--include <path>"),
		],
	}),
	clean: named("changes", "deletes files that git does not track", {
		operands: "remove",
		options: plain("-e --exclude <pattern>", "-f --force", "-d", "-n --dry-run", "-i --interactive", "-q --quiet", "-x", "-X"),
	}),
	init: {
		operands: "write",
		defaultOperand: "./*",
		options: [
			loads("--template <directory>", "copies hooks into the new repository"),
			redirects("--separate-git-dir <directory>", "puts the repository in another place"),
			...plain("--shared [mode]", "-b --initial-branch <name>", "--object-format <name>", "--ref-format <name>"),
		],
	},
	"sparse-checkout": { operands: "data" },
	rerere: {
		subcommands: {
			status: {},
			diff: {},
			remaining: {},
			clear: named("changes", "deletes recorded resolutions"),
			forget: named("changes", "deletes recorded resolutions"),
			gc: named("changes", "deletes recorded resolutions"),
		},
	},
	gc: {
		options: [
			changes("--prune [date]", "deletes unreachable objects"),
			...plain("--max-cruft-size <size>"),
			writes("--expire-to <directory>", "writes packs to another place"),
		],
	},
	repack: {
		options: [
			writes("--filter-to <directory>", "writes packs to another place"),
			writes("--expire-to <directory>", "writes packs to another place"),
			...plain(
				"--filter <specification>",
				"--window <number>",
				"--depth <number>",
				"--threads <number>",
				"--max-pack-size <size>",
				"--window-memory <size>",
				"--unpack-unreachable <date>",
				"--keep-pack <name>",
				"-g --geometric <factor>",
				"--cruft-expiration <date>",
			),
		],
	},
	"pack-refs": {},
};

function stage(): CommandForm {
	return {
		operands: "maybe-read",
		recursive: ["--force"],
		options: [
			runs("-e --edit", "opens the diff in the configured editor"),
			// SECURITY: what is ignored is often a secret, and what was added can be shown and pushed.
			{ names: ["-f", "--force"], operandsBecome: "read" },
			...pathspecFile,
			...plain(
				"--chmod <mode>",
				"-U --unified <lines>",
				"--inter-hunk-context <lines>",
				"-A --all --no-ignore-removal",
				"-u --update",
				"-p --patch",
				"-i --interactive",
				"-n --dry-run",
				"-N --intent-to-add",
				"-v --verbose",
			),
		],
	};
}

function stashOptions(): readonly OptionRow[] {
	return [
		...pathspecFile,
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
