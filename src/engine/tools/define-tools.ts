import type { ArgumentUse, ToolEntry } from "../language/index.ts";

/** The rows of one family as frozen registry entries. */
export function defineTools(family: string, rows: readonly Omit<ToolEntry, "family">[]): readonly ToolEntry[] {
	return rows.map((row) => Object.freeze({ ...row, family }));
}

/** What a tool that lets its caller choose the shell may be told: commands are read as bash reads them. */
export const BASH: readonly string[] = ["bash", "/bin/bash", "/usr/bin/bash"];

/** An argument without which the call makes no sense. */
export function needed(argument: string, more: Omit<ArgumentUse, "argument" | "required"> = {}): ArgumentUse {
	return { argument, required: true, ...more };
}
