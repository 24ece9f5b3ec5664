import type { Workload, WorkloadRequest } from "../workload.ts";

/** One contestant. `prepare`, which loads the workload's policies, is not timed. */
export interface Engine {
	readonly name: string;
	prepare(workload: Workload): Promise<Decide>;
}

/** Whether a request is allowed. What it takes to put it into the engine's own form is timed too: a caller holds a call of a tool. */
export type Decide = (request: WorkloadRequest) => boolean;

/** A glob of the workload as text of a regular expression. */
export function globSource(root: string, glob: string): string {
	const escaped = glob.replaceAll(".", "\\.");
	return escaped.endsWith("/**") ? `${root}/${escaped.slice(0, -3)}/.+` : `${root}/${escaped.replace("*", "[^/]*")}`;
}

/** The beginning of an argv as text of a regular expression. */
export function commandSource(command: string): string {
	return `${command}(?: .*)?`;
}
