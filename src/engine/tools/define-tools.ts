import type { ArgumentUse, ServedTool, ToolEntry } from "../language/index.ts";

/** The rows of one family as frozen registry entries. */
export function defineTools(family: string, rows: readonly Omit<ToolEntry, "family">[]): readonly ToolEntry[] {
	return rows.map((row) => Object.freeze({ ...row, family }));
}

/** The same for tools that writ serves itself; their names are known to the types, so that nobody refers to one that there is not. */
export function defineServedTools<const Name extends string>(
	family: string,
	rows: readonly (Omit<ServedTool, "family"> & { readonly name: Name })[],
): readonly ServedTool<Name>[] {
	return rows.map((row) => Object.freeze({ ...row, served: Object.freeze(row.served), family }));
}

/** Whose keys most tools are for: everybody's, those of agents and of people, those of agents, those of people. */
export const EVERYONE = ["user", "agent", "system"] as const;
export const OWNERS = ["user", "agent"] as const;
export const AGENTS = ["agent"] as const;
export const PEOPLE = ["user"] as const;

/** What a tool that lets its caller choose the shell may be told: commands are read as bash reads them. */
export const BASH: readonly string[] = ["bash", "/bin/bash", "/usr/bin/bash"];

/** An argument without which the call makes no sense. */
export function needed(argument: string, more: Omit<ArgumentUse, "argument" | "required"> = {}): ArgumentUse {
	return { argument, required: true, ...more };
}
