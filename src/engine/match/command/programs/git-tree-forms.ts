import type { CommandForm, OptionRow } from "../program-table.ts";
import { gitPathspecOptions } from "./git-pathspec-options.ts";
import { plain, reads, redirects, runs } from "./option-rows.ts";

const submodules: OptionRow = {
	...redirects("--recurse-submodules [mode]", "also acts on the repositories that .gitmodules names", "CVE-2024-32002"),
	except: ["no", "false"],
};

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

/** Commands of git that work on the index and the working tree. */
export const gitTreeForms: Readonly<Record<string, CommandForm>> = {
	add: stage(),
	stage: { ...stage(), aliasOf: "add" },
	commit: {
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
	},
	mv: { operands: "move", options: plain("-f --force", "-k", "-n --dry-run", "-v --verbose") },
	rm: {
		operands: "remove",
		options: [
			{ names: ["--cached"], operandsBecome: "maybe-read" },
			...plain("-n --dry-run", "-f --force", "-r", "-q --quiet"),
			...gitPathspecOptions,
		],
	},
	restore: {
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
	},
	reset: {
		operands: "maybe-read",
		options: [
			submodules,
			...gitPathspecOptions,
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
			...gitPathspecOptions,
			...plain("-b <branch>", "-B <branch>", "-p --patch", "-2 --ours", "-3 --theirs", "-l", "-U --unified <lines>"),
		],
	},
	switch: { operands: "data", options: [...switchOptions, ...plain("-c --create <branch>", "-C --force-create <branch>")] },
};

function stage(): CommandForm {
	return {
		operands: "maybe-read",
		recursive: ["--force"],
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
	};
}
