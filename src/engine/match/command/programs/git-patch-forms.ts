import type { CommandForm } from "../program-table.ts";
import { gitHistoryOptions } from "./git-history-options.ts";
import { changes, named, plain, reads, runs, without, writes } from "./option-rows.ts";

/** Commands of git that make patches and apply them. */
export const gitPatchForms: Readonly<Record<string, CommandForm>> = {
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
};
