import type { ProgramTable } from "../program-table.ts";
import { gitProgram } from "./git.ts";
import { partA } from "./part-a.ts";
import { partB } from "./part-b.ts";
import { shellBuiltIns } from "./shell-built-ins.ts";

/** Every program that has a table. */
export const PROGRAMS: readonly ProgramTable[] = [...partA, ...partB, ...shellBuiltIns];

const byName = new Map(PROGRAMS.flatMap((table) => table.names.map((name) => [name, table] as const)));

/** The table of a program, by its base name. */
export function findProgram(name: string): ProgramTable | undefined {
	return byName.get(name) ?? (name.startsWith("git-") ? gitProgram(name) : undefined);
}
