import { type AnalyserFinding, undecided } from "../analyser.ts";
import { plain, reads, redirects, runs, writes } from "../option-rows.ts";
import type { OptionRow, ProgramTable } from "../program-table.ts";
import { readArguments } from "../read-arguments.ts";

/** The options of xargs, which its analyser reads too. */
const XARGS_OPTIONS: readonly OptionRow[] = [
	...reads("-a --arg-file <file>"),
	...plain(
		"-d --delimiter <character>",
		"-E <text>",
		"-e --eof [text]",
		"-I <text>",
		"-i --replace [text]",
		"-J <text>",
		"-L <number>",
		"-l --max-lines [number]",
		"-n --max-args <number>",
		"-P --max-procs <number>",
		"-R <number>",
		"-S <number>",
		"-s --max-chars <number>",
		"--process-slot-var <name>",
		"-0 --null",
		"-o --open-tty",
		"-p --interactive",
		"-r --no-run-if-empty",
		"-t --verbose",
		"-x --exit",
		"--show-limits",
	),
];

/** The options of parallel, which its analyser reads too. */
const PARALLEL_OPTIONS: readonly OptionRow[] = [
	runs("--compress-program <program>", "runs this program"),
	runs("--decompress-program <program>", "runs this program"),
	runs("--limit <command>", "runs this command"),
	runs("--filter <expression>", "evaluates Perl"),
	runs("--rpl <expression>", "evaluates Perl"),
	runs("--bin <expression>", "evaluates Perl"),
	runs("--shard <expression>", "evaluates Perl"),
	runs("--group-by <expression>", "evaluates Perl"),
	runs("--tagstring <text>", "evaluates Perl in the text"),
	runs("--ssh <command>", "runs this command to reach other machines"),
	runs("--tmux", "runs the jobs in a terminal multiplexer"),
	runs("--tmuxpane", "runs the jobs in a terminal multiplexer"),
	runs("--fg", "runs in the foreground"),
	runs("--pipe-part --pipepart", "runs other programs to cut the input"),
	redirects("-S --sshlogin <logins>", "runs the jobs on other machines"),
	redirects("--sshloginfile --slf <file>", "runs the jobs on other machines"),
	redirects("--profile -J <name>", "loads options from a file"),
	redirects("--sql --sql-master --sql-worker --sql-and-worker <database>", "takes jobs from a database"),
	redirects("--env <names>", "copies variables to other machines"),
	redirects("--workdir --wd <directory>", "runs the jobs there"),
	redirects("--transferfile --tf --trc --return --basefile --bf <file>", "copies files to other machines"),
	writes("--joblog --jl <file>", "writes a log to this file"),
	writes("--results --res <directory>", "writes the results there"),
	writes("--tmpdir <directory>", "puts temporary files there"),
	...reads("-a --arg-file <file>", "--template --tmpl <file>"),
	...plain(
		"--arg-file-sep <text>",
		"--arg-sep <text>",
		"--block --block-size <size>",
		"-C --colsep <regex>",
		"-d --delimiter <text>",
		"--delay <time>",
		"-E <text>",
		"--eof [text]",
		"--halt --halt-on-error <value>",
		"--header <regex>",
		"-I <text>",
		"-i --replace [text]",
		"-j --jobs -P --max-procs <number>",
		"-L <number>",
		"-l --max-lines [number]",
		"--load <load>",
		"-n --max-args <number>",
		"-N --max-replace-args <number>",
		"--memfree <size>",
		"--memsuspend <size>",
		"--nice <level>",
		"--recstart <text>",
		"--recend <text>",
		"--retries <number>",
		"-s --max-chars <number>",
		"--timeout <time>",
		"--trim <how>",
		"-k --keep-order",
		"-0 --null",
		"--bar",
		"--eta",
		"--dry-run",
		"--tag",
		"--line-buffer --lb",
		"--will-cite",
		"-u --ungroup",
	),
];

/** xargs and parallel: they run their operand with words from the input. */
export const xargs: readonly ProgramTable[] = [
	{
		names: ["xargs", "gxargs"],
		style: "posix",
		launcher: { appends: true },
		analyser: readXargs,
		analysesWords: true,
		options: XARGS_OPTIONS,
	},
	{
		names: ["parallel", "sem", "rush"],
		style: "posix",
		launcher: { appends: true },
		analyser: readParallel,
		analysesWords: true,
		options: PARALLEL_OPTIONS,
	},
];

const REPLACES = new Set(["-i", "--replace", "-I", "-J", "-E", "-e", "--eof", "-a", "--arg-file"]);

/** Reads the words of xargs: with `-I text` the input is put in place of the text, inside words too (`xargs -I{} sh -c 'rm {}'`). */
export function readXargs(words: readonly (string | null)[]): readonly AnalyserFinding[] {
	const option = readArguments(words, XARGS_OPTIONS, "posix").options.find(({ name }) => REPLACES.has(name));
	return option === undefined ? [] : [{ kind: "unclear", segment: option.name }];
}

const PLAIN = /^[\w@%+=:,./-]*$/;

/** Reads the words of parallel: it joins them to shell text, and braces in them are replaced, so only plain words can be judged. */
export function readParallel(words: readonly (string | null)[]): readonly AnalyserFinding[] {
	const { operands } = readArguments(words, PARALLEL_OPTIONS, "posix");
	const end = operands.findIndex((word) => word !== null && /^:::/.test(word));
	const command = end < 0 ? operands : operands.slice(0, end);
	if (command.length === 0 || operands.some((word) => word !== null && /^::::/.test(word))) {
		return [undecided("", "the commands, or their words, come from the input")];
	}
	const strange = command.find((word) => word === null || !PLAIN.test(word));
	return strange === undefined ? [] : [undecided("", "the words are joined and run by a shell")];
}
