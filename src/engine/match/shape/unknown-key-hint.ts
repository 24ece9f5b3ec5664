import { childPath } from "./child-path.ts";
import { nearestName } from "./nearest-name.ts";
import type { ObjectShape, Shape } from "./shape.ts";

/** What a person most likely meant by a key that is not known here. */
export function hintForUnknownKey(key: string, shape: ObjectShape, path: string, root: Shape): string {
	const near = nearestName(key, Object.keys(shape.keys));
	if (near !== undefined) return `did you mean ${near}?`;
	const elsewhere = placeOf(key, root, "");
	if (elsewhere !== undefined && elsewhere !== childPath(path, key)) return `did you mean ${elsewhere}?`;
	const known = Object.keys(shape.keys);
	return known.length <= 12 ? `known keys: ${known.join(", ")}` : "remove it";
}

/** The first place in the document where a key of this name is known: a right key under the wrong parent. */
function placeOf(key: string, shape: Shape, path: string): string | undefined {
	if (shape.kind === "nullable") return placeOf(key, shape.of, path);
	if (shape.kind !== "object") return undefined;
	if (Object.hasOwn(shape.keys, key)) return childPath(path, key);
	for (const [name, member] of Object.entries(shape.keys)) {
		const found = placeOf(key, member, childPath(path, name));
		if (found !== undefined) return found;
	}
	return undefined;
}
