import { type Analyser, type AnalyserFinding, access, hazard, undecided, unknownWrite } from "./analyser.ts";

/**
 * For programs that run the files they are given, or settings beside them (pytest, jest, eslint): an operand in a
 * place that anyone can write to, or that leaves the working directory, must be named in the rule.
 */
export function codeOperands(operands: readonly (string | null)[]): readonly AnalyserFinding[] {
	return operands.flatMap((operand) =>
		operand !== null && leaves(operand)
			? [{ kind: "hazard", hazard: "loads", segment: operand, why: "code outside the working directory would run" } as const]
			: [],
	);
}

/** The same for deno, which also fetches and runs what an address names. */
export function moduleOperands(operands: readonly (string | null)[]): readonly AnalyserFinding[] {
	const remote = operands.flatMap((operand) =>
		operand !== null && /^[A-Za-z][A-Za-z0-9+.-]*:/.test(operand)
			? [{ kind: "hazard", hazard: "loads", segment: operand, why: "fetches and runs the code at this address" } as const]
			: [],
	);
	return [...remote, ...codeOperands(operands)];
}

/** The same for programs that also replace `@file` by the words in it (pytest, tsc). */
export function codeOrResponseOperands(operands: readonly (string | null)[]): readonly AnalyserFinding[] {
	return [...responseFiles(operands), ...codeOperands(operands)];
}

// SECURITY: an absolute path may be the workspace's own, so only places outside every workspace count here; the rest is left to the path check.
function leaves(text: string): boolean {
	const path = text.replace(/^["']+/, "");
	return /^~|^\/(?:tmp|var|dev|proc|run|media|mnt|sys)(?:\/|$)/.test(path) || path.split(/[/\\]/)[0] === "..";
}

/** For programs that replace an operand `@file` by the words in that file, options included (pytest, mypy, java, gcc, rustc …). */
export function responseFiles(operands: readonly (string | null)[]): readonly AnalyserFinding[] {
	return operands.flatMap((operand) =>
		operand !== null && operand.length > 1 && operand.startsWith("@")
			? [
					{
						kind: "hazard",
						hazard: "loads",
						segment: operand,
						why: "`@file` is replaced by the words in the file, which may hold any option",
					} as const,
				]
			: [],
	);
}

/** The same for programs whose operands are files: a word that is not known, or a pattern, may be `@file` too. */
export function responseFilesOrUnknown(operands: readonly (string | null)[]): readonly AnalyserFinding[] {
	return operands.includes(null)
		? [...responseFiles(operands), unknownWrite("a word that is only known when the shell runs may be `@file`, which holds any option")]
		: responseFiles(operands);
}

/** The names of files that formatters and linters of these languages look for below a directory. */
export const WEB_SOURCES =
	"js jsx mjs cjs ts tsx mts cts vue svelte astro json json5 jsonc css scss sass less html htm md mdx markdown yaml yml graphql gql hbs"
		.split(" ")
		.map((ending) => `*.${ending}`);
export const PYTHON_SOURCES = ["*.py", "*.pyi", "*.pyx", "*.ipynb", "pyproject.toml"];
export const SHELL_SOURCES = ["*.sh", "*.bash", "*.zsh", "*.mksh", "*.bats"];

/**
 * For programs that look for sources in a directory that they are given, and may print what is in them. The working directory itself is
 * left out: what packages brought lies there too, and nobody can look through that for each call.
 */
export function sourceTrees(names: readonly string[], { follows = false } = {}): Analyser {
	return (operands) =>
		operands.flatMap((operand): readonly AnalyserFinding[] =>
			operand === null || /^[./]*$|[*?[{]/.test(operand)
				? []
				: [{ kind: "read", path: operand, tree: true, names, ...(follows ? { follows } : {}) }],
		);
}

/** What several analysers find. */
export function together(...analysers: readonly Analyser[]): Analyser {
	return (words) => analysers.flatMap((analyser) => analyser(words));
}

/** For programs that take a file or an address in the same place (`kubectl apply -f`, `docker build`): addresses go to the network dimension. */
export function urls(words: readonly (string | null)[]): readonly AnalyserFinding[] {
	return words.flatMap((word) => {
		const url = word === null ? null : /(?:^|=)((?:[A-Za-z][A-Za-z0-9+.-]*:\/\/|git@)\S*)/.exec(word)?.[1];
		return url === undefined || url === null ? [] : [{ kind: "url", url } as const];
	});
}

/** For programs that, called without a command, run the code on their input (deno); gets every word after the name. */
export function inputIsCode(words: readonly (string | null)[]): readonly AnalyserFinding[] {
	const onlyTells = words.length > 0 && words.every((word) => word !== null && /^(?:--version|-V|--help|-h|-v)$/.test(word));
	return onlyTells ? [] : [{ kind: "ask", segment: "", why: "it runs whatever arrives on its input" }];
}

/** For programs that write a file with a name of their own into the working directory. */
export function writtenHere(): readonly AnalyserFinding[] {
	return [access("write", "output")];
}

/** For programs that write a file whose name stands in what they read, or that comes from a text they run on the old name. */
export function namedInside(words: readonly (string | null)[]): readonly AnalyserFinding[] {
	return words.length === 0 ? [] : [unknownWrite("which file is written stands in the input")];
}

/** For programs that only print without an operand, and change the machine with one (`hostname NEW`). */
export function anyOperandChanges(operands: readonly (string | null)[]): readonly AnalyserFinding[] {
	return operands.map((operand, at) =>
		operand === null
			? undecided("", "an operand changes what the plain form only prints")
			: hazard("changes", operand, "an operand changes what the plain form only prints", at),
	);
}
