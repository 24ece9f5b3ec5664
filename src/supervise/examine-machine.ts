import { type EscapeReport, type MachineReport, machineKey, probeMachine, tryEscapes } from "../sandbox/index.ts";
import { systemPrograms } from "./machine.ts";
import { digestOf } from "./run.ts";

/** What the sandbox can hold on this machine, found out now; `key` is the same for as long as the report may be kept. */
export interface MachineExamination extends MachineReport {
	readonly key: string;
}

/** Tries out how strongly a process can be confined here; nothing is recorded. */
export async function examineMachine(): Promise<MachineExamination> {
	// The key is read first: what changes meanwhile makes the kept report a stale one, never a wrong one.
	const { programs } = systemPrograms(process.env.PATH ?? "");
	const key = digestOf([machineKey(programs)]);
	return { key, ...(await probeMachine(programs)) };
}

/**
 * Tries to break out of the sandbox of this machine, by `writ run` of the program that runs now, in a home of its own; `null` without
 * Perl. Nothing is recorded.
 */
export function attackSandbox(): Promise<EscapeReport | null> {
	const [program = "", ...words] = process.argv.slice(0, 2);
	return tryEscapes({ writ: [program, ...process.execArgv, ...words], byCommand: true });
}
