import { type AnalyserFinding, access, hazard, undecided } from "../analyser.ts";
import { loads, plain } from "../option-rows.ts";
import type { ProgramTable } from "../program-table.ts";
import { has, readArguments, valuesOf } from "../read-arguments.ts";

/** jq, gojq, jaq: the filter can only reach the environment and modules, so it is read. */
export const jq: ProgramTable = {
	names: ["jq", "gojq", "jaq"],
	abbreviations: false,
	operands: ["jq-filter", "read"],
	options: [
		{ ...loads("-f --from-file <file>", "runs the filter in this file"), is: "read", replacesFirst: true },
		loads("-L --library-path <directory>", "loads modules from this directory"),
		loads("--run-tests [file]", "runs the filters in this file"),
		{ names: ["-i", "--in-place"], operandsBecome: "write", why: "changes the files in place" },
		// The first value is the name of a variable; checking it as a path too does no harm.
		{ names: ["--slurpfile", "--rawfile", "--argfile"], value: "required", values: 2, is: "read" },
		...plain(
			"--arg <name> <value>",
			"--argjson <name> <value>",
			"--indent <number>",
			"--stream-errors",
			"--seq",
			"--stream",
			"--tab",
			"--unbuffered",
			"--yaml-input",
			"--yaml-output",
		),
	],
};

/** yq (both programs of that name), dasel, xq, tomlq: the words are read by the analyser. */
export const yq: ProgramTable = {
	names: ["yq", "xq", "tomlq"],
	style: "none",
	operands: "data",
	analyser: readYq,
	analysesWords: true,
};

/** Reads one jq filter: `import` and `include` load code, `env` and `$ENV` hold the environment. jq can neither run nor write. */
export function jqFilter(words: readonly (string | null)[]): readonly AnalyserFinding[] {
	const filter = words[0];
	if (words.length !== 1 || typeof filter !== "string") return [undecided("", "the filter is only known when the shell runs")];
	return judgeFilter(filter, JQ_NAMES);
}

/** What a name in a filter means besides plain data. */
interface FilterNames {
	/** Names that load code. */
	readonly loads: ReadonlySet<string>;
	/** Names that reach what the filter was not given, with what that is. */
	readonly reaches: Readonly<Record<string, string>>;
}

const JQ_NAMES: FilterNames = {
	loads: new Set(["import", "include", "modulemeta"]),
	reaches: { env: "the environment", get_search_list: "the module path" },
};

/** Judges a filter of the jq family by the names that it uses. */
function judgeFilter(filter: string, names: FilterNames): readonly AnalyserFinding[] {
	const tokens = jqTokens(filter);
	if (tokens === null) return [undecided("", "this is not a filter that can be judged")];
	const keys = objectKeys(tokens);
	return tokens.flatMap((token, index): readonly AnalyserFinding[] => {
		if (token.kind === "variable" && (token.text === "ENV" || token.text === "__prog_args")) {
			return [undecided(`$${token.text}`, "the filter reaches the environment")];
		}
		if (token.kind !== "name" || keys.has(index)) return [];
		if (names.loads.has(token.text)) return [hazard("loads", token.text, `'${token.text}' loads code from a file`)];
		// yq spells each of its loaders in several ways: `load_xml`, `xmlload`, `xml_load`.
		const reached = Object.hasOwn(names.reaches, token.text)
			? names.reaches[token.text]
			: /load/i.test(token.text) && Object.hasOwn(names.reaches, "load")
				? names.reaches.load
				: undefined;
		return reached === undefined ? [] : [undecided(token.text, `the filter reaches ${reached}`)];
	});
}

/** Places of names that are keys of an object (`{env: 1}`, `{env}`): plain text. */
function objectKeys(tokens: readonly JqToken[]): ReadonlySet<number> {
	const keys = new Set<number>();
	const open: string[] = [];
	for (const [index, token] of tokens.entries()) {
		const before = tokens[index - 1];
		const after = tokens[index + 1];
		if (token.kind === "operator") {
			if ("([{".includes(token.text)) open.push(token.text);
			if (")]}".includes(token.text)) open.pop();
			continue;
		}
		if (token.kind !== "name" || open.at(-1) !== "{") continue;
		if (isOperator(before, "{,") && isOperator(after, ":,}")) keys.add(index);
	}
	return keys;
}

function isOperator(token: JqToken | undefined, texts: string): boolean {
	return token?.kind === "operator" && texts.includes(token.text);
}

/** One token of a jq or yq filter. Strings are left out; what they interpolate (`"\(…)"`) is not. */
interface JqToken {
	/** `field` is `.name`, `variable` is `$name`. */
	readonly kind: "name" | "field" | "variable" | "operator";
	readonly text: string;
}

/** The tokens of a filter, or `null` when they cannot be told apart with certainty. */
function jqTokens(filter: string): readonly JqToken[] | null {
	const tokens: JqToken[] = [];
	/** Closing brackets that are waited for; `"` stands for the rest of a string after an interpolation. */
	const open: string[] = [];
	let at = 0;
	while (at < filter.length) {
		const character = filter[at] ?? "";
		if (character === '"') {
			at = stringEnd(filter, at + 1, tokens, open);
		} else if (character === "#") {
			at = commentEnd(filter, at);
		} else if (character === ")" && open.at(-1) === '"') {
			open.pop();
			tokens.push({ kind: "operator", text: ")" });
			at = stringEnd(filter, at + 1, tokens, open);
		} else {
			WORD.lastIndex = at;
			const word = WORD.exec(filter)?.[0];
			if (word === undefined) {
				// SECURITY: jq 1.6 takes a blank, or a comment, between `$` and the name (`$ ENV`).
				if (character === "$") return null;
				if (!/[\s\d.,:;|?=<>!+\-*/%(){}[\]@$&~^]/.test(character)) return null;
				if (character in PARTNER) open.push(PARTNER[character] ?? "");
				if (")]}".includes(character) && open.pop() !== character) return null;
				if (!/\s/.test(character)) tokens.push({ kind: "operator", text: character });
			} else {
				tokens.push(wordToken(word));
			}
			at += word?.length ?? 1;
		}
		if (at < 0) return null;
	}
	return open.length === 0 ? tokens : null;
}

const PARTNER: Readonly<Record<string, string>> = { "(": ")", "[": "]", "{": "}" };
const WORD = /(?:\.|\$(?:__)?)?[A-Za-z_]\w*(?:::[A-Za-z_]\w*)*/y;

function wordToken(word: string): JqToken {
	if (word.startsWith(".")) return { kind: "field", text: word.slice(1) };
	if (word.startsWith("$")) return { kind: "variable", text: word.slice(1) };
	return { kind: "name", text: word };
}

/** The place after the string, or after the `\(` that interrupts it; -1 when it has no end. */
function stringEnd(filter: string, start: number, tokens: JqToken[], open: string[]): number {
	for (let at = start; at < filter.length; at++) {
		const character = filter[at];
		if (character === '"') {
			tokens.push({ kind: "operator", text: '"' });
			return at + 1;
		}
		if (character !== "\\") continue;
		at++;
		if (filter[at] !== "(") continue;
		tokens.push({ kind: "operator", text: "(" });
		open.push('"');
		return at + 1;
	}
	return -1;
}

/** The line end; -1 after a final backslash, which only newer versions take for a continued comment. */
function commentEnd(filter: string, start: number): number {
	const newline = filter.indexOf("\n", start);
	const end = newline < 0 ? filter.length : newline;
	const last = filter[end - 1] === "\r" ? filter[end - 2] : filter[end - 1];
	return last === "\\" && newline >= 0 ? -1 : end;
}

const YQ_OPTIONS = plain(
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

const YQ_NAMES: FilterNames = {
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
export function readYq(words: readonly (string | null)[]): readonly AnalyserFinding[] {
	const read = readArguments(words, YQ_OPTIONS);
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
					: judgeFilter(expression, YQ_NAMES),
		),
		...files.map((file) => access(kind, file)),
	];
}

/** A lone operand may be the file itself: `yq config.yml`. */
function looksLikeFile(text: string): boolean {
	return /^[\w./@+-]*[\w@+-]\.(?:ya?ml|json|xml|toml|csv|tsv|properties|ini|lua|hcl)$/i.test(text);
}
