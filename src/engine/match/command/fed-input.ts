import type { CommandNode, Redirection } from "unbash";
import { type Argument, staticArgument } from "./argument.ts";
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
	if (node.type !== "Command" || node.name === undefined || node.prefix.length > 0) return null;
	if (node.name.text !== "echo" && node.name.text !== "printf") return null;
	const words = [staticArgument(node.name.text)];
	for (const part of node.suffix) {
		const text = part.type === "Word" ? plainWord(part.text) : null;
		if (text === null) return null;
		words.push(staticArgument(text));
	}
	return printedText(words);
}

/** The text that plain words print. */
export function printedText(words: readonly Argument[]): string | null {
	const name = words[0]?.source;
	if (name !== "echo" && name !== "printf") return null;
	const texts: string[] = [];
	for (let at = 1; at < words.length; at++) {
		const text = words[at]?.text ?? null;
		if (text === null || text.includes("\\")) return null;
		texts.push(text);
	}
	if (name === "echo") return /^-[neE]+$/.test(texts[0] ?? "") ? texts.slice(1).join(" ") : texts.join(" ");
	return texts.length === 1 && !texts[0]?.includes("%") ? (texts[0] ?? null) : null;
}
