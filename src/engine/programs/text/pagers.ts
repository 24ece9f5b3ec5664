import { type AnalyserFinding, access, hazard, undecided } from "../analyser.ts";
import { printedNames } from "../files/archives.ts";
import { together } from "../operand-analysers.ts";
import { changes, loads, plain, runs, writes } from "../option-rows.ts";
import type { ProgramTable } from "../program-table.ts";

/** Text without line ends and other keys that do something. */
const TYPED_TEXT = "[^\\x00-\\x1f\\x7f]*";
/** Options of less that choose how the text looks or how the keys move. */
const LESS_FLAGS =
	"-[aAcCdeEfFgGiIJKLmMnNqQrRsSuUVwWX~?]|-\\d|--(?:quit-if-one-screen|quit-at-eof|QUIT-AT-EOF|RAW-CONTROL-CHARS|raw-control-chars|no-init|chop-long-lines|ignore-case|IGNORE-CASE|LINE-NUMBERS|squeeze-blank-lines|no-lessopen|version|help|force|hilite-search|HILITE-SEARCH|status-column|search-skip-screen|SEARCH-SKIP-SCREEN|quiet|silent|QUIET|SILENT|underline-special|UNDERLINE-SPECIAL|hilite-unread|HILITE-UNREAD|tilde|mouse|MOUSE|follow-name|incsearch|use-color|use-backslash|no-keypad|no-histdups|quit-on-intr|clear-screen|CLEAR-SCREEN|dumb|wordwrap|exit-follow-on-close|file-size|form-feed|redraw-on-quit|show-preproc-errors|proc-backspace|PROC-BACKSPACE|proc-tab|proc-return|no-vbell|modelines=\\d+|LONG-PROMPT)";
const MORE_FLAGS = "-[delfpcsuhV]|-\\d|--(?:silent|logical|exit-on-eof|no-pause|print-over|clean-print|squeeze|plain|help|version)";

const less: ProgramTable = {
	names: ["less", "page"],
	operands: "read",
	analyser: readLess,
	analysesWords: true,
	// A long name with a capital letter is the capital option (`--Log-file`): only the spellings that stand here are known.
	closedOptions: LESS_FLAGS,
	options: [
		loads("-k --lesskey-file <file>", "loads key bindings, which can run commands"),
		loads("--lesskey-src <file>", "loads key bindings, which can run commands"),
		loads("--lesskey-content <text>", "loads key bindings, which can run commands"),
		writes("-o --log-file <file>", "copies its input to this file"),
		writes("-O --LOG-FILE <file>", "copies its input to this file"),
		loads("-T --tag-file <file>", "opens the files that a file of tags names"),
		loads("-t --tag <tag>", "opens the file that a file of tags names"),
		// SECURITY: the pattern is typed as keys, and a line end goes on to the next command.
		{ ...runs("-p --pattern <pattern>", "these keys are typed when it starts, and keys can run commands"), unless: TYPED_TEXT },
		...plain(
			"-b --buffers <number>",
			"-D --color <color>",
			"-h --max-back-scroll <number>",
			"-j --jump-target <line>",
			"-P --prompt <prompt>",
			"-x --tabs <stops>",
			"-y --max-forw-scroll <number>",
			"-z --window <number>",
			'-" --quotes <characters>',
			"-# --shift <number>",
			"--line-num-width <number>",
			"--status-col-width <number>",
			"--wheel-lines <number>",
			"--rscroll <character>",
			"--header <number>",
			"--intr <character>",
			"--search-options <letters>",
			"--lesskey",
			"--line-numbers",
			"--long-prompt",
		),
	],
};

/** less, more, most, bat: they show files, and a person (or an option) can have them run commands. */
export const pagers: readonly ProgramTable[] = [
	less,
	// It completes names as gunzip does.
	{ ...less, names: ["zless"], analyser: together(readLess, printedNames) },
	{
		names: ["more", "most", "pg"],
		operands: "read",
		analyser: readLess,
		analysesWords: true,
		closedOptions: MORE_FLAGS,
		options: plain("-n --lines <number>"),
	},
	{
		names: ["bat", "batcat"],
		abbreviations: false,
		operands: "read",
		options: [
			runs("--pager <command>", "runs this command to show the text"),
			loads("--config-file <file>", "loads options from this file"),
			runs("--lessopen", "runs the program that LESSOPEN names"),
			changes("--generate-config-file", "writes its settings"),
			loads("--config-dir", "tells where options are loaded from"),
			loads("--source <directory>", "loads syntaxes and themes from this directory"),
			{ names: ["--target"], value: "required", is: "write", why: "writes the cache there" },
			{ names: ["--build", "--clear"], hazard: "changes", why: "writes or removes the cache" },
			...plain(
				"-l --language <language>",
				"-H --highlight-line <range>",
				"--file-name <name>",
				"--tabs <number>",
				"--wrap <mode>",
				"--terminal-width <number>",
				"--color <when>",
				"--italic-text <when>",
				"--decorations <when>",
				"--paging <when>",
				"-m --map-syntax <pattern>",
				"--ignored-suffix <suffix>",
				"--theme <theme>",
				"--theme-light <theme>",
				"--theme-dark <theme>",
				"--style <parts>",
				"-r --line-range <range>",
				"--diff-context <number>",
				"--nonprintable-notation <notation>",
				"--binary <how>",
				"--squeeze-limit <number>",
				"--strip-ansi <when>",
			),
		],
	},
];

/** man and info: show manual pages; several options name a program to do it with. */
export const man: readonly ProgramTable[] = [
	{
		names: ["man", "apropos", "manpath"],
		operands: "data",
		analyser: readMan,
		options: [
			runs("-P --pager <command>", "runs this command to show the page"),
			runs("-H --html [browser]", "runs this browser"),
			runs("-X --gxditview [dpi]", "starts another program to show the page"),
			// SECURITY: the text is put into the options of the pager, which can run commands.
			runs("-r --prompt <text>", "the text becomes part of the options of the pager"),
			runs("-p --preprocessor <letters>", "runs formatting programs on the page"),
			runs("-T --troff-device [device]", "runs groff on the page"),
			runs("-t --troff", "runs groff on the page"),
			loads("-C --config-file <file>", "loads configuration that names programs"),
			loads("-M --manpath <path>", "takes pages from these directories"),
			loads("-l --local-file", "formats this file, and a page can name programs"),
			changes("-u --update", "writes the caches"),
			changes("-c --catman", "writes the caches"),
			...plain(
				"-R --recode <encoding>",
				"-L --locale <locale>",
				"-m --systems <list>",
				"-S -s --sections <list>",
				"-e --extension <extension>",
				"-E --encoding <encoding>",
				"--warnings [what]",
				"--path -w --where --location",
				"--regex",
				"--match-case",
				"--local",
			),
		],
	},
	{
		names: ["info", "pinfo"],
		operands: "data",
		options: [
			loads("--init-file <file>", "loads key bindings"),
			loads("-d --directory <directory>", "takes pages from this directory"),
			loads("-f --file <file>", "shows this file"),
			{ names: ["-o", "--output"], value: "required", is: "write", why: "writes the page to this file" },
			{ names: ["--dribble"], value: "required", is: "write", why: "writes the keys to this file" },
			{ names: ["--restore"], value: "required", is: "read", hazard: "runs", why: "takes keys from this file" },
			...plain("-n --node <node>", "-k --apropos <text>", "--index-search <text>", "-v --variable <assignment>"),
		],
	},
	{ names: ["tldr", "cheat"], operands: "data" },
];

/** Words of a pager that only move: `+F`, `+G`, `+12`, `+/text`, `+?text`. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: those are the keys that end the text.
const MOVES = /^\+{1,2}(?:[FGg]|\d+[Gg]?|[/?][^\x00-\x1f\x7f]*)?$/;

/** Reads the words of a pager: `+keys` are typed when it starts, and keys can run commands and write files. */
export function readLess(words: readonly (string | null)[]): readonly AnalyserFinding[] {
	const dashes = words.indexOf("--");
	return words.flatMap((word, at) => {
		if (word === null || (dashes >= 0 && at > dashes)) return [];
		if (/^-[^-]/.test(word)) return readCluster(word, at);
		if (!word.startsWith("+") || MOVES.test(word)) return [];
		return [hazard("runs", word, "these keys are typed when it starts, and keys can run commands", at)];
	});
}

/**
 * SECURITY: after a number, and after the `$` that ends a text, less goes on reading letters of the same word: `-x8olog`
 * sets tab stops and writes a log.
 */
function readCluster(word: string, at: number): readonly AnalyserFinding[] {
	const findings: AnalyserFinding[] = [];
	let letter = 1;
	while (letter < word.length) {
		const option = word[letter++] ?? "";
		if ("bhjxyz#".includes(option)) {
			const number = /[-+]?[\d.,]*/y;
			number.lastIndex = letter;
			letter += number.exec(word)?.[0].length ?? 0;
		} else if ('DkoOpPtT"'.includes(option)) {
			const dollar = word.indexOf("$", letter);
			const end = dollar < 0 ? word.length : dollar;
			const value = word.slice(letter, end);
			if ("oO".includes(option) && value !== "") findings.push(access("write", value));
			if (option === "p" && !new RegExp(`^${TYPED_TEXT}$`).test(value))
				findings.push(hazard("runs", word, "these keys are typed when it starts, and keys can run commands", at));
			if ("tT".includes(option)) findings.push(hazard("loads", word, "opens the file that a file of tags names", at));
			if (option === "k") findings.push(hazard("loads", word, "loads key bindings, which can run commands", at));
			letter = end + 1;
		}
	}
	return findings;
}

/** Reads the operands of man: one with a slash is a file, and a page can name the programs that format it. */
export function readMan(operands: readonly (string | null)[]): readonly AnalyserFinding[] {
	return operands.flatMap((operand, at) => {
		if (operand === null) return [undecided("", "the page is only known when the shell runs")];
		return operand.includes("/") ? [hazard("loads", operand, "formats this file, and a page can name programs", at)] : [];
	});
}
