import type { ProgramTable } from "../program-table.ts";
import { loads, plain, runs, writes } from "./option-rows.ts";

/** awk, gawk, mawk: the program can write files and run programs, so it is read. */
export const awk: ProgramTable = {
	names: ["awk", "gawk", "mawk", "nawk", "original-awk", "bwk", "goawk"],
	operands: ["awk-program", "read"],
	style: "posix",
	options: [
		{ ...loads("-f --file <program>", "runs the program in this file"), is: "read", replacesFirst: true },
		{ ...loads("-E --exec <program>", "runs the program in this file"), is: "read", replacesFirst: true },
		{ names: ["-e", "--source"], value: "required", is: "awk-program", replacesFirst: true },
		loads("-i --include <file>", "loads code, and `inplace` changes the files"),
		loads("-l --load <library>", "loads a library"),
		{ ...writes("-d --dump-variables [file]", "writes the variables to this file"), hazard: "changes" },
		{ ...writes("-o --pretty-print [file]", "writes the program to this file"), hazard: "changes" },
		{ ...writes("-p --profile [file]", "writes a profile to this file"), hazard: "changes" },
		runs("-D --debug [file]", "runs commands of the debugger from this file"),
		{
			...loads("-W <option>", "another spelling of the long options"),
			except: ["version", "posix", "traditional", "help", "usage", "copyright", "interactive", "dump", "random=*", "sprintf=*"],
		},
		...plain(
			"-F --field-separator <text>",
			"-v --assign <assignment>",
			"-L --lint [what]",
			"--lint-old",
			"--posix",
			"--sandbox -S",
			"--csv -k",
			"-Z <locale>",
		),
		...plain(
			"--optimize",
			"--non-decimal-data",
			"--no-optimize",
			"--traditional",
			"--trace",
			"--re-interval",
			"--gen-pot",
			"--characters-as-bytes",
			"--bignum",
			"--copyright",
			"--use-lc-numeric",
		),
	],
};
