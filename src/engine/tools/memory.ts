import { memoOf, memoWhile } from "../../memory/index.ts";
import type { ToolDeclaration, ToolEntry } from "../language/index.ts";

/** The same function of a tool's entry. */
export function rememberEntries<Made>(make: (entry: ToolEntry) => Made): (entry: ToolEntry) => Made {
	return memoOf(make);
}

/** The same function of a declaration, for the name that it was asked for last: one decision after another asks for the same. */
export function rememberDeclarations(
	make: (declaration: ToolDeclaration, name: string) => ToolEntry,
): (declaration: ToolDeclaration, name: string) => ToolEntry {
	return memoWhile((entry, name) => entry.name === name, make);
}
