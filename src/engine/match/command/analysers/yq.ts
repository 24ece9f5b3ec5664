import type { Analyser, AnalyserFinding } from "../analyser.ts";
import { plain } from "../programs/option-rows.ts";
import { access, hazard, undecided } from "./findings.ts";
import { type FilterNames, judgeFilter } from "./jq-filter.ts";
import { has, readArguments, valuesOf } from "./read-arguments.ts";

const OPTIONS = plain(
	"-o --output-format <format>",
	"-p --input-format <format>",
	"-I --indent <number>",
	"-s --split-exp <expression>",
	"--split-exp-file <file>",
	"--from-file <file>",
	"--expression <expression>",
	"-f --front-matter <what>",
	"--csv-separator <text>",
	"--tsv-separator <text>",
	"--lua-prefix <text>",
	"--lua-suffix <text>",
	"--properties-separator <text>",
	"--shell-key-separator <text>",
	"--xml-attribute-prefix <text>",
	"--xml-content-name <text>",
	"--xml-directive-name <text>",
	"--xml-proc-inst-prefix <text>",
	"--arg <name> <value>",
	"--argjson <name> <value>",
	"--slurpfile <name> <file>",
	"--rawfile <name> <file>",
	"-L <directory>",
	"-w --width <number>",
	"-i --inplace --in-place",
	"-n --null-input",
	"--header-preprocess",
	"--output",
	"--exit-status -e",
);

const NAMES: FilterNames = {
	loads: new Set(["import", "include", "modulemeta"]),
	reaches: {
		env: "the environment",
		strenv: "the environment",
		envsubst: "the environment",
		load: "other files",
		load_str: "other files",
		load_xml: "other files",
		load_props: "other files",
		load_base64: "other files",
		loadstr: "other files",
		system: "programs",
		eval: "expressions that are computed",
	},
};

/** Reads the words of yq (both programs of that name): an expression, then files, which `-i` writes. */
export const yq: Analyser = (words) => {
	const read = readArguments(words, OPTIONS);
	if (read.uncertain) return [undecided("", "a word is only known when the shell runs: it may be an option that writes files")];
	const operands = read.operands.filter((operand) => operand !== null);
	const rest = /^(?:eval|e|eval-all|ea)$/.test(operands[0] ?? "") ? operands.slice(1) : operands;
	const given = has(read, "--expression", "--from-file");
	const [first, ...others] = rest;
	const expressions = [...valuesOf(read, "--expression"), ...(given || first === undefined ? [] : [first])];
	const single = first !== undefined && others.length === 0 && !has(read, "-n");
	// A lone operand is the file when there is one of that name, whatever it looks like.
	const files = given ? rest : single && /^[\w./@+-]+$/.test(first) ? [first] : others;
	const kind = has(read, "-i") ? "write" : "read";
	return [
		...read.options.flatMap((option): readonly AnalyserFinding[] => {
			const at = Math.max(0, words.indexOf(option.word));
			if (option.name === "-s") return [hazard("changes", option.word, "writes one file for every document", at)];
			if (option.name === "--from-file" || option.name === "-L" || option.name === "--split-exp-file")
				return [hazard("loads", option.word, "runs an expression from a file", at)];
			if (option.name === "-f" && option.value !== "extract" && option.value !== "process")
				return [hazard("loads", option.word, "runs an expression from a file", at)];
			return [];
		}),
		...expressions.flatMap((expression) =>
			expression === null
				? [undecided("", "the expression is not known")]
				: looksLikeFile(expression)
					? []
					: judgeFilter(expression, NAMES),
		),
		...files.map((file) => access(kind, file)),
	];
};

/** A lone operand may be the file itself: `yq config.yml`. */
function looksLikeFile(text: string): boolean {
	return /^[\w./@+-]*[\w@+-]\.(?:ya?ml|json|xml|toml|csv|tsv|properties|ini|lua|hcl)$/i.test(text);
}
