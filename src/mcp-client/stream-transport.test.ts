import { expect, it } from "vitest";
import { readLines } from "./stream-transport.ts";

function reader(most: number): {
	readonly feed: (text: string) => void;
	readonly lines: string[];
	readonly long: string[];
	endless: number;
} {
	const read: ReturnType<typeof reader> = { lines: [], long: [], endless: 0, feed: (text) => take(Buffer.from(text)) };
	const take = readLines(most, {
		onLine: (line) => read.lines.push(line),
		onLongLine: (begin, end) => read.long.push(`${begin}|${end}`),
		onEndless: () => {
			read.endless++;
		},
	});
	return read;
}

it("[gateway-too-large] lines come whole however they are cut, also within a character", () => {
	const lines: string[] = [];
	const take = readLines(100, { onLine: (line) => lines.push(line), onLongLine: () => undefined, onEndless: () => undefined });
	for (const byte of Buffer.from("one\n\ntwö\nthree")) take(Buffer.from([byte]));
	expect(lines).toEqual(["one", "", "twö"]);
	const whole = reader(100);
	whole.feed("a\nb");
	whole.feed("c\n");
	expect(whole.lines).toEqual(["a", "bc"]);
});

it("[gateway-too-large] a line that is too long is told by its ends, and the next one is read", () => {
	const read = reader(10);
	read.feed(`begin${"x".repeat(2_000)}`);
	read.feed("x".repeat(1_000));
	read.feed("end\nnext\n");
	expect(read.lines).toEqual(["next"]);
	expect(read.long).toHaveLength(1);
	expect(read.long[0]).toMatch(/^beginx+\|x+end$/);
	expect(read.long[0]?.length).toBeLessThan(1_100);
});

it("[gateway-too-large] a line of exactly the limit is one, and a line without an end is given up", () => {
	const read = reader(10);
	read.feed(`${"y".repeat(10)}\n${"y".repeat(11)}\n`);
	expect([read.lines, read.long.length]).toEqual([["yyyyyyyyyy"], 1]);
	const part = "x".repeat(1 << 24);
	for (let times = 0; times < 17; times++) read.feed(part);
	expect(read.endless).toBeGreaterThan(0);
});
