import { type AnalyserFinding, hazard } from "../analyser.ts";
import { writtenHere } from "../operand-analysers.ts";
import { changes, named, plain, reads, redirects, runs, writes } from "../option-rows.ts";
import type { CommandForm, OptionRow } from "../program-table.ts";
import { gitCatFile, gitGrep, gitHistory, gitMergeTree, gitPatches, gitShow, printsWith, readDiffWords } from "./git-content.ts";
import { gitDiffOptions, gitHistoryOptions, gitRefFormatOptions } from "./git-options.ts";

const history: CommandForm = { operands: "maybe-read", analyser: gitHistory, analysesWords: true, options: gitHistoryOptions };

const blame: CommandForm = {
	operands: "maybe-read",
	options: [
		...reads("--contents <file>", "--ignore-revs-file <file>", "-S <revisions-file>"),
		...plain(
			"-L <range>",
			"--ignore-rev <revision>",
			"--date <format>",
			"-C [score]",
			"-M [score]",
			"--abbrev [length]",
			"--since <date>",
			"--encoding <name>",
		),
		runs("--textconv", "runs the converter that an attribute names for the file"),
	],
};

const refFilters = [
	...gitRefFormatOptions,
	...plain(
		"--contains <commit>",
		"--no-contains <commit>",
		"--with <commit>",
		"--without <commit>",
		"--merged <commit>",
		"--no-merged <commit>",
		"--points-at <object>",
		"--color [when]",
		"--column [options]",
		"--count <number>",
		"--exclude <pattern>",
		"--start-after <marker>",
	),
];

/** A page of the manual is shown by the program that the settings name (man.viewer, help.browser); without one git prints a list. */
function gitHelp(operands: readonly (string | null)[]): readonly AnalyserFinding[] {
	return operands.map((page) => hazard("runs", page ?? "", "starts the program that the settings name for manuals"));
}

const GREP: readonly OptionRow[] = [
	runs("-O --open-files-in-pager [program]", "opens the matching files in the program named", "GTFOBins git"),
	runs("--textconv", "runs the converter that an attribute names for each file"),
	runs("--ext-grep", "runs an external grep"),
	redirects("--no-index", "searches files that are not the repository's"),
	...reads("-f <file>").map((row) => ({ ...row, replacesFirst: true })),
	{ names: ["-e"], value: "required", replacesFirst: true },
	...plain(
		"-o --only-matching",
		"--or",
		"--untracked",
		"--text",
		"-A --after-context <lines>",
		"-B --before-context <lines>",
		"-C --context <lines>",
		"-m --max-count <number>",
		"--max-depth <number>",
		"--threads <number>",
		"--color [when]",
		"--no-open-files-in-pager",
		"--no-textconv",
	),
];

/** Commands of git that only read, and the options that make them do more. */
export const gitReadForms: Readonly<Record<string, CommandForm>> = {
	log: history,
	show: { ...history, analyser: gitShow },
	whatchanged: history,
	"rev-list": history,
	"diff-tree": history,
	"diff-index": history,
	"diff-files": history,
	"diff-pairs": history,
	shortlog: history,
	diff: {
		operands: "maybe-read",
		analyser: gitDiff,
		analysesWords: true,
		options: [
			{
				...redirects("--no-index", "compares any two files on the disk instead of the repository's"),
				operandsBecome: "read",
			},
			...plain("--cached", "--staged", "--merge-base", "--base", "--ours", "--theirs", "--quiet"),
			...gitDiffOptions,
		],
	},
	"range-diff": {
		operands: "data",
		analyser: gitPatches,
		analysesWords: true,
		options: [...plain("--creation-factor <percent>", "--notes [ref]", "--remerge-diff"), ...gitDiffOptions],
	},
	blame,
	annotate: blame,
	status: printsWith(["-v"], {
		operands: "maybe-read",
		options: plain(
			"-u --untracked-files [mode]",
			"--ignored [mode]",
			"--ignore-submodules [when]",
			"--column [options]",
			"-M --find-renames [similarity]",
			"--porcelain [version]",
			"--pathspec-from-file <file>",
			"-v --verbose",
		),
	}),
	grep: { operands: ["data", "maybe-read"], analyser: (words) => gitGrep(words, GREP), analysesWords: true, options: GREP },
	"ls-files": {
		operands: "maybe-read",
		options: [
			...reads("-X --exclude-from <file>", "--exclude-per-directory <name>"),
			...plain("-x --exclude <pattern>", "--exclude-standard", "--with-tree <tree>", "--format <format>", "--abbrev [length]"),
		],
	},
	"ls-tree": { operands: "maybe-read", options: plain("--format <format>", "--abbrev [length]") },
	"rev-parse": {
		operands: "maybe-read",
		options: plain(
			"--short [length]",
			"--abbrev-ref [mode]",
			"--default <revision>",
			"--prefix <directory>",
			"--git-path <path>",
			"--resolve-git-dir <path>",
			"--disambiguate <prefix>",
			"--branches [pattern]",
			"--tags [pattern]",
			"--remotes [pattern]",
			"--glob <pattern>",
			"--exclude <pattern>",
			"--since --after <date>",
			"--until --before <date>",
			"--path-format <kind>",
			"--show-object-format [kind]",
		),
	},
	describe: {
		operands: "data",
		options: plain(
			"--abbrev [length]",
			"--candidates <number>",
			"--match <pattern>",
			"--exclude <pattern>",
			"--dirty [mark]",
			"--broken [mark]",
		),
	},
	"cat-file": {
		operands: "maybe-read",
		analyser: gitCatFile,
		analysesWords: true,
		options: [
			runs("--textconv", "runs the converter that an attribute names"),
			runs("--filters", "runs the smudge filter that an attribute names"),
			...plain(
				"--path <path>",
				"--batch [format]",
				"--batch-check [format]",
				"--batch-command [format]",
				"--batch-all-objects",
				"--filter <specification>",
			),
		],
	},
	"merge-base": { operands: "data" },
	"name-rev": { operands: "data", options: plain("--refs <pattern>", "--exclude <pattern>") },
	"for-each-ref": { operands: "data", options: refFilters },
	"show-ref": { operands: "data", options: plain("--abbrev [length]", "-s --hash [length]", "--exclude-existing [pattern]", "--exists") },
	refs: {
		subcommands: {
			list: { operands: "data", options: refFilters },
			exists: {},
			verify: {},
			migrate: named("changes", "rewrites how the repository stores its refs"),
			optimize: named("changes", "rewrites how the repository stores its refs"),
		},
	},
	"show-branch": { operands: "data", options: plain("--more [number]", "-g --reflog [number]", "--color [when]") },
	"show-index": { options: plain("--object-format <name>") },
	cherry: { operands: "data", options: plain("--abbrev [length]") },
	"count-objects": {},
	var: { operands: "data" },
	version: {},
	help: {
		operands: "data",
		analyser: gitHelp,
		options: [
			runs("-w --web", "starts a web browser"),
			runs("-i --info", "starts the info program"),
			runs("-m --man", "starts the program that shows manuals"),
		],
	},
	"check-attr": { operands: "maybe-read", options: plain("--source <tree>") },
	"check-ignore": { operands: "maybe-read" },
	"check-mailmap": { operands: "data", options: [...reads("--mailmap-file <file>"), ...plain("--mailmap-blob <blob>")] },
	"check-ref-format": { operands: "data" },
	column: {
		options: plain(
			"--command <name>",
			"--mode [mode]",
			"--raw-mode <mode>",
			"--width <number>",
			"--indent <text>",
			"--nl <text>",
			"--padding <number>",
		),
	},
	stripspace: {},
	"patch-id": {},
	"get-tar-commit-id": {},
	"verify-pack": { operands: "read" },
	"verify-commit": named("runs", "runs the program that gpg.program names", { operands: "data" }),
	"verify-tag": named("runs", "runs the program that gpg.program names", { operands: "data", options: plain("--format <format>") }),
	"merge-tree": {
		operands: "data",
		analyser: gitMergeTree,
		options: plain("--merge-base <commit>", "-X --strategy-option <option>"),
	},
	fsck: {
		operands: "data",
		options: [changes("--lost-found", "writes dangling objects into .git/lost-found"), ...plain("--progress")],
	},
	"fmt-merge-msg": { options: [...reads("-F --file <file>"), ...plain("-m --message <text>", "--into-name <branch>", "--log [number]")] },
	diagnose: {
		analyser: writtenHere,
		options: [
			writes("-o --output-directory <directory>", "writes an archive of the repository's state"),
			...plain("-s --suffix <format>", "--mode <mode>"),
		],
	},
	archive: {
		operands: "maybe-read",
		recursive: true,
		readsStored: true,
		options: [
			writes("-o --output <file>", "writes the archive to a file"),
			redirects("--remote <repository>", "takes the archive from another repository"),
			runs("--exec <program>", "names the program that runs on the other side; for a local repository that is this machine"),
			...reads("--add-file <file>"),
			...plain("--add-virtual-file <path-and-content>", "--prefix <prefix>", "--format <format>", "--mtime <time>"),
		],
	},
};

/** Judges the operands of `git diff`: two paths of which one lies outside the working tree mean `--no-index`, also unsaid. */
function gitDiff(all: readonly (string | null)[]): readonly AnalyserFinding[] {
	const { operands } = readDiffWords(all);
	if (!operands.some((operand) => operand !== null && leaves(operand))) return gitPatches(all);
	const words = operands.filter((operand) => operand !== null);
	if (words.filter(looksLikePath).length < 2) return gitPatches(all);
	const outside = words.find(leaves) ?? "";
	return [
		{ kind: "hazard", hazard: "redirects", segment: outside, why: "git compares two files outside the repository, as --no-index does" },
		...words.filter(looksLikePath).map((path) => ({ kind: "read", path }) as const),
	];
}

const SLASH = 47;
const TILDE = 126;

function leaves(text: string): boolean {
	const first = text.charCodeAt(0);
	if (first === SLASH || first === TILDE) return true;
	return text.includes("..") && text.split("/").includes("..");
}

function looksLikePath(text: string): boolean {
	return leaves(text) || text.includes("/") || text.includes(".");
}
