import { type AnalyserFinding, hazard, undecided } from "../analyser.ts";
import { loads, plain, runs, writes } from "../option-rows.ts";
import type { ProgramTable } from "../program-table.ts";

/** Editors: they write what they open, and run commands that are typed or given as options. */
export const editors: readonly ProgramTable[] = [
	{
		names: ["vim", "vi", "nvim", "view", "gvim", "vimdiff", "rvim", "ex", "vim.tiny", "vim.basic", "nvi", "neovide"],
		operands: "write",
		analyser: readEditor,
		analysesWords: true,
		interpreter: { why: "an editor runs commands that are typed, or stand in the file" },
		options: [
			runs("-c <command>", "runs this command of the editor"),
			runs("--cmd <command>", "runs this command of the editor"),
			runs("-s <script>", "types the keys in this file"),
			// After -e the letter s takes no word.
			runs("-es -Es", "takes commands from its input"),
			runs("-S [script]", "runs this script"),
			runs("-e", "takes commands from its input"),
			runs("-E", "takes commands from its input"),
			runs("-l <script>", "runs this script"),
			loads("-u <file>", "loads configuration, which is code"),
			loads("-U <file>", "loads configuration, which is code"),
			loads("-i <file>", "loads the state of another session"),
			loads("-t <tag>", "goes to a tag, which is a command"),
			loads("-q [file]", "loads a list of places"),
			loads("-r [file]", "loads a swap file"),
			loads("-L", "loads a swap file"),
			runs("--remote --remote-silent --remote-wait --remote-tab --remote-send --remote-expr <argument>", "commands another editor"),
			runs("--servername --server <name>", "commands another editor"),
			runs("--listen <address>", "takes commands from there"),
			runs("--embed", "takes commands from its input"),
			runs("--headless", "takes commands from its input"),
			runs("--api-info", "takes commands from its input"),
			loads("--startuptime <file>", "writes times to this file"),
			loads("--app <name>", "loads other configuration"),
			writes("-w <file>", "writes what is typed to this file"),
			writes("-W <file>", "writes what is typed to this file"),
			...plain("-T <terminal>", "-d", "-R", "-n", "-M", "-m", "-b", "-Z"),
		],
	},
	{
		names: ["emacs", "emacsclient", "xemacs", "mg", "jmacs", "jed"],
		style: "long-dash",
		operands: "write",
		analyser: readEditor,
		analysesWords: true,
		interpreter: { why: "an editor runs commands that are typed, or stand in the file" },
		options: [
			runs("-batch", "runs without a person"),
			runs("-eval -execute -e <expression>", "runs this expression"),
			runs("-script -x <file>", "runs this script"),
			runs("-l -load <file>", "runs this file"),
			runs("-f -funcall <function>", "runs this function"),
			loads("-L -directory <directory>", "loads code from this directory"),
			loads("-u -user <user>", "loads the configuration of another user"),
			loads("-init-directory <directory>", "loads other configuration"),
			runs("-daemon -fg-daemon -bg-daemon", "takes commands from elsewhere"),
			runs("-a -alternate-editor <editor>", "runs this editor"),
			runs("-s -socket-name <name>", "commands another editor"),
			runs("-insert <file>", "inserts this file"),
			runs("-kill", "ends by itself"),
		],
	},
	{
		names: ["nano", "pico", "micro", "joe", "hx", "helix", "kak", "ne", "amp", "kilo"],
		operands: "write",
		analyser: readEditor,
		analysesWords: true,
		interpreter: { why: "an editor runs commands that are typed" },
		options: [
			runs("-s --speller <program>", "runs this program to check spelling"),
			runs("-e <commands>", "runs these commands"),
			loads("-f --rcfile <file>", "loads configuration"),
			loads("-config-dir <directory>", "loads configuration"),
			loads("-c --config <file>", "loads configuration"),
			writes("-C --backupdir <directory>", "puts backups there"),
			...plain(
				"-T --tabsize <number>",
				"-r --fill <number>",
				"-o --operatingdir <directory>",
				"-Q --quotestr <regex>",
				"-X --wordchars <characters>",
				"-Y --syntax <name>",
				"-J --guidestripe <number>",
			),
		],
	},
	{
		names: ["ed", "red", "sam", "teco"],
		operands: "write",
		analyser: readEditor,
		analysesWords: true,
		interpreter: { why: "an editor runs commands that arrive on its input" },
		options: plain("-p --prompt <text>"),
	},
	{
		names: ["code", "code-insiders", "cursor", "windsurf", "subl", "zed", "idea", "webstorm", "gedit", "kate", "atom"],
		operands: "write",
		analyser: readEditor,
		analysesWords: true,
		interpreter: { why: "an editor loads extensions and runs tasks of the folder that it opens" },
		options: [
			loads("--install-extension --uninstall-extension --extensions-dir --extensionDevelopmentPath <extension>", "changes its extensions"),
			loads("--user-data-dir <directory>", "loads other configuration"),
			runs("--command <command>", "runs this command"),
		],
	},
];

/** Reads the words of an editor: `+12` goes to a line, any other `+` is a command, and its input is typed into it. */
export function readEditor(words: readonly (string | null)[]): readonly AnalyserFinding[] {
	if (words.length > 0 && words.every((word) => word !== null && /^--?(?:version|help|[hVv])$/.test(word))) return [];
	const dashes = words.indexOf("--");
	const commands = words.flatMap((word, at) => {
		if (word === null || !word.startsWith("+") || (dashes >= 0 && at > dashes)) return [];
		return /^\+(?:\d+(?:,\d+)?)?$/.test(word) ? [] : [hazard("runs", word, "this command of the editor is run when it starts", at)];
	});
	return [...commands, undecided("", "an editor runs commands that arrive on its input")];
}
