import type { OptionRow, ProgramTable } from "../program-table.ts";
import { loads, plain, runs } from "./option-rows.ts";

// What follows the text are its positional parameters.
const command: OptionRow = { names: ["-c"], value: "required", is: "shell", operandsBecome: "data", why: "runs shell text" };

const posixOptions: readonly OptionRow[] = [
	command,
	loads("--rcfile --init-file <file>", "runs this file first"),
	loads("--debugger", "loads the debugger"),
	...plain(
		"-o <option>",
		"-O <option>",
		"-e",
		"-u",
		"-x",
		"-l --login",
		"-i",
		"--norc",
		"--noprofile",
		"--posix",
		"-r --restricted",
		"--verbose -v",
		"--noediting",
	),
];

/** Shells: `-c` is looked through where the language is that of bash; anything else they run is a script. */
export const shells: readonly ProgramTable[] = [
	{
		names: ["bash", "sh", "dash", "ash", "rbash"],
		style: "posix",
		abbreviations: false,
		interpreter: { shell: true, why: "a shell runs any text" },
		operands: ["script", "data"],
		analyser: "shell-arguments",
		analysesWords: true,
		options: [...posixOptions, runs("-s", "runs whatever arrives on its input")],
	},
	{
		names: ["zsh", "ksh", "ksh93", "mksh", "oksh", "yash", "rksh", "rzsh"],
		style: "posix",
		abbreviations: false,
		interpreter: { shell: true, why: "a shell runs any text" },
		operands: ["script", "data"],
		// SECURITY: their language differs from that of bash (`*(e:'cmd':)`, `=(cmd)`): only plain text is looked through.
		analyser: "foreign-shell-arguments",
		analysesWords: true,
		options: [...posixOptions, runs("-s", "runs whatever arrives on its input")],
	},
	{
		names: [
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
