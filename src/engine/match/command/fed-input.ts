import type { CommandNode, Redirection } from "unbash";
import { plainWord } from "./plain-word.ts";

/** What redirections put on standard input: known text, `null` when it is not known, `undefined` when they leave it alone. */
export function redirectedInput(redirections: readonly Redirection[]): string | null | undefined {
	let input: string | null | undefined;
	for (const redirection of redirections) {
		const descriptor = redirection.descriptor;
		if (descriptor !== undefined && !(descriptor.type === "FileDescriptor" && descriptor.value === 0)) continue;
		if (redirection.type === "HereDoc")
			input = redirection.delimiter?.quoted === true || !/[$`\\]/.test(redirection.body.text) ? redirection.body.text : null;
		else if (redirection.type === "HereString") input = redirection.target === undefined ? null : plainWord(redirection.target.text);
		else if (redirection.operator.startsWith("<")) input = null;
	}
	return input;
}

/** What a command of a pipe writes for the next one, where that is as plain as `echo text`; else `null`. */
export function plainOutput(node: CommandNode): string | null {
	if (node.type !== "Command" || node.prefix.length > 0) return null;
	const words: string[] = [];
	for (const part of node.suffix) {
		const word = part.type === "Word" ? plainWord(part.text) : null;
		if (word === null || word.includes("\\")) return null;
		words.push(word);
	}
	if (node.name?.text === "echo") return /^-[neE]+$/.test(words[0] ?? "") ? words.slice(1).join(" ") : words.join(" ");
	return node.name?.text === "printf" && words.length === 1 && !words[0]?.includes("%") ? (words[0] ?? null) : null;
}
