import { type AnalyserFinding, access, hazard, undecided } from "../analyser.ts";
import { changes, named, plain, redirects, runs } from "../option-rows.ts";
import type { CommandForm, OptionRow } from "../program-table.ts";
import { has, readArguments, valuesOf } from "../read-arguments.ts";

const file: OptionRow = {
	...redirects("-f --file <file>", "works on the settings in another file"),
	is: "read",
};
/** SECURITY: an object that is named by its hash may be any file ([programs-found-closed]). */
const blob: OptionRow = {
	...redirects("--blob <blob>", "prints settings from any object that was ever stored"),
	is: "maybe-read",
	unless: "(?:HEAD|main|master|(?:origin|upstream)/(?:main|master|HEAD))?:.+",
};

/** The options of `git config`, which its analyser reads too. */
const GIT_CONFIG_OPTIONS: readonly OptionRow[] = [
	changes("--add", "changes a setting"),
	changes("--replace-all", "changes a setting"),
	changes("--unset", "deletes a setting"),
	changes("--unset-all", "deletes a setting"),
	changes("--rename-section", "changes settings"),
	changes("--remove-section", "deletes settings"),
	changes("--append", "changes a setting"),
	runs("-e --edit", "opens the configured editor"),
	redirects("--global", "reads or changes the settings of the user"),
	redirects("--system", "reads or changes the settings of the machine"),
	file,
	blob,
	...plain(
		"-t --type <type>",
		"--default <value>",
		"--comment <text>",
		"--value <pattern>",
		"--url <url>",
		"--get",
		"--get-all",
		"--get-regexp",
		"--get-urlmatch",
		"--get-color",
		"-l --list",
		"--local",
		"--worktree",
		"--bool",
		"--int",
	),
];

const shown: CommandForm = {
	operands: "data",
	options: [file, blob, ...plain("--type <type>", "--default <value>", "--value <pattern>", "--url <url>")],
};
const changed = (why: string): CommandForm =>
	named("changes", why, { operands: "data", analyser: readGitConfigSet, analysesWords: true, options: GIT_CONFIG_OPTIONS });

/** `git config`: most settings are harmless, the others name programs that git runs. */
export const gitConfig: CommandForm = named("loads", "settings of git name programs that it runs", {
	operands: "data",
	analyser: readGitConfig,
	analysesWords: true,
	options: GIT_CONFIG_OPTIONS,
	subcommands: {
		get: shown,
		list: shown,
		set: changed("changes a setting"),
		unset: changed("deletes a setting"),
		"rename-section": changed("changes settings"),
		"remove-section": changed("deletes settings"),
		edit: named("runs", "opens the configured editor"),
	},
});

/** Reads the words of `git config`: which setting gets a value, and in which file. */
function readGitConfig(words: readonly (string | null)[]): readonly AnalyserFinding[] {
	return changedSetting(words, false);
}

/** Reads the words of `git config set`, which always changes something. */
function readGitConfigSet(words: readonly (string | null)[]): readonly AnalyserFinding[] {
	return changedSetting(words, true);
}

const CHANGING = ["--add", "--replace-all", "--unset", "--unset-all", "--rename-section", "--remove-section", "--append", "-e"];

const SHOWING = ["--get", "--get-all", "--get-regexp", "--get-urlmatch", "--get-color", "-l"];

function changedSetting(words: readonly (string | null)[], always: boolean): readonly AnalyserFinding[] {
	const read = readArguments(words, GIT_CONFIG_OPTIONS);
	const [key, value] = read.operands;
	const changes = always || (value !== undefined && !has(read, ...SHOWING)) || has(read, ...CHANGING);
	if (!changes) return [];
	if (read.uncertain && key === null) return [undecided("", "which setting is changed is only known when the shell runs")];
	const files = valuesOf(read, "-f").map((file) =>
		file === null ? undecided("", "which file is changed is only known when the shell runs") : access("write", file),
	);
	if (typeof key !== "string" || value === undefined) return files;
	// A rule for the key covers every value of an ordinary one.
	if (isOrdinary(key)) return always ? files : [...files, hazard("changes", key, "changes a setting", words.indexOf(key))];
	// SECURITY: the value is what git runs or reads, so that a rule must hold it too: `git config core.pager less`.
	const at = words.lastIndexOf(value);
	return [...files, hazard("loads", key, `'${key}' can make git run a program or read another file`, at)];
}

const ORDINARY = new RegExp(
	`^(?:${[
		"user\\.(?:name|email|useconfigonly)",
		"author\\.(?:name|email)",
		"committer\\.(?:name|email)",
		"(?:color|advice|column|status|i18n|index|rerere|branch|stash|versionsort)\\.[a-z]+",
		"log\\.(?:abbrevcommit|date|decorate|follow|graphcolors|showroot|initialdecorationset)",
		"gc\\.(?:auto|autodetach|autopacklimit)",
		"pack\\.(?:threads|window|depth|windowmemory|compression)",
		"(?:tag\\.sort|grep\\.(?:linenumber|column|patterntype|extendedregexp|threads))",
		"color\\.[a-z]+\\.[a-z]+",
		"branch\\.[^\\s]+\\.(?:rebase|description)",
		"core\\.(?:autocrlf|eol|safecrlf|ignorecase|filemode|quotepath|abbrev|longpaths|precomposeunicode|whitespace|compression|bigfilethreshold|preloadindex|untrackedcache|commentchar|loosecompression)",
		"init\\.defaultbranch",
		"pull\\.(?:rebase|ff)",
		"push\\.(?:default|autosetupremote|followtags)",
		"fetch\\.(?:prune|prunetags|parallel|writecommitgraph)",
		"merge\\.(?:conflictstyle|ff|renames|renamelimit|stat|log|autostash|directoryrenames)",
		"rebase\\.(?:autostash|autosquash|updaterefs|stat|missingcommitscheck)",
		"diff\\.(?:algorithm|renames|renamelimit|colormoved|colormovedws|mnemonicprefix|noprefix|context|interhunkcontext|indentheuristic|wordregex|submodule|statgraphwidth)",
		"commit\\.(?:verbose|cleanup|status)",
		"format\\.(?:pretty|signoff|subjectprefix)",
		"apply\\.(?:whitespace|ignorewhitespace)",
		"am\\.(?:keepcr|threeway)",
		"feature\\.[a-z]+",
	].join("|")})$`,
	"i",
);

/** Settings that hold a name, a number, a colour or a choice, and nothing that git runs or opens. */
function isOrdinary(key: string): boolean {
	return ORDINARY.test(key);
}
