import { type AnalyserFinding, undecided } from "../analyser.ts";
import { changes, plain, reads, runs, writes } from "../option-rows.ts";
import type { ProgramTable } from "../program-table.ts";

/** Programs that look at running processes, or end them. */
export const processes: readonly ProgramTable[] = [
	{ names: ["ps"], style: "none", operands: "data", analyser: readPs, analysesWords: true },
	{
		names: ["top", "htop"],
		operands: "data",
		options: plain(
			"-d --delay <seconds>",
			"-E <unit>",
			"-e <unit>",
			"-n --iterations <number>",
			"-o --sort-override <field>",
			"-p --pid <list>",
			"-U --user <user>",
			"-u <user>",
			"-w [columns]",
			"-s --sort-key <field>",
		),
	},
	{
		names: ["pgrep", "pidof", "pidwait"],
		operands: "data",
		options: [
			...plain(
				"-d --delimiter <text>",
				"-g --pgroup <list>",
				"-G --group <list>",
				"-O --older <seconds>",
				"-P --parent <list>",
				"-s --session <list>",
				"-t --terminal <list>",
				"-u --euid <list>",
				"-U --uid <list>",
				"-r --runstates <list>",
				"--cgroup <list>",
				"--ns <process>",
				"--nslist <list>",
				"-q --queue <value>",
				"--signal <signal>",
			),
			...reads("-F --pidfile <file>"),
		],
	},
	{
		names: ["kill", "pkill", "killall", "skill", "snice"],
		operands: "data",
		options: [
			...plain(
				"-s --signal <signal>",
				"-q --queue <value>",
				"-u --euid --user <user>",
				"-U --uid <list>",
				"-g --pgroup",
				"-P --parent <list>",
				"-t --terminal <list>",
				"-o",
				"-y --younger-than <time>",
				"--ns <process>",
				"--timeout <time>",
			),
			...reads("-F --pidfile <file>"),
		],
	},
	{ names: ["renice"], operands: "data", options: plain("-n --priority <number>") },
	{ names: ["pstree", "pmap", "pwdx", "tload", "slabtop"], operands: "data" },
	{
		names: ["lsof"],
		operands: "read",
		options: [
			...plain(
				"-p <list>",
				"-u <list>",
				"-c <name>",
				"-d <list>",
				"-g [list]",
				"-i [address]",
				"-s [states]",
				"-r [seconds]",
				"-F [fields]",
				"-S [seconds]",
				"-o [digits]",
				"-T [what]",
				"-L [number]",
				"-e <path>",
				"-A <file>",
				"-k <file>",
				"-m <file>",
				"-f [what]",
				"-a",
				"-D <what>",
				"-K [what]",
				"-x [what]",
			),
		],
	},
	{
		names: ["fuser"],
		operands: "read",
		options: [changes("-k --kill", "ends the processes that use the file"), ...plain("-n --namespace <space>")],
	},
	{ names: ["fg", "bg", "disown", "suspend"], operands: "data" },
	{
		names: ["strace", "ltrace"],
		style: "posix",
		launcher: { needsRule: "runs", why: "it runs the command and shows everything that passes through it" },
		options: [
			writes("-o --output <file>", "writes the trace to this file"),
			runs("-b --detach-on <call>", "detaches at this call"),
			changes("-p --attach <process>", "attaches to a running process"),
			...plain(
				"-e --trace <expression>",
				"-s --string-limit <number>",
				"-a --columns <number>",
				"-I --interruptible <when>",
				"-O --summary-syscall-overhead <time>",
				"-S --summary-sort-by <key>",
				"-P --trace-path <path>",
				"-X --const-print-style <format>",
				"-E --env <variable>",
				"-u --user <name>",
				"-l <pattern>",
				"-n <number>",
				"-x <name>",
			),
		],
	},
];

/** Reads the words of ps: the letter `e` without a dash prints the environment of every process. */
export function readPs(words: readonly (string | null)[]): readonly AnalyserFinding[] {
	return words.flatMap((word, at) => {
		const before = at === 0 ? undefined : words[at - 1];
		const isValue =
			typeof before === "string" &&
			/^-{1,2}[A-Za-z-]*(?:[CGgopqstUuOk]|format|sort|pid|user|User|group|Group|tty|sid|ppid|cols|columns|rows|lines|width)$/.test(before);
		if (word === null || isValue || !/^[A-Za-z]*e[A-Za-z]*$/.test(word)) return [];
		return [undecided(word, "ps prints the environment of the processes", at)];
	});
}
