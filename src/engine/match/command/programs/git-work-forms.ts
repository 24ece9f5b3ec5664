import type { CommandForm } from "../program-table.ts";
import { gitMergeForms } from "./git-merge-forms.ts";
import { gitPatchForms } from "./git-patch-forms.ts";
import { gitRefForms } from "./git-ref-forms.ts";
import { gitStashForms } from "./git-stash-forms.ts";
import { gitTreeForms } from "./git-tree-forms.ts";
import { changes, loads, named, plain, redirects, writes } from "./option-rows.ts";

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
