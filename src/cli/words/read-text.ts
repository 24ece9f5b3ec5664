import type { Terminal } from "../terminal.ts";

/** The text that a word stands for: itself, or with `-` everything on standard input, which no list of processes shows. */
export async function readText(word: string, { input }: Terminal): Promise<string> {
	if (word !== "-") return word;
	const pieces: Uint8Array[] = [];
	for await (const piece of input) pieces.push(piece);
	return Buffer.concat(pieces).toString().trimEnd();
}
