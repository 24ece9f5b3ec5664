import type { Analyser, AnalyserFinding } from "../analyser.ts";
import { GIT_CONFIG_OPTIONS } from "../programs/git-config.ts";
import { access, hazard, undecided } from "./findings.ts";
import { has, readArguments, valuesOf } from "./read-arguments.ts";

/** Reads the words of `git config`: which setting gets a value, and in which file. */
export const gitConfig: Analyser = (words) => changed(words, false);

/** Reads the words of `git config set`, which always changes something. */
export const gitConfigSet: Analyser = (words) => changed(words, true);

const CHANGING = ["--add", "--replace-all", "--unset", "--unset-all", "--rename-section", "--remove-section", "--append", "-e"];

function changed(words: readonly (string | null)[], always: boolean): readonly AnalyserFinding[] {
	const read = readArguments(words, GIT_CONFIG_OPTIONS);
	const [key, value] = read.operands;
	const changes = always || value !== undefined || has(read, ...CHANGING);
	if (!changes) return [];
	if (read.uncertain && key === null) return [undecided("", "which setting is changed is only known when the shell runs")];
	const files = valuesOf(read, "-f").map((file) =>
		file === null ? undecided("", "which file is changed is only known when the shell runs") : access("write", file),
	);
	if (typeof key !== "string" || value === undefined || isOrdinary(key)) return files;
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
