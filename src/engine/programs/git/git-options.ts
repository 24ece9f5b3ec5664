import { plain, reads, runs, withRole, writes } from "../option-rows.ts";
import type { OptionRow } from "../program-table.ts";

/** The option of git that takes the paths to work on from a file. */
export const gitPathspecOptions: readonly OptionRow[] = reads("--pathspec-from-file <file>");

/** Options that every git command with diff output understands. */
export const gitDiffOptions: readonly OptionRow[] = [
	writes("--output <file>", "writes the diff to a file", "openai/codex#18694"),
	runs("--ext-diff", "runs the program that diff.external or an attribute names", "openai/codex#18694"),
	runs("--textconv", "runs the converter that an attribute names for each file"),
	...reads("-O <orderfile>"),
	...withRole("maybe-read", ["--relative [path]"]),
	...plain(
		"--output-indicator-new <character>",
		"--output-indicator-old <character>",
		"--output-indicator-context <character>",
		"--no-ext-diff",
		"--no-textconv",
		"--text",
		"--exit-code",
		"-U --unified [lines]",
		"-G <regex>",
		"-S <string>",
		"-l <number>",
		"-I --ignore-matching-lines <regex>",
		"-M --find-renames [similarity]",
		"-C --find-copies [similarity]",
		"--find-copies-harder",
		"-B --break-rewrites [similarity]",
		"-X --dirstat [parameters]",
		"--stat [width]",
		"--stat-width <number>",
		"--stat-name-width <number>",
		"--stat-graph-width <number>",
		"--stat-count <number>",
		"--diff-filter <letters>",
		"--diff-algorithm <name>",
		"--diff-merges <format>",
		"--anchored <text>",
		"--word-diff [mode]",
		"--word-diff-regex <regex>",
		"--color-words [regex]",
		"--color [when]",
		"--color-moved [mode]",
		"--color-moved-ws <modes>",
		"--ws-error-highlight <kinds>",
		"--abbrev [length]",
		"--src-prefix <prefix>",
		"--dst-prefix <prefix>",
		"--line-prefix <prefix>",
		"--inter-hunk-context <lines>",
		"--find-object <object>",
		"--rotate-to <file>",
		"--skip-to <file>",
		"--submodule [format]",
		"--ignore-submodules [when]",
	),
];

/**
 * SECURITY: `%G?`, `%GS` and their kin check the signature with the program that gpg.program names, and a name that is not git's own
 * stands for a format of the repository's configuration ([finding-13-formats]).
 */
const PLAIN_FORMAT = "(?:oneline|short|medium|full|fuller|reference|email|mboxrd|raw)?|(?=[^]*%|t?format:)(?:[^%]|%(?![ +-]?G))*";
const CHECKS_SIGNATURES = "the format may check signatures with the program that gpg.program names";

/** The same for formats of refs and the keys that they are sorted by. */
export const gitRefFormatOptions: readonly OptionRow[] = ["--format <format>", "--sort <key>"].map((synopsis) => ({
	...runs(synopsis, CHECKS_SIGNATURES),
	unless: "(?:(?!signature)[^]|contents:signature)*",
}));

/** Options that choose and print commits, with those of their diffs: log, show, rev-list, shortlog and their kin. */
export const gitHistoryOptions: readonly OptionRow[] = [
	...gitDiffOptions,
	runs("--show-signature", "runs the program that gpg.program names for each signed commit"),
	{ ...runs("--pretty [format]", CHECKS_SIGNATURES), unless: PLAIN_FORMAT },
	{ ...runs("--format [format]", CHECKS_SIGNATURES), unless: PLAIN_FORMAT },
	{ names: ["-L"], value: "required", is: "maybe-read" },
	...plain(
		"-n --max-count <number>",
		"--skip <number>",
		"--since --after <date>",
		"--until --before <date>",
		"--since-as-filter <date>",
		"--max-age <timestamp>",
		"--min-age <timestamp>",
		"--author <pattern>",
		"--committer <pattern>",
		"--grep <pattern>",
		"--grep-reflog <pattern>",
		"--min-parents [number]",
		"--max-parents [number]",
		"--branches [pattern]",
		"--tags [pattern]",
		"--remotes [pattern]",
		"--glob <pattern>",
		"--exclude <pattern>",
		"--exclude-hidden <section>",
		"--ancestry-path [commit]",
		"--progress [text]",
		"--filter <specification>",
		"--missing [action]",
		"--no-walk [order]",
		"--encoding <name>",
		"--expand-tabs [width]",
		"--date <format>",
		"--notes [ref]",
		"--show-notes [ref]",
		"--show-notes-by-default",
		"--show-linear-break [text]",
		"--show-pulls",
		"--decorate [style]",
		"--decorate-refs <pattern>",
		"--decorate-refs-exclude <pattern>",
		"--disk-usage [format]",
		"--group <kind>",
		"-w [width]",
		"-s --summary",
	),
];
