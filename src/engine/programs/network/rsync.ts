import { type AnalyserFinding, access, distinct, undecided } from "../analyser.ts";
import { changes, loads, plain, reads, redirects, runs, writes } from "../option-rows.ts";
import type { OptionRow, ProgramTable } from "../program-table.ts";
import { has, type ReadArguments, readArguments, valuesOf } from "../read-arguments.ts";
import { copiedInto, copyOperands, pathOf } from "./ssh.ts";

/** The options of rsync, which its analyser reads too. */
const RSYNC_OPTIONS: readonly OptionRow[] = [
	runs("-e --rsh <command>", "runs this command for the connection"),
	runs("--rsync-path <program>", "runs this program on the other machine"),
	runs("-M --remote-option <option>", "passes an option to the other machine only"),
	runs("--daemon", "becomes a server, whose configuration can run programs"),
	runs("--server", "becomes the other end of a connection"),
	runs("--sender", "becomes the other end of a connection"),
	loads("--config <file>", "loads the configuration of a server"),
	loads("--dparam <setting>", "changes the configuration of a server"),
	{ ...loads("--files-from <file>", "takes the names of the files from this file"), is: "read" },
	loads("--iconv <spec>", "loads a converter"),
	redirects("--copy-as <user>", "acts as another user"),
	redirects("--sockopts <options>", "changes the connection"),
	redirects("--super", "acts as the owner of the machine"),
	redirects("--write-devices", "writes to devices"),
	{ ...redirects("--password-file <file>", "uses this password"), is: "read" },
	{ ...redirects("--early-input <file>", "sends this file first"), is: "read" },
	writes("--log-file <file>", "writes a log to this file"),
	writes("--write-batch <file>", "writes the changes to this file"),
	writes("--only-write-batch <file>", "writes the changes to this file"),
	{ ...loads("--read-batch <file>", "takes the changes from this file"), is: "read" },
	writes("--backup-dir <directory>", "puts backups there"),
	writes("--partial-dir <directory>", "puts parts there"),
	writes("-T --temp-dir <directory>", "puts temporary files there"),
	...[
		"--delete",
		"--del",
		"--delete-before",
		"--delete-during",
		"--delete-delay",
		"--delete-after",
		"--delete-excluded",
		"--delete-missing-args",
	].map((name) => changes(name, "deletes what the source does not have")),
	changes("--remove-source-files", "deletes the source"),
	...reads(
		"--exclude-from <file>",
		"--include-from <file>",
		"--compare-dest <directory>",
		"--copy-dest <directory>",
		"--link-dest <directory>",
	),
	{
		...loads("-f --filter <rule>", "a rule can take more rules from a file"),
		except: ["- *", "+ *", "exclude *", "include *", "P *", "H *"],
	},
	...plain(
		"--exclude <pattern>",
		"--include <pattern>",
		"--info <flags>",
		"--debug <flags>",
		"--stderr <mode>",
		"--suffix <suffix>",
		"--chmod <mode>",
		"--checksum-choice --cc <algorithm>",
		"-B --block-size <size>",
		"--max-delete <number>",
		"--max-size <size>",
		"--min-size <size>",
		"--max-alloc <size>",
		"--usermap <map>",
		"--groupmap <map>",
		"--chown <owner>",
		"--timeout <seconds>",
		"--contimeout <seconds>",
		"--modify-window -@ <number>",
		"--compress-choice --zc <algorithm>",
		"--compress-level --zl <number>",
		"--skip-compress <list>",
		"--address <address>",
		"--port <port>",
		"--outbuf <mode>",
		"--out-format --log-format <format>",
		"--log-file-format <format>",
		"--bwlimit <rate>",
		"--stop-after --time-limit <minutes>",
		"--stop-at <time>",
		"--protocol <number>",
		"--checksum-seed <number>",
		"-n --dry-run",
		"--list-only",
		"-r --recursive",
		"-a --archive",
		"--relative -R",
		"--dirs -d",
		"--devices",
		"--progress",
		"--partial",
		"--prune-empty-dirs -m",
		"--specials",
		"--stats",
		"--sparse -S",
		"--safe-links",
	),
];

/** rsync: the last operand is written, the others are read with everything below them. */
export const rsync: ProgramTable = {
	names: ["rsync"],
	operands: "data",
	analyser: readRsync,
	analysesWords: true,
	options: RSYNC_OPTIONS,
};

/** Reads the words of rsync: the last operand is written, the others are read with all below them. */
export function readRsync(words: readonly (string | null)[]): readonly AnalyserFinding[] {
	const read = readArguments(words, RSYNC_OPTIONS);
	if (read.uncertain) return [undecided("", "a word is only known when the shell runs: it may be an option that runs a program")];
	const findings = distinct([...copyOperands(read.operands), ...derivedNames(read)]);
	if (has(read, "--remove-source-files"))
		return findings.map((finding) => (finding.kind === "read" ? access("write", finding.path) : finding));
	// INVARIANT: no word makes a command do less in our eyes, so a dry run is judged as the run (bench/fuzz.ts).
	return findings;
}

/** The names that the copies and backups get. */
function derivedNames(read: ReadArguments): readonly AnalyserFinding[] {
	const target = read.operands.at(-1);
	if (read.operands.length < 2 || target === null || target === undefined || pathOf(target) !== target) return [];
	const suffix = valuesOf(read, "--suffix").at(-1);
	if (suffix === null) return [undecided("", "the name of a backup is only known when the shell runs")];
	const names = copiedInto(read.operands, { pours: true, relative: has(read, "--relative") });
	if (suffix === undefined) return names;
	const backups = names.flatMap((finding) => (finding.kind === "write" ? [access("write", `${finding.path}${suffix}`)] : []));
	return [...names, ...backups, access("write", `${target}${suffix}`)];
}
