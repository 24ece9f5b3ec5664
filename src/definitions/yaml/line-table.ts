import type { Position } from "./fault.ts";

/** Tells line and column of any offset in a text. */
export type LineTable = (offset: number) => Position;

/** The lines of a text. Columns count UTF-16 units, as editors do. */
export function lineTable(text: string): LineTable {
	const starts = [0];
	for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n", end + 1)) starts.push(end + 1);
	return (offset) => {
		let low = 0;
		let high = starts.length - 1;
		while (low < high) {
			const middle = Math.ceil((low + high) / 2);
			if ((starts[middle] ?? 0) <= offset) low = middle;
			else high = middle - 1;
		}
		return [low + 1, offset - (starts[low] ?? 0) + 1];
	};
}
