import { type AnalyserFinding, access, readStored, undecided, unknownWrite } from "../analyser.ts";
import { changes, loads, named, plain, reads, redirects, runs, without, writes } from "../option-rows.ts";
import type { CommandForm, OptionRow } from "../program-table.ts";
import { gitHistory, gitPatches, namedObject, printsPatches, printsWith, readDiffWords } from "./git-content.ts";
import { gitDiffOptions, gitHistoryOptions, gitPathspecOptions, gitRefFormatOptions } from "./git-options.ts";

const submodules: OptionRow = {
	...redirects("--recurse-submodules [mode]", "also acts on the repositories that .gitmodules names", "CVE-2024-32002"),
	except: ["no", "false"],
};

const switchOptions: readonly OptionRow[] = [
	submodules,
	changes("-f --force --discard-changes", "throws away what is not committed"),
	...plain(
		"--conflict <style>",
		"--orphan <branch>",
		"-t --track [mode]",
		"-d --detach",
		"-m --merge",
		"-q --quiet",
		"--no-recurse-submodules",
	),
];

/** Commands of git that work on the index and the working tree. */
const gitTreeForms: Readonly<Record<string, CommandForm>> = {
	add: stage(),
	stage: { ...stage(), aliasOf: "add" },
	commit: printsWith(["-v", "-p"], {
		operands: "maybe-read",
		options: [
			...reads("-F --file <file>", "-t --template <file>"),
			runs("-e --edit", "opens the configured editor"),
			runs("-c --reedit-message <commit>", "opens the configured editor"),
			...gitPathspecOptions,
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
	}),
	mv: { operands: "move", options: plain("-f --force", "-k", "-n --dry-run", "-v --verbose") },
	rm: {
		operands: "remove",
		options: [
			{ names: ["--cached"], operandsBecome: "maybe-read" },
			...plain("-n --dry-run", "-f --force", "-r", "-q --quiet"),
			...gitPathspecOptions,
		],
	},
	restore: printsWith(["-p"], {
		operands: "guarded",
		options: [
			submodules,
			...gitPathspecOptions,
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
	}),
	reset: printsWith(["-p"], {
		operands: "maybe-read",
		options: [
			submodules,
			...gitPathspecOptions,
			...plain("--refresh", "-q --quiet", "-p --patch", "-N --intent-to-add", "--soft", "--mixed", "--keep", "-U --unified <lines>"),
			changes("--hard", "throws away what is not committed"),
			changes("--merge", "throws away what is not committed"),
		],
	}),
	checkout: printsWith(["-p"], {
		operands: "guarded",
		options: [
			...switchOptions,
			...gitPathspecOptions,
			...plain("-b <branch>", "-B <branch>", "-p --patch", "-2 --ours", "-3 --theirs", "-l", "-U --unified <lines>"),
		],
	}),
	switch: { operands: "data", options: [...switchOptions, ...plain("-c --create <branch>", "-C --force-create <branch>")] },
};

function stage(): CommandForm {
	return printsWith(["-p", "-i"], {
		operands: "maybe-read",
		recursive: ["--force"],
		followsLinks: [],
		options: [
			runs("-e --edit", "opens the diff in the configured editor"),
			// SECURITY: what is ignored is often a secret, and what was added can be shown and pushed.
			{ names: ["-f", "--force"], operandsBecome: "read" },
			...gitPathspecOptions,
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
	});
}

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
const gitMergeForms: Readonly<Record<string, CommandForm>> = {
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

/** `git stash` and its subcommands. */
const gitStashForms: Readonly<Record<string, CommandForm>> = {
	stash: printsWith(["-p"], {
		operands: "maybe-read",
		recursive: ["--all"],
		followsLinks: [],
		options: stashOptions(),
		subcommands: {
			list: { operands: "data", analyser: gitStashList, analysesWords: true, options: gitHistoryOptions },
			show: { operands: "data", analyser: gitStashShow, analysesWords: true, options: gitDiffOptions },
			push: printsWith(["-p"], { operands: "maybe-read", recursive: ["--all"], followsLinks: [], options: stashOptions() }),
			save: printsWith(["-p"], { operands: "data", recursive: ["--all"], followsLinks: [], options: stashOptions() }),
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
	}),
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

/** Commands of git that work on branches, tags, notes and the reflog. */
const gitRefForms: Readonly<Record<string, CommandForm>> = {
	branch: {
		operands: "data",
		analyser: madeBranch,
		analysesWords: true,
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
			...plain("-t --track [mode]", "--abbrev [length]", "--show-current", "--create-reflog"),
		],
	},
	tag: {
		operands: "data",
		analyser: madeTag,
		analysesWords: true,
		options: [
			changes("-d --delete", "deletes a tag"),
			changes("-f --force", "moves a tag to another commit"),
			runs("-v --verify", "runs the program that gpg.program names"),
			runs("-s --sign", "runs the program that gpg.program names, with the user's key"),
			redirects("-u --local-user <key>", "chooses the key to sign with"),
			runs("-e --edit", "opens the configured editor"),
			...reads("-F --file <file>"),
			...without(refOptions(), "-a", "--all", "-r", "--remotes", "-v", "--verbose"),
			...plain("-a --annotate", "-n [lines]", "-m --message <text>", "--trailer <trailer>", "--cleanup <mode>"),
		],
	},
	notes: {
		operands: "data",
		options: plain("--ref <ref>"),
		subcommands: {
			list: { operands: "data" },
			show: { operands: "data", options: gitHistoryOptions },
			"get-ref": {},
			add: printsWith(["-C"], { operands: "data", options: noteOptions() }),
			append: printsWith(["-C"], { operands: "data", options: noteOptions() }),
			copy: { operands: "data", options: [changes("-f --force", "replaces a note")] },
			edit: named("runs", "opens the configured editor"),
			merge: { operands: "data", options: plain("-s --strategy <strategy>") },
			remove: named("changes", "deletes notes"),
			prune: named("changes", "deletes notes"),
		},
	},
	reflog: {
		operands: "data",
		analyser: gitHistory,
		analysesWords: true,
		options: gitHistoryOptions,
		subcommands: {
			show: { operands: "data", analyser: gitHistory, analysesWords: true, options: gitHistoryOptions },
			list: {},
			exists: { operands: "data" },
			expire: named("changes", "deletes entries of the reflog"),
			delete: named("changes", "deletes entries of the reflog"),
			drop: named("changes", "deletes a reflog"),
			write: named("changes", "writes an entry of the reflog"),
		},
	},
};

/** Words of `git branch` with which a name makes nothing: they list, or are options that a rule must name. */
const NO_NEW_BRANCH =
	/^(?:--(?:list|all|remotes|contains|no-contains|with|without|merged|no-merged|points-at|show-current)(?:=.*)?|-[A-Za-z]*[lar][A-Za-z]*|-[A-Za-z]*[dDmMcC]|--(?:delete|move|copy))$/;
const NO_NEW_TAG = /^(?:--(?:list|contains|no-contains|with|without|merged|no-merged|points-at)(?:=.*)?|-l|-n\d*|-d|--delete)$/;

/** A name makes a branch, which the plain form never does: git writes its ref. */
function madeBranch(words: readonly (string | null)[]): readonly AnalyserFinding[] {
	return madeRef(words, ".git/refs/heads/new", NO_NEW_BRANCH);
}

function madeTag(words: readonly (string | null)[]): readonly AnalyserFinding[] {
	const made = madeRef(words, ".git/refs/tags/new", NO_NEW_TAG);
	// SECURITY: a tag may name any object, and then that file is shown by an ordinary name ([programs-found-stored]).
	return made.length === 0 ? made : [...made, ...words.flatMap(namedObject)];
}

function madeRef(words: readonly (string | null)[], ref: string, makesNone: RegExp): readonly AnalyserFinding[] {
	const name = words.findIndex((word, at) => !word?.startsWith("-") && !/^--(?:sort|format)$/.test(words[at - 1] ?? ""));
	const reading = words.findIndex((word) => word !== null && makesNone.test(word));
	// Behind a name the word is not believed: words that are added never open what was denied.
	return name < 0 || (reading >= 0 && reading < name) ? [] : [access("write", ref)];
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
	return [
		...gitRefFormatOptions,
		...plain(
			"--contains [commit]",
			"--no-contains [commit]",
			"--with [commit]",
			"--without [commit]",
			"--merged [commit]",
			"--no-merged [commit]",
			"--points-at <object>",
			"--color [when]",
			"--column [options]",
			"-l --list",
			"-a --all",
			"-r --remotes",
			"-v --verbose",
			"-q --quiet",
			"-i --ignore-case",
		),
	];
}

/** Commands of git that make patches and apply them. */
const gitPatchForms: Readonly<Record<string, CommandForm>> = {
	"format-patch": {
		operands: "maybe-read",
		analyser: gitFormatPatch,
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
		analyser: gitApply,
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
		analyser: gitApply,
		analysesWords: true,
		options: [
			changes("--unsafe-paths", "also writes outside the working tree", "CVE-2023-23946"),
			writes("--build-fake-ancestor <file>", "writes an index file"),
			...plain("-C <lines>", "-p <number>", "--whitespace <mode>", "--directory <directory>", "--exclude <path>", "--include <path>"),
		],
	}),
};

/** Commands of git that work on the index, the working tree and local history. A rule may leave their names out. */
export const gitWorkForms: Readonly<Record<string, CommandForm>> = {
	...gitTreeForms,
	...gitMergeForms,
	...gitStashForms,
	...gitRefForms,
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
	...gitPatchForms,
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

const SUMMARIES = /^--(?:stat|shortstat|numstat|name-only|name-status|summary|dirstat|raw)(?:=|$)/;

/** Reads the words of `git stash show`: any option but those for a summary makes it print what the stash holds. */
function gitStashShow(words: readonly (string | null)[]): readonly AnalyserFinding[] {
	return words.some((word) => word === null || (word.startsWith("-") && !SUMMARIES.test(word))) ? [readStored()] : [];
}

/** Reads the words of `git stash list`, which prints what the stashes hold only when it is told to. */
function gitStashList(words: readonly (string | null)[]): readonly AnalyserFinding[] {
	return words.includes(null) || printsPatches(readDiffWords(words)) ? [readStored()] : [];
}

/** Reads the words of `git format-patch`: it writes `0001-….patch` into the working directory, `-o`, or prints. */
export function gitFormatPatch(words: readonly (string | null)[]): readonly AnalyserFinding[] {
	if (words.some((word) => word !== null && /^--suffix(?:=.*\/|$)/.test(word)))
		return [undecided("", "the names of the patches end with a text that can lead elsewhere")];
	const printed = gitPatches(words);
	if (words.includes("--stdout")) return printed;
	const at = words.findIndex((word) => word !== null && /^(?:-o|--output-d)/.test(word));
	if (at < 0) return [...printed, access("write", "0001-commit.patch")];
	const word = words[at] ?? "";
	const value = word.startsWith("--")
		? word.includes("=")
			? word.slice(word.indexOf("=") + 1)
			: words[at + 1]
		: word.slice(2) || words[at + 1];
	return value === null || value === undefined
		? [undecided("", "the directory is only known when the shell runs")]
		: [...printed, access("write", `${value}/0001-commit.patch`)];
}

/** Reads the words of `git apply` and `git am`: which files are changed stands in the patch. */
function gitApply(words: readonly (string | null)[]): readonly AnalyserFinding[] {
	const looks = words.some((word) => /^--(?:check|stat|numstat|summary|show-current-patch.*|abort|quit)$/.test(word ?? ""));
	return looks && !words.includes("--apply") ? [] : [unknownWrite("which files are changed stands in the patch")];
}
