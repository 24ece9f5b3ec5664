import type { AnalyserFinding } from "../analyser.ts";
import { loads, plain, runs } from "../option-rows.ts";
import type { OptionRow, ProgramTable } from "../program-table.ts";

const OPTIONS: readonly OptionRow[] = [
	// What follows the text are its positional parameters.
	{ names: ["-c"], value: "required", operandsBecome: "data" },
	// Only reads the script, to see whether it can be parsed.
	{ names: ["-n"], operandsBecome: "read" },
	...plain("-o <option>", "-e", "-u", "-x", "--version", "--help"),
	loads("--rcfile --init-file <file>", "runs this file first"),
	loads("--debugger", "loads the debugger"),
	loads("-l --login -i", "runs the person's start files first"),
	runs("-O <option>", "changes how the text is read"),
	runs("-s", "runs whatever arrives on its input"),
];

/** Shells: the text behind `-c` is judged where writ knows its language; anything else they run is a script. */
export const shells: readonly ProgramTable[] = [
	{
		names: ["bash"],
		style: "posix",
		abbreviations: false,
		interpreter: { shell: true, why: "a shell runs any text" },
		operands: ["script", "data"],
		analyser: (words) => readShell(words, "bash"),
		runsInput: "shell",
		analysesWords: true,
		options: OPTIONS,
	},
	{
		names: ["sh", "dash"],
		style: "posix",
		abbreviations: false,
		interpreter: { shell: true, why: "a shell runs any text" },
		operands: ["script", "data"],
		analyser: (words) => readShell(words, "sh"),
		runsInput: "shell",
		analysesWords: true,
		options: OPTIONS,
	},
	{
		names: [
			"ash",
			"rbash",
			"zsh",
			"ksh",
			"ksh93",
			"mksh",
			"oksh",
			"yash",
			"rksh",
			"rzsh",
			"fish",
			"csh",
			"tcsh",
			"nu",
			"xonsh",
			"elvish",
			"pwsh",
			"powershell",
			"rc",
			"es",
			"scsh",
			"oil",
			"osh",
			"ysh",
			"murex",
			"cmd",
			"cmd.exe",
			"powershell.exe",
		],
		style: "posix",
		interpreter: { why: "a shell runs any text" },
		operands: ["script", "data"],
		options: [
			runs("-c --command --commands -Command <text>", "runs text in a language that is not judged"),
			runs("-C --init-command <text>", "runs text in a language that is not judged"),
			runs("-EncodedCommand -ec -e <text>", "runs text in a language that is not judged"),
			runs("-File -f <script>", "runs this script"),
			runs("-s", "runs whatever arrives on its input"),
			loads("--config --env-config --rc --plugin-config <file>", "runs this file first"),
		],
	},
	{
		names: ["expect", "tclsh", "wish", "screen", "tmux", "zellij", "byobu", "dtach", "abduco", "reptyr"],
		style: "posix",
		interpreter: { why: "it runs commands that are typed, or stand in a script" },
		operands: ["script", "data"],
		options: [
			runs("-c <text>", "runs text as code"),
			runs("-X", "sends a command to a running session"),
			runs("-S <socket>", "chooses the session"),
			loads("-f <file>", "loads commands from this file"),
		],
	},
];

/** Built-ins that a rule decides about like any program; the walk has its own reading of the others. */
export const shellBuiltIns: readonly ProgramTable[] = [
	{
		names: ["source", "."],
		style: "none",
		operands: ["script", "data"],
		interpreter: { shell: true, why: "it runs a script in this shell" },
	},
	{ names: ["type", "help", "times", "dirs"], operands: "data" },
	{ names: ["umask", "ulimit"], operands: "data", hazard: "changes", why: "it changes a limit or mode for what follows" },
	{
		names: ["jobs", "fg", "bg", "disown"],
		operands: "data",
		options: [{ names: ["-x"], hazard: "runs", why: "jobs -x runs its operands as a command" }],
	},
	{
		names: ["history"],
		operands: "data",
		options: [
			{ names: ["-w", "-a"], value: "optional", hazard: "changes", why: "it writes the history to a file" },
			{ names: ["-r", "-n"], value: "optional", hazard: "loads", why: "it loads commands from a file" },
			{ names: ["-c", "-d", "-s"], hazard: "changes", why: "it changes the history" },
			{ names: ["-p"], hazard: "runs", why: "it expands its operands" },
		],
	},
];

const PLAIN_OPTIONS = /^-(?:e|u|x|eu|ex|eux)$/;

/**
 * Reads the words of a shell: `bash -eu -c 'text' words`, with `-c` directly before the text. SECURITY: every other
 * option changes how the text is read (`-O dotglob`, `-o posix`, `-k`), and which word it is (`-ce`, `-c -e`).
 */
export function readShell(words: readonly (string | null)[], shell: "bash" | "sh"): readonly AnalyserFinding[] {
	let at = 0;
	for (; at < words.length; at++) {
		const word = words[at] ?? null;
		if (word !== null && PLAIN_OPTIONS.test(word)) continue;
		if (shell !== "bash" || word === null || !/^-(?:e|eu|ex)?o$/.test(word) || words[at + 1] !== "pipefail") break;
		at++;
	}
	const [option, text, ...operands] = words.slice(at);
	if (option === "-c") {
		if (typeof text !== "string" || /^[-+]/.test(text) || operands.includes(null)) return [{ kind: "unclear", segment: text ?? option }];
		return [{ kind: "shell", text, shell }];
	}
	// A script, or nothing but its syntax, or no words at all: the rows say what that needs.
	if (option === undefined || option === null || !/^[-+]/.test(option)) return [];
	if ((option === "-n" && typeof text === "string" && !/^[-+]/.test(text)) || option === "--version" || option === "--help") return [];
	return [{ kind: "unclear", segment: option }];
}
