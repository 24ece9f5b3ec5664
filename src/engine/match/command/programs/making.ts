import type { OptionRow, ProgramTable } from "../program-table.ts";
import { plain, reads } from "./option-rows.ts";

/** The options of mktemp, which its analyser reads too. */
export const MKTEMP_OPTIONS: readonly OptionRow[] = plain(
	"-p <directory>",
	"--tmpdir [directory]",
	"--suffix <text>",
	"-d --directory",
	"-u --dry-run",
	"-q --quiet",
	"-t",
);

const reference = { names: ["--reference"], value: "required", is: "read", replacesFirst: true } as const;

/** Programs that make, change, move or remove the files they are given. */
export const making: readonly ProgramTable[] = [
	{ names: ["mkdir", "gmkdir"], operands: "write", options: plain("-m --mode <mode>", "--context [context]") },
	{
		names: ["rmdir", "unlink", "rm", "grm", "srm", "trash", "trash-put", "rimraf"],
		operands: "remove",
		options: plain("-r -R --recursive", "-f --force", "-d --dir", "-v --verbose", "--interactive [when]", "--preserve-root [all]"),
	},
	{
		names: ["touch", "gtouch"],
		operands: "write",
		options: [...plain("-d --date <text>", "-t <stamp>", "--time <word>"), ...reads("-r --reference <file>")],
	},
	{ names: ["truncate"], operands: "write", options: [...plain("-s --size <size>"), ...reads("-r --reference <file>")] },
	{ names: ["fallocate"], operands: "write", options: plain("-l --length <number>", "-o --offset <number>") },
	{
		names: ["shred"],
		operands: "write",
		options: [...plain("-n --iterations <number>", "-s --size <number>", "--remove [how]"), ...reads("--random-source <file>")],
	},
	{ names: ["tee"], operands: "write", options: plain("--output-error [mode]") },
	{ names: ["sponge"], operands: "write" },
	{ names: ["mkfifo"], operands: "write", options: plain("-m --mode <mode>", "--context [context]") },
	{ names: ["mknod"], operands: ["write", "data"], options: plain("-m --mode <mode>", "--context [context]") },
	{ names: ["mktemp", "gmktemp"], operands: "data", analyser: "mktemp", analysesWords: true, options: MKTEMP_OPTIONS },
	{
		names: ["chmod", "gchmod"],
		operands: ["data", "write"],
		options: [
			reference,
			// `chmod -x file`: a mode may look like an option, and then every operand is a file.
			{ names: ["-r", "-w", "-x", "-X", "-s", "-t", "-u", "-g", "-o", "-a"], replacesFirst: true },
		],
	},
	{ names: ["chown", "chgrp", "gchown"], operands: ["data", "write"], options: [reference, ...plain("--from <owner>")] },
	{ names: ["chattr", "setfattr", "chcon", "restorecon"], operands: "write" },
	{ names: ["setfacl"], operands: "write", options: plain("-m --modify <entries>", "-x --remove <entries>", "-s --set <entries>") },
];
