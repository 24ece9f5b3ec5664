import type { Layer } from "../vocabulary/index.ts";

/** The layers whose authors are people with the right to grant; an inline profile is a person's own call. */
export function mayWiden(layer: Layer): boolean {
	return layer === "built-in" || layer === "ceiling" || layer === "user" || layer === "inline";
}
