import { loads, plain, reads, redirects, runs, writes } from "../option-rows.ts";
import type { ProgramTable } from "../program-table.ts";

/** Debuggers run the program they are given, and commands of their own that start a shell. */
export const debuggers: ProgramTable = {
	names: ["rust-gdb", "rust-lldb", "dlv", "cgdb", "r2", "radare2", "windbg", "pdb3", "jdb"],
	interpreter: { why: "runs a program under its control, and commands that start a shell" },
	operands: ["script", "data"],
	options: [
		runs("-ex --eval-command -o --one-line -iex --init-eval-command -c <command>", "runs a debugger's command", "GTFOBins gdb"),
		runs("-x --command -s --source -i <file>", "runs the commands of a file"),
		runs("-ix --init-command <file>", "runs the commands of a file"),
		runs("--args", "runs a program"),
		runs("-p --pid --attach-pid <process>", "takes over another process"),
		runs("-batch --batch", "runs commands and ends"),
		loads("-d --directory <directory>", "takes sources from another place"),
		loads("--symbols --exec --se <file>", "loads a program"),
		loads("--data-directory <directory>", "loads scripts"),
		...plain("-q --quiet", "-nx --nx", "-nh --nh", "--version", "--help"),
	],
};

/** Profilers and checkers that run the program they are given. */
export const profilers: ProgramTable = {
	names: ["valgrind", "heaptrack", "hyperfine", "py-spy", "samply", "gprofng", "bpftrace", "dtrace"],
	style: "posix",
	launcher: { needsRule: "runs", why: "it runs a program under its control" },
	options: [
		runs("-p --pid --attach <process>", "takes over another process"),
		runs("--db-command <command>", "runs this command"),
		runs("-e <program>", "runs text as code"),
		{ ...runs("--prepare --setup --cleanup --conclude <command>", "runs this command"), is: "shell" },
		runs("-S --shell <shell>", "runs commands with another shell"),
		loads("--suppressions <file>", "loads settings"),
		writes("-o --output --log-file --xml-file --callgrind-out-file --massif-out-file <file>", "writes a file"),
		writes("--export-json --export-csv --export-markdown --export-asciidoc --export-orgmode <file>", "writes a file"),
		...plain(
			"--tool <name>",
			"--leak-check <mode>",
			"--error-exitcode <number>",
			"-w --warmup <number>",
			"-r --runs <number>",
			"-m --min-runs <number>",
			"-M --max-runs <number>",
			"-n --command-name <name>",
			"-L --parameter-list <name> <values>",
			"-N",
			"-i --ignore-failure",
		),
	],
};

/** perf: measures programs and the machine. */
export const perf: ProgramTable = {
	names: ["perf"],
	closed: true,
	subcommands: {
		stat: measured(),
		record: measured(),
		trace: measured(),
		report: {
			operands: "data",
			options: [
				...reads("-i --input <file>"),
				runs("--objdump <program>", "starts this program"),
				runs("--addr2line <program>", "starts this program"),
				...plain("-g", "--stdio", "-s --sort <keys>", "-F --fields <fields>"),
			],
		},
		list: { operands: "data" },
		annotate: {
			operands: "data",
			options: [
				...reads("-i --input <file>"),
				runs("--objdump <program>", "starts this program"),
				runs("--addr2line <program>", "starts this program"),
			],
		},
		script: { operands: "script", hazard: "runs", why: "runs scripts", options: reads("-i --input <file>") },
		version: {},
		top: {},
	},
};

function measured(): NonNullable<ProgramTable["subcommands"]>[string] {
	return {
		hazard: "runs",
		why: "runs a program under its control",
		style: "posix",
		launcher: { needsRule: "runs", why: "it runs a program under its control" },
		options: [
			runs("-p --pid <process>", "looks into another process"),
			runs("--pre <command>", "runs this command first"),
			runs("--post <command>", "runs this command afterwards"),
			runs("--control <descriptor>", "is controlled from outside"),
			redirects("-u --uid <user>", "looks into another user's processes"),
			writes("-o --output <file>", "writes a file"),
			...plain(
				"-e --event <events>",
				"-F --freq <number>",
				"-g",
				"-a --all-cpus",
				"-r --repeat <number>",
				"-d --detailed",
				"-c --count <number>",
				"-C --cpu <list>",
				"-x --field-separator <text>",
				"-I --interval-print <milliseconds>",
			),
		],
	};
}

/** Tracers run the program they are given. */
export const tracers: ProgramTable = {
	names: ["dtruss", "truss"],
	style: "posix",
	launcher: { needsRule: "runs", why: "it runs a program under its control" },
	options: [
		runs("-p --attach <process>", "takes over another process"),
		redirects("-u --user <name>", "acts as another user"),
		redirects("-E --env <variable>", "changes the environment of the program"),
		runs("-D --daemonize", "stays behind"),
		loads("-F --config <file>", "loads settings"),
		loads("-l --library <library>", "chooses what is traced"),
		{ ...runs("--inject <expression>", "changes what the program's calls do") },
		writes("-o --output <file>", "writes a trace, or starts a program after `|`"),
		...plain(
			"-e --trace --expr <expression>",
			"-s --string-limit <number>",
			"-a --columns <number>",
			"-O --summary-syscall-overhead <time>",
			"-S --summary-sort-by <key>",
			"-P --trace-path <path>",
			"-I --interruptible <mode>",
			"-b --detach-on <call>",
			"-X --const-print-style <format>",
			"-n --indent <number>",
			"-A <number>",
			"-U --summary-columns <columns>",
			"-f --follow-forks",
			"-c --summary-only",
			"-C --summary",
			"-t",
			"-T",
			"-y",
			"-v",
		),
	],
};
