import type { Word, WordPart } from "unbash";
import { plainWord } from "./plain-word.ts";
import type { ShellState } from "./shell-state.ts";

/** Whether a word is nothing but `$(…)` around a command that prints a number and nothing else: `wc -l < f`, `grep -c x f`. */
export function printsNumber(word: Word, { functions }: ShellState): boolean {
	const part = only(word.parts);
	const inner = part?.type === "DoubleQuoted" ? only(part.parts) : part;
	if (inner?.type !== "CommandExpansion") return false;
	const node = only(inner.script?.commands)?.command;
	const last = node?.type === "Pipeline" ? node.commands.at(-1) : node;
	if (last?.type !== "Command" || last.prefix.length > 0) return false;
	const words: string[] = [last.name?.text ?? ""];
	for (const argument of last.suffix) {
		// SECURITY: with `2>&1` a message that names a file is captured and evaluated.
		if (argument.type === "Redirect" && argument.operator === "<" && argument.descriptor === undefined) continue;
		if (argument.type !== "Word") return false;
		const text = plainWord(argument.text);
		if (text === null) return false;
		words.push(text);
	}
	const [name = "", ...rest] = words;
	return !functions.has(name) && NUMBERS[name]?.(rest) === true;
}

/** Programs that print one number, by the words with which they do. SECURITY: a file name in the output would be evaluated too. */
const NUMBERS: Readonly<Record<string, (words: readonly string[]) => boolean>> = {
	wc: (words) => words.length === 1 && /^-[clmwL]$/.test(words[0] ?? ""),
	grep: (words) =>
		/^-[ivwxEFP]*c[ivwxEFP]*$/.test(words[0] ?? "") && words.length <= 3 && words.slice(1).every((word) => !word.startsWith("-")),
	date: (words) => words.length === 1 && words[0] === "+%s",
	nproc: (words) => words.length === 0,
	id: (words) => words.length === 1 && (words[0] === "-u" || words[0] === "-g"),
};

function only<T extends WordPart | object>(list: readonly T[] | undefined): T | undefined {
	return list?.length === 1 ? list[0] : undefined;
}
