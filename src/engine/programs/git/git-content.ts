import { type Analyser, type AnalyserFinding, access, readStored, readTracked, readTree } from "../analyser.ts";
import { plain, without } from "../option-rows.ts";
import type { CommandForm, OptionRow } from "../program-table.ts";
import { has, type ReadArguments, readArguments } from "../read-arguments.ts";
import { gitHistoryOptions } from "./git-options.ts";

/** The options of every command that can print a diff, for reading them here: `-w` has no value in a diff. */
const ROWS: readonly OptionRow[] = [
	...plain(
		"-p -u --patch",
		"--patch-with-stat",
		"--patch-with-raw",
		"-c",
		"--cc",
		"--dd",
		"--remerge-diff",
		"--binary",
		"--no-patch",
		"--numstat",
		"--shortstat",
		"--raw",
		"--name-only",
		"--name-status",
		"--check",
		"--compact-summary",
		"--default <revision>",
		"--cached",
		"--staged",
		"--oneline",
		"--all",
		"--reverse",
		"--follow",
		"--no-color",
		"--first-parent",
		"--no-merges",
	),
	...without(gitHistoryOptions, "-w"),
];

const NAMES = new Set(ROWS.flatMap((row) => row.names));
// `--check` prints the lines that it complains about.
const PATCHES = new Set([
	"--check",
	"-p",
	"-U",
	"-c",
	"--cc",
	"--dd",
	"--remerge-diff",
	"--binary",
	"--patch-with-stat",
	"--patch-with-raw",
]);
const SUMMARIES = new Set(
	"-s --no-patch -q --quiet --stat --numstat --shortstat -X --raw --name-only --name-status --compact-summary".split(" "),
);

/** SECURITY: an object that is named by its hash may be any file, and `x-1-g<hash>` is a hash too ([programs-found-stored]). */
const BY_HASH = /(?:^|-g)[0-9a-f]{4,64}(?:\^\{(?:blob|tree|object)?\})*(?::|$)/i;

/** For log and its kin: they print what is in files when an option says so. */
export function gitHistory(words: readonly (string | null)[]): readonly AnalyserFinding[] {
	const read = readArguments(words, ROWS);
	return [...gitPathspecs(read.operands), ...(printsPatches(read) ? trackedPaths(read) : [])];
}

/** For diff, range-diff and format-patch: they print what is in files unless an option asks for a summary. */
export function gitPatches(words: readonly (string | null)[]): readonly AnalyserFinding[] {
	const read = readArguments(words, ROWS);
	if (!printsPatches(read) && summarizes(read)) return gitPathspecs(read.operands);
	return [...gitPathspecs(read.operands), ...storedObjects(read.operands.slice(0, read.ended)), ...trackedPaths(read)];
}

/** SECURITY: `git diff HASH path` and `git grep x HASH -- path` print the object itself, which may be any file. */
function storedObjects(operands: readonly (string | null)[]): readonly AnalyserFinding[] {
	return operands.some((operand) => operand !== null && BY_HASH.test(operand)) ? [readTracked([])] : [];
}

/** For `git show`: commits as in a log, and whatever object is named, `HEAD:path` among them. */
export function gitShow(words: readonly (string | null)[]): readonly AnalyserFinding[] {
	const read = readArguments(words, ROWS);
	const objects = read.operands.slice(0, read.ended ?? read.operands.length);
	const commits = objects.length === 0 || objects.some((object) => object === null || !/.:|^:[^/(!^]/.test(object));
	const patches = commits && (printsPatches(read) || !summarizes(read));
	return [...gitPathspecs(read.operands), ...objects.flatMap(namedObject), ...(patches ? trackedPaths(read) : [])];
}

/** For `git grep`: it prints what is in tracked files, below the paths behind the pattern or everywhere. */
export function gitGrep(words: readonly (string | null)[], rows: readonly OptionRow[]): readonly AnalyserFinding[] {
	const { options, operands, ended, uncertain } = readArguments(words, rows);
	const given = (name: string): boolean => options.some((option) => option.name === name);
	const first = given("-e") || given("-f") ? 0 : 1;
	if (given("--untracked") || uncertain) return [readTree(".", false)];
	const paths = operands.slice(first);
	return [
		...gitPathspecs(paths),
		...storedObjects(paths),
		...trackedPaths({ options: [], operands: paths, uncertain, ...(ended === undefined ? {} : { ended: Math.max(0, ended - first) }) }),
	];
}

/** For `git cat-file`: an object that is named by its hash, or on the input, may be any file that was ever stored. */
export function gitCatFile(words: readonly (string | null)[]): readonly AnalyserFinding[] {
	const prints = words.some((word) => word === null || /^(?:-p|blob|--textconv|--filters)$/.test(word));
	if (words.some((word) => word?.startsWith("--batch") === true)) return [readStored()];
	if (!prints) return [];
	if (words.some((word) => word === null || BY_HASH.test(word))) return [readStored()];
	return words.flatMap(namedObject);
}

/** A form that prints what is in files with one of these options only: `git status -v`, `git add -p`. */
export function printsWith(names: readonly string[], form: CommandForm): CommandForm {
	const analyser: Analyser = (words) => (has(readArguments(words, form.options ?? []), ...names) ? [readTracked([])] : []);
	return { ...form, analyser, analysesWords: true };
}

/** For `git merge-tree`, whose old form prints what it merges; the new one stores the result in the repository. */
export function gitMergeTree(operands: readonly (string | null)[]): readonly AnalyserFinding[] {
	const stored = access("write", ".git/objects/new");
	return operands.length > 2 ? [readTracked([]), stored] : [stored];
}

/** Whether an option makes a command print diffs; a letter counts in a cluster too (`-wp`). */
export function printsPatches({ options }: ReadArguments): boolean {
	return options.some(({ name, value }) => PATCHES.has(name) || (name === "--diff-merges" && value !== "off" && value !== "none"));
}

/** The words of a command that can print diffs, taken apart. */
export function readDiffWords(words: readonly (string | null)[]): ReadArguments {
	return readArguments(words, ROWS);
}

function summarizes({ options }: ReadArguments): boolean {
	return options.some(({ name }) => SUMMARIES.has(name));
}

/** What is printed of the repository: what lies below the paths, where they are sure to be paths, or all that git tracks. */
function trackedPaths({ options, operands, ended }: ReadArguments): readonly AnalyserFinding[] {
	// More paths come from the input, or all files of a commit that touches these.
	if (options.some(({ name }) => name === "--stdin" || name === "--full-diff")) return [readTracked([])];
	if (ended === undefined || ended === operands.length) {
		// An option that is not known may take the next word.
		const known = options.every(({ name }) => NAMES.has(name) || /^-\d$/.test(name));
		return [readTracked(known ? operands.filter((operand) => operand !== null) : [])];
	}
	const paths = operands.slice(ended).filter((path) => path !== null && !/^:(?:[!^]|\([^)]*(?:exclude|icase))/i.test(path));
	if (paths.length === 0) return [readTracked([])];
	return paths.flatMap((path) => {
		if (path === null || /[*?[]/.test(path)) return [];
		return [path.startsWith(":") ? readTracked([]) : readTracked("here", path)];
	});
}

/** SECURITY: the path of `HEAD:path` is taken from the top of the repository, wherever the command stands. */
export function namedObject(object: string | null): readonly AnalyserFinding[] {
	if (object === null || object.startsWith("-")) return [];
	if (BY_HASH.test(object)) return [readTracked([])];
	const path = /^(?:[^:]+|:[0-3])?:(?![/(!^])(.+)$/s.exec(object)?.[1];
	return path === undefined || /^\.{1,2}\//.test(path) ? [] : [readTracked("top", path)];
}

/**
 * Judges the operands of a git command that shows content for names that are not spelled out.
 *
 * SECURITY: in a pathspec `*` also stands for slashes and for a leading dot (`'*env'` is `.env` too), `:(icase)` makes any
 * spelling fit, and a stash may hold files that git ignores.
 */
export function gitPathspecs(operands: readonly (string | null)[]): readonly AnalyserFinding[] {
	const findings: AnalyserFinding[] = [];
	for (const operand of operands) {
		if (operand === null || !isSpecial(operand)) continue;
		if (/^:\([^)]*icase/i.test(operand) || /^(?:refs\/)?stash(?:[@^~:]|$)/.test(operand)) {
			findings.push(readStored());
			continue;
		}
		const text = operand.replace(/^:(?:\([^)]*\)|[!^/]+)/, "");
		const wildcard = text.search(/[*?[]/);
		if (wildcard < 0 || /\^\{|^:\//.test(operand)) continue;
		findings.push(readTree(text.slice(0, text.lastIndexOf("/", wildcard) + 1) || ".", false));
	}
	return findings;
}

/** Whether there can be more to an operand than a name. */
function isSpecial(operand: string): boolean {
	return operand.includes("stash") || /[:*?[]/.test(operand);
}
