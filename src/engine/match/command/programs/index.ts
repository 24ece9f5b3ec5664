import { evenTable } from "../even-table.ts";
import type { ProgramTable } from "../program-table.ts";
import { gitProgram } from "./git.ts";
import { partA } from "./part-a.ts";
import { partB } from "./part-b.ts";
import { shellBuiltIns } from "./shell-built-ins.ts";

/** Every program that has a table. */
export const PROGRAMS: readonly ProgramTable[] = [...partA, ...partB, ...shellBuiltIns];

const byName = new Map(PROGRAMS.flatMap((table) => table.names.map((name) => [name, table] as const)));
/** The tables that were asked for, evened out. */
const ready = new Map<string, ProgramTable>();

/** The table of a program, by its base name. */
export function findProgram(name: string): ProgramTable | undefined {
	const known = ready.get(name);
	if (known !== undefined) return known;
	const table = byName.get(name) ?? (name.startsWith("git-") ? gitProgram(name) : undefined);
	if (table === undefined) return undefined;
	const even = evenTable(table);
	ready.set(name, even);
	return even;
}
