import type { Analyser, AnalyserFinding } from "../analyser.ts";
import { hazard, undecided } from "./findings.ts";
import { type JqToken, jqTokens } from "./jq-tokens.ts";

/** Reads one jq filter: `import` and `include` load code, `env` and `$ENV` hold the environment. jq can neither run nor write. */
export const jqFilter: Analyser = (words) => {
	const filter = words[0];
	if (words.length !== 1 || typeof filter !== "string") return [undecided("", "the filter is only known when the shell runs")];
	return judgeFilter(filter, JQ_NAMES);
};

/** What a name in a filter means besides plain data. */
export interface FilterNames {
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
export function judgeFilter(filter: string, names: FilterNames): readonly AnalyserFinding[] {
	const tokens = jqTokens(filter);
	if (tokens === null) return [undecided("", "this is no filter that can be judged")];
	const keys = objectKeys(tokens);
	return tokens.flatMap((token, index): readonly AnalyserFinding[] => {
		if (token.kind === "variable" && (token.text === "ENV" || token.text === "__prog_args")) {
			return [undecided(`$${token.text}`, "the filter reaches the environment")];
		}
		if (token.kind !== "name" || keys.has(index)) return [];
		if (names.loads.has(token.text)) return [hazard("loads", token.text, `'${token.text}' loads code from a file`)];
		const reached = Object.hasOwn(names.reaches, token.text) ? names.reaches[token.text] : undefined;
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
