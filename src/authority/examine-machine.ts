import { type MachineReport, machineKey, probeMachine } from "../sandbox/index.ts";
import { digestOf } from "./launch/digest-of.ts";

/** What the sandbox can hold on this machine, found out now; `key` is the same for as long as the report may be kept. */
export interface MachineExamination extends MachineReport {
	readonly key: string;
}

/** Tries out how strongly a process can be confined here; nothing is recorded. */
export async function examineMachine(): Promise<MachineExamination> {
	// The key is read first: what changes meanwhile makes the kept report a stale one, never a wrong one.
	const key = digestOf([machineKey()]);
	return { key, ...(await probeMachine()) };
}
