import { describe, expect, it } from "vitest";
import { splitLines } from "./decide.ts";

async function* chunks(...texts: string[]) {
	for (const text of texts) yield Buffer.from(text);
}

async function gather(chunks: AsyncIterable<Uint8Array>, limit: number) {
	const groups: string[][] = [];
	for await (const group of splitLines(chunks, limit)) groups.push(group.map((line) => Buffer.from(line).toString()));
	return groups;
}

function lines(limit: number, ...texts: string[]) {
	return gather(chunks(...texts), limit);
}

describe("splitLines", () => {
	it("gives the lines of a chunk as soon as they are complete", async () => {
		expect(await lines(99, "a\nb\nc", "d\n", "\n", "e")).toEqual([["a", "b"], ["cd"], [""], ["e"]]);
	});

	it("throws a line away that passes the limit, and goes on with the next", async () => {
		expect(await lines(4, "abcd\nabcde\nx\n")).toEqual([["abcd", "too-long", "x"]]);
		expect(await lines(4, "abc", "def", "ghi\nok\n", "abcde")).toEqual([["too-long", "ok"], ["too-long"]]);
	});

	it("keeps characters whole that chunks cut", async () => {
		const bytes = Buffer.from("ä\n");
		const cut = (async function* () {
			yield bytes.subarray(0, 1);
			yield bytes.subarray(1);
		})();
		expect(await gather(cut, 9)).toEqual([["ä"]]);
	});
});
