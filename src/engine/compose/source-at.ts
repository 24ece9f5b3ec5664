import type { Layer, Source } from "../vocabulary/index.ts";

/** A document that knows where each of its parts was written. */
export interface Placed {
	readonly name: string;
	readonly layer: Layer;
	readonly file?: string;
	readonly positions: Readonly<Record<string, readonly [number, number]>>;
}

/** Where one part of a document was written; a part without a position of its own has its nearest parent's. */
export function sourceAt(document: Placed, path: string): Source {
	const { layer, file, name } = document;
	const position = nearestPosition(document.positions, path);
	return {
		layer,
		...(file === undefined ? {} : { file }),
		...(position === undefined ? {} : { line: position[0], column: position[1] }),
		definition: name,
	};
}

function nearestPosition(positions: Placed["positions"], path: string): readonly [number, number] | undefined {
	for (let place = path; ; place = parentOf(place)) {
		if (Object.hasOwn(positions, place)) return positions[place];
		if (place === "") return undefined;
	}
}

/** `a.b[2]` → `a.b` → `a` → the document. */
function parentOf(path: string): string {
	return path.slice(0, Math.max(path.lastIndexOf("."), path.lastIndexOf("["), 0));
}
