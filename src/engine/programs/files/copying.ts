import { type AnalyserFinding, access, distinct, undecided, writesBelow } from "../analyser.ts";
import { plain, runs } from "../option-rows.ts";
import type { OptionRow, ProgramTable } from "../program-table.ts";
import { has, type ReadArguments, readArguments, valuesOf } from "../read-arguments.ts";

const target = {
	names: ["-t", "--target-directory"],
	value: "required",
	is: "write",
	operandsBecome: "read",
	why: "puts the copies there",
} as const;

/** The options of cp, mv and install that change the names of what they write, for their analyser. */
const COPY_OPTIONS: readonly OptionRow[] = plain(
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
const LN_OPTIONS: readonly OptionRow[] = plain(
	"-t --target-directory <directory>",
	"-S --suffix <suffix>",
	"-b --backup [control]",
	"-s --symbolic",
	"-T --no-target-directory",
	"-r --relative",
);

const named = { analyser: copiedNames, analysesWords: true } as const;

/** cp, mv, install, ln: the last operand is written, or the directory after `-t`. */
export const copying: readonly ProgramTable[] = [
	{
		names: ["cp", "gcp"],
		operands: "copy",
		...named,
		recursive: ["-R", "-a"],
		followsLinks: ["-L", "--dereference", "-H"],
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
			runs("-s --strip", "runs strip, wherever that is found, on the copies"),
			...plain("-C --compare", "-p --preserve-timestamps", "--preserve-context"),
		],
	},
	{
		names: ["ln", "gln"],
		operands: "data",
		analyser: readLn,
		analysesWords: true,
		options: LN_OPTIONS,
	},
	{ names: ["link"], operands: "move" },
];

/**
 * Reads the words of cp, mv and install for the names that they do not spell out: backups, the path below the target with
 * `--parents`, and whatever a source that is a tree or not known brings along.
 */
export function copiedNames(words: readonly (string | null)[]): readonly AnalyserFinding[] {
	const read = readArguments(words, COPY_OPTIONS);
	const directory = valuesOf(read, "-t").at(-1);
	const operands = read.operands;
	const target = directory ?? (operands.length > 1 ? operands.at(-1) : undefined);
	if (target === undefined || target === null) return [];
	const sources = directory === undefined ? operands.slice(0, -1) : operands;
	return distinct([...backups(read, sources, target), ...sources.flatMap((source) => brought(read, source, target))]);
}

/** What stands at the target is kept under another name. */
function backups(read: ReadArguments, sources: readonly (string | null)[], target: string): readonly AnalyserFinding[] {
	if (!has(read, "-b", "-S")) return [];
	const suffix = valuesOf(read, "-S").at(-1) ?? (has(read, "-S") ? null : "~");
	if (suffix === null) return [undecided("", "the name of the backup is only known when the shell runs")];
	const known = sources.filter((source) => source !== null);
	return [access("write", `${target}${suffix}`), ...known.map((source) => access("write", `${target}/${nameOf(source ?? "")}${suffix}`))];
}

function brought(read: ReadArguments, source: string | null, target: string): readonly AnalyserFinding[] {
	if (source === null) return writesBelow(target);
	if (has(read, "--parents")) return [access("write", `${target}/${source}`)];
	// SECURITY: `cp -r x/. .` and `cp -rT x .` pour the content of one directory into another.
	const pours = /(?:^|\/)\.{1,2}\/*$/.test(source) || has(read, "-T");
	if (!has(read, "-R", "-a")) return [];
	// What is copied goes through links that stand in a tree of that name.
	return pours ? writesBelow(target) : [{ kind: "write", path: `${target}/${nameOf(source)}`, tree: true }];
}

function nameOf(path: string): string {
	const trimmed = path.replace(/(?<!\/)\/+$/, "");
	return trimmed.slice(trimmed.lastIndexOf("/") + 1);
}

/**
 * Reads the words of ln. Both ends count as written: through the new name the old file can be changed. The target of a
 * symbolic link is taken from the directory of the link, as the kernel will take it.
 */
export function readLn(words: readonly (string | null)[]): readonly AnalyserFinding[] {
	const read = readArguments(words, LN_OPTIONS);
	const directory = valuesOf(read, "-t").at(-1);
	const operands = read.operands.filter((operand) => operand !== null);
	if (read.uncertain || directory === null || operands.length < read.operands.length) {
		return [undecided("", "what is linked is only known when the shell runs")];
	}
	if (operands.length === 0) return [];
	const single = operands.length === 1 && directory === undefined;
	const link = directory ?? (single ? "." : (operands.at(-1) ?? "."));
	const targets = directory === undefined && !single ? operands.slice(0, -1) : operands;
	const written = single ? (operands[0] ?? "").replace(/(?<!\/)\/+$/, "").replace(/^.*\//, "") : link;
	const relative = has(read, "-s") && !has(read, "-r");
	const suffix = valuesOf(read, "-S").at(-1);
	if (suffix === null) return [undecided("", "the name of the backup is only known when the shell runs")];
	return [
		access("write", written),
		...(suffix === undefined && !has(read, "-b") ? [] : linkBackups(written, targets, suffix ?? "~")),
		...targets.flatMap((target) => {
			if (!relative || target.startsWith("/")) return [access("write", target)];
			// The link may be a directory that exists, and then the link stands inside of it.
			const inside = access("write", `${link}/${target}`);
			return single || directory !== undefined ? [inside] : [inside, access("write", `${parentOf(link)}/${target}`)];
		}),
	];
}

/** What stood in the place of a link is kept; the link may be a directory that exists, and then it stands inside. */
function linkBackups(link: string, targets: readonly string[], suffix: string): readonly AnalyserFinding[] {
	const inside = targets.map((target) => access("write", `${link}/${target.replace(/(?<!\/)\/+$/, "").replace(/^.*\//, "")}${suffix}`));
	return [access("write", `${link}${suffix}`), ...inside];
}

function parentOf(path: string): string {
	const trimmed = path.replace(/(?<!\/)\/+$/, "");
	const slash = trimmed.lastIndexOf("/");
	return slash < 0 ? "." : trimmed.slice(0, slash) || "/";
}
