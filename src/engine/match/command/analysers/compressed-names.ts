import type { Analyser, AnalyserFinding } from "../analyser.ts";
import { COMPRESSOR_OPTIONS } from "../programs/archives.ts";
import { access, distinct, undecided } from "./findings.ts";
import { has, type ReadArguments, readArguments, valuesOf } from "./read-arguments.ts";
import { writesBelow } from "./writes-below.ts";

/** Reads the words of gzip and its kin, which compress unless `-d` says otherwise. */
export const compressedNames: Analyser = (words) => derivedNames(words, { unpacks: false, lists: true });

/** The same for bzip2 and lz4, whose `-l` does not list. */
export const compressedNamesWithoutList: Analyser = (words) => derivedNames(words, { unpacks: false, lists: false });

/** Reads the words of gunzip and its kin, which unpack. */
export const unpackedNames: Analyser = (words) => derivedNames(words, { unpacks: true, lists: true });

interface Manner {
	readonly unpacks: boolean;
	/** `-l` prints what is in the file, and writes nothing. */
	readonly lists: boolean;
}

/** SECURITY: nobody writes `.mcp.json` in `gunzip .mcp.json.gz`, yet that is the file that is made. */
function derivedNames(words: readonly (string | null)[], { unpacks, lists }: Manner): readonly AnalyserFinding[] {
	const read = readArguments(words, COMPRESSOR_OPTIONS);
	if (has(read, "-c", "-t", "--list") || (lists && has(read, "-l"))) return [];
	const suffixes = valuesOf(read, "-S");
	const places = valuesOf(read, "--output-dir-flat", "--output-dir-mirror");
	if (suffixes.includes(null) || places.includes(null)) return [undecided("", "the names of the files are only known when the shell runs")];
	const operands = read.operands.filter((operand) => operand !== null && operand !== "-");
	const unpacking = unpacks || has(read, "-d", "-x");
	if (unpacking && has(read, "-N", "-P") && operands.length > 0) return [undecided("", "what is packed says how the file is called")];
	const names = operands.flatMap((operand) => [
		// lz4 unpacks what is called so, without being told to.
		...(unpacking || /\.lz4$/i.test(operand ?? "") ? unpackedName(operand ?? "", suffixes) : []),
		...(unpacking && !has(read, "-z") ? [] : packedName(operand ?? "", suffixes)),
	]);
	return distinct([
		...names.map((name) => access("write", name)),
		...places.flatMap((place) => names.map((name) => access("write", `${place}/${baseName(name)}`))),
		...(unpacking ? insideTrees(read, operands) : []),
	]);
}

function insideTrees(read: ReadArguments, operands: readonly (string | null)[]): readonly AnalyserFinding[] {
	return has(read, "-r") ? operands.flatMap((operand) => writesBelow(operand ?? ".")) : [];
}

/** Without its last ending, whichever it is; without each suffix that was given; as a tar archive. */
function unpackedName(path: string, suffixes: readonly (string | null)[]): readonly string[] {
	const ending = /[.\-_][^./_-]*$/.exec(path)?.[0] ?? "";
	const stripped = [ending, ...suffixes].flatMap((suffix) =>
		suffix !== null && suffix !== "" && path.endsWith(suffix) && !path.slice(0, -suffix.length).endsWith("/")
			? [path.slice(0, -suffix.length)]
			: [],
	);
	const short = /^\.t(?:gz|az|bz2?|xz|lz|zo|zst|lz4)$/i.test(ending) ? [`${path.slice(0, -ending.length)}.tar`] : [];
	return [...stripped, ...short].filter((name) => name !== "");
}

/** Where no suffix is given, the program adds its own, and stays in the directory of the file. */
function packedName(path: string, suffixes: readonly (string | null)[]): readonly string[] {
	return suffixes.length === 0 ? [`${path}.gz`] : suffixes.map((suffix) => `${path}${suffix ?? ""}`);
}

function baseName(path: string): string {
	return path.slice(path.lastIndexOf("/") + 1);
}
