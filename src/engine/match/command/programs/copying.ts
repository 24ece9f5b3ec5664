import type { OptionRow, ProgramTable } from "../program-table.ts";
import { plain, runs } from "./option-rows.ts";

const target = {
	names: ["-t", "--target-directory"],
	value: "required",
	is: "write",
	operandsBecome: "read",
	why: "puts the copies there",
} as const;

/** The options of cp, mv and install that change the names of what they write, for their analyser. */
export const COPY_OPTIONS: readonly OptionRow[] = plain(
	"-t --target-directory <directory>",
	"-S --suffix <suffix>",
	"-b --backup [control]",
	"-T --no-target-directory",
	"-R -r --recursive",
	"-a --archive",
	"--parents",
	"--preserve [attributes]",
	"--no-preserve <attributes>",
	"--sparse <when>",
	"-g --group <group>",
	"-m --mode <mode>",
	"-o --owner <owner>",
	"--strip-program <program>",
);

/** The options of ln, which its analyser reads too. */
export const LN_OPTIONS: readonly OptionRow[] = plain(
	"-t --target-directory <directory>",
	"-S --suffix <suffix>",
	"-b --backup [control]",
	"-s --symbolic",
	"-T --no-target-directory",
	"-r --relative",
);

const named = { analyser: "copied-names", analysesWords: true } as const;

/** cp, mv, install, ln: the last operand is written, or the directory after `-t`. */
export const copying: readonly ProgramTable[] = [
	{
		names: ["cp", "gcp"],
		operands: "copy",
		...named,
		recursive: ["-R", "-a"],
		options: [
			target,
			{ names: ["-R", "-r", "--recursive"] },
			{ names: ["-a", "--archive"] },
			// SECURITY: a second name for a file is a way to write it later.
			{ names: ["-l", "--link"], operandsBecome: "write", why: "makes another name for the same file" },
			{ names: ["-s", "--symbolic-link"], operandsBecome: "write", why: "makes a link that leads there" },
			...plain("--backup [control]", "--preserve [attributes]", "--no-preserve <attributes>", "--reflink [when]", "--sparse <when>"),
			...plain(
				"-S --suffix <suffix>",
				"--context [context]",
				"--update [which]",
				"--attributes-only",
				"--parents",
				"--strip-trailing-slashes",
			),
		],
	},
	{
		names: ["mv", "gmv"],
		operands: "move",
		...named,
		options: [
			{ ...target, operandsBecome: "write", why: "moves the files there" },
			...plain("-S --suffix <suffix>", "--backup [control]", "--update [which]", "--context [context]"),
		],
	},
	{
		names: ["install", "ginstall"],
		operands: "copy",
		...named,
		options: [
			target,
			{ names: ["-d", "--directory"], operandsBecome: "write", why: "makes the directories" },
			runs("--strip-program <program>", "runs this program on the copies"),
			...plain(
				"-g --group <group>",
				"-m --mode <mode>",
				"-o --owner <owner>",
				"-S --suffix <suffix>",
				"--backup [control]",
				"--context [context]",
			),
			...plain("-s --strip", "-C --compare", "-p --preserve-timestamps", "--preserve-context"),
		],
	},
	{
		names: ["ln", "gln"],
		operands: "data",
		analyser: "ln",
		analysesWords: true,
		options: LN_OPTIONS,
	},
	{ names: ["link"], operands: "move" },
];
