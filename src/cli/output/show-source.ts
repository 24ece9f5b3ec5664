import type { Source } from "../../engine/index.ts";
import { shownPath } from "./print-problems.ts";
import { visible } from "./visible.ts";

/** Where something was written, in one short text: `profiles/standard.yaml:12`. */
export function showSource({ file, definition, line, layer }: Source, directory: string): string {
	const place = file === undefined ? (definition ?? layer) : shownPath(file, directory);
	return visible(line === undefined ? place : `${place}:${line}`);
}
