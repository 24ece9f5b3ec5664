import type { Composition, Problem } from "../vocabulary/index.ts";

/** A composition with what a person should know about it, or everything that is wrong. */
export type ComposeOutcome =
	| { readonly ok: true; readonly composition: Composition; readonly warnings: readonly Problem[] }
	| { readonly ok: false; readonly problems: readonly Problem[] };
