import type { Workload, WorkloadRequest } from "../workload.ts";

/** One contestant. `prepare` is not timed; `translate` and `decide` are: a caller holds a call of a tool, not an engine's request. */
export interface Engine<Native = unknown> {
	readonly name: string;
	prepare(workload: Workload): Promise<Asked<Native>>;
}

/** A contestant that has loaded the workload's policies. */
export interface Asked<Native> {
	/** The request in the engine's own form. */
	translate(request: WorkloadRequest): Native;
	decide(request: Native): boolean;
}

/** A glob of the workload as text of a regular expression. */
export function globSource(root: string, glob: string): string {
	const escaped = glob.replaceAll(".", "\\.");
	return escaped.endsWith("/**") ? `${root}/${escaped.slice(0, -3)}/.+` : `${root}/${escaped.replace("*", "[^/]*")}`;
}

/** The beginning of an argv as text of a regular expression. */
export function commandSource(command: string): string {
	return `${command}(?: .*)?`;
}
