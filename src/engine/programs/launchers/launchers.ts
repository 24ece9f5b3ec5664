import { type AnalyserFinding, access, hazard, undecided } from "../analyser.ts";
import { changes, loads, plain, redirects, runs, writes } from "../option-rows.ts";
import type { ProgramTable } from "../program-table.ts";
import { readArguments } from "../read-arguments.ts";

/** Programs that run their operand and change little else: looked through. */
export const launchers: readonly ProgramTable[] = [
	{
		names: ["env", "genv"],
		style: "posix",
		launcher: { assignments: true },
		options: [
			runs("-S --split-string <text>", "splits the text into a command"),
			loads("-f --file <file>", "sets variables from this file"),
			{ names: ["-C", "--chdir"], value: "required", is: "cwd", hazard: "redirects", why: "runs the command elsewhere" },
			redirects("-u --unset <name>", "takes a variable away from the command"),
			redirects("-a --argv0 <name>", "gives the program another name, by which some choose what they do"),
			redirects("-i --ignore-environment", "takes all variables away from the command"),
			...plain("--block-signal [signal]", "--default-signal [signal]", "--ignore-signal [signal]"),
			...plain("-0 --null", "-v --debug", "--list-signal-handling"),
			redirects("-P <path>", "looks for the program in these directories"),
		],
	},
	{ names: ["nohup", "builtin", "catchsegv", "eatmydata", "chronic", "ifne"], style: "posix", launcher: {} },
	{ names: ["setsid"], style: "posix", launcher: {}, options: plain("-c --ctty", "-f --fork", "-w --wait") },
	{ names: ["caffeinate"], style: "posix", launcher: {}, options: plain("-t <seconds>", "-w <process>") },
	{
		names: ["command"],
		style: "posix",
		launcher: {},
		// With -v or -V the words are only looked up.
		options: [{ names: ["-v", "-V"], operandsBecome: "data" }, ...plain("-p")],
	},
	{ names: ["exec"], style: "posix", launcher: {}, options: plain("-a <name>", "-c", "-l") },
	{
		names: ["nice", "gnice"],
		style: "posix",
		launcher: {},
		options: plain("-n --adjustment <number>"),
	},
	{
		names: ["ionice"],
		style: "posix",
		launcher: {},
		options: [
			{ ...changes("-p --pid <process>", "changes a running process"), operandsBecome: "data" },
			{ ...changes("-P --pgid <group>", "changes running processes"), operandsBecome: "data" },
			{ ...changes("-u --uid <user>", "changes running processes"), operandsBecome: "data" },
			...plain("-c --class <class>", "-n --classdata <level>", "-t --ignore"),
		],
	},
	{
		names: ["time", "gtime"],
		style: "posix",
		launcher: {},
		options: [
			writes("-o --output <file>", "writes the figures to this file"),
			redirects("-f --format <format>", "prints what the format says of the command"),
			...plain("-p --portability", "-a --append", "-v --verbose", "-l", "-q --quiet"),
		],
	},
	{
		names: ["timeout", "gtimeout"],
		style: "posix",
		launcher: { ownOperands: 1 },
		options: plain("-k --kill-after <time>", "-s --signal <signal>", "--foreground", "--preserve-status", "-v --verbose"),
	},
	{
		names: ["stdbuf", "gstdbuf", "unbuffer"],
		style: "posix",
		launcher: {},
		options: plain("-i --input <mode>", "-o --output <mode>", "-e --error <mode>"),
	},
	{
		names: ["taskset"],
		style: "posix",
		launcher: { ownOperands: 1 },
		options: [{ ...changes("-p --pid", "changes a running process"), operandsBecome: "data" }, ...plain("-c --cpu-list", "-a --all-tasks")],
	},
	{
		names: ["chrt"],
		style: "posix",
		launcher: { ownOperands: 1 },
		options: [
			{ ...changes("-p --pid", "changes a running process"), operandsBecome: "data" },
			...plain(
				"-T --sched-runtime <time>",
				"-P --sched-period <time>",
				"-D --sched-deadline <time>",
				"-o --other",
				"-f --fifo",
				"-r --rr",
				"-b --batch",
				"-i --idle",
				"-d --deadline",
			),
		],
	},
	{
		names: ["setarch", "linux32", "linux64", "i386", "x86_64"],
		style: "posix",
		launcher: { needsRule: "runs", why: "it starts a shell when no command follows" },
		options: plain("-3 --3gb", "-B --32bit", "-R --addr-no-randomize", "-v --verbose"),
	},
	{
		names: ["busybox", "toybox"],
		style: "posix",
		abbreviations: false,
		launcher: {},
		options: [changes("--install", "makes links for every applet"), ...plain("--list", "--list-full", "-s")],
	},
	{
		names: ["flock"],
		style: "posix",
		launcher: { ownOperands: 1 },
		analyser: readFlock,
		analysesWords: true,
		options: [
			{ names: ["-c", "--command"], value: "required", is: "shell", why: "runs shell text" },
			...plain(
				"-E --conflict-exit-code <number>",
				"-w --wait --timeout <seconds>",
				"-n --nb --nonblock",
				"-s --shared",
				"-x -e --exclusive",
				"-o --close",
				"-F --no-fork",
				"-u --unlock",
			),
		],
	},
	{
		names: ["watch"],
		style: "posix",
		launcher: {},
		analyser: joinedShell,
		joinsWords: true,
		analysesWords: true,
		options: plain(
			"-d --differences [permanent]",
			"-n --interval <seconds>",
			"-q --equexit <cycles>",
			"-s --shotsdir <directory>",
			"-p --precise",
			"-t --no-title",
			"-b --beep",
			"-e --errexit",
			"-g --chgexit",
			"-c --color",
			"-x --exec",
			"-w --no-wrap",
		),
	},
	{
		names: ["entr"],
		style: "posix",
		launcher: {},
		analyser: readEntr,
		analysesWords: true,
		options: plain("-a", "-c", "-d", "-n", "-p", "-r", "-s", "-x", "-z"),
	},
	{
		names: ["script"],
		operands: "write",
		analyser: readScript,
		analysesWords: true,
		options: [
			{ names: ["-c", "--command"], value: "required", is: "shell", why: "runs shell text" },
			writes("-B --log-io <file>", "writes the session to this file"),
			writes("-I --log-in <file>", "writes the input to this file"),
			writes("-O --log-out <file>", "writes the output to this file"),
			writes("-T --log-timing <file>", "writes the times to this file"),
			writes("-t --timing [file]", "writes the times to this file"),
			...plain(
				"-E --echo <when>",
				"-m --logging-format <format>",
				"-o --output-limit <size>",
				"-q --quiet",
				"-e --return",
				"-a --append",
				"-f --flush",
				"--force",
			),
		],
	},
	{ names: ["faketime"], style: "posix", launcher: { ownOperands: 1 }, options: plain("-f", "-m") },
];

const FLOCK_OPTIONS = plain("-E --conflict-exit-code <number>", "-w --wait --timeout <seconds>");

/** Reads the words of flock: the file is made if need be, and `-c` after it is shell text. */
export function readFlock(words: readonly (string | null)[]): readonly AnalyserFinding[] {
	const { operands } = readArguments(words, FLOCK_OPTIONS, "posix");
	const [file, option, text] = operands;
	if (file === undefined) return [];
	if (file === null) return [undecided("", "the file is only known when the shell runs")];
	const made: AnalyserFinding[] = /^\d+$/.test(file) ? [] : [access("write", file)];
	if (option !== "-c" && option !== "--command") return made;
	return [...made, typeof text === "string" ? { kind: "shell", text } : undecided("", "the text that is run is not known")];
}

const WATCH_OPTIONS = plain(
	"-d --differences [permanent]",
	"-n --interval <seconds>",
	"-q --equexit <cycles>",
	"-s --shotsdir <directory>",
);

/** Reads the words of watch: it joins them and gives them to a shell, which sees operators in them. */
export function joinedShell(words: readonly (string | null)[]): readonly AnalyserFinding[] {
	const { operands } = readArguments(words, WATCH_OPTIONS, "posix");
	if (operands.length === 0) return [];
	const text = operands.filter((operand) => operand !== null);
	if (text.length < operands.length) return [undecided("", "the words are joined and run by a shell")];
	return [{ kind: "shell", text: text.join(" ") }];
}

/** Reads the words of entr: with `-s` the first operand is shell text. */
export function readEntr(words: readonly (string | null)[]): readonly AnalyserFinding[] {
	const first = words.findIndex((word) => word === null || !word.startsWith("-"));
	const options = words.slice(0, first < 0 ? words.length : first);
	if (!options.some((word) => word?.includes("s") === true)) return [];
	const text = words[first];
	return typeof text === "string" ? [{ kind: "shell", text }] : [undecided("", "the text that is run is not known")];
}

/** Reads the words of script: without `-c` it starts a shell, and it writes `typescript` unless another file is named. */
export function readScript(words: readonly (string | null)[]): readonly AnalyserFinding[] {
	const command = words.findIndex((word) => word !== null && (/^-[a-zA-Z]*c/.test(word) || word.startsWith("--c")));
	if (command < 0) return [hazard("runs", "", "starts a shell, which runs whatever arrives on its input")];
	const files = words.filter((word, at) => at !== command + 1 && word !== null && !word.startsWith("-"));
	return files.length === 0 ? [{ kind: "write", path: "typescript" }] : [];
}
