import { type ArgumentReading, readArguments } from "../match/index.ts";
import type { ToolPlan } from "./compiled-tools.ts";

/** A call that names nothing to look at. */
export const NOTHING_READ: Extract<ArgumentReading, { ok: true }> = {
	ok: true,
	reads: [],
	writes: [],
	commands: [],
	targets: [],
	hosts: [],
	profiles: [],
	unchecked: [],
};

/** A call that runs shell text and names nothing else. */
export function readText(command: string): Extract<ArgumentReading, { ok: true }> {
	const { reads, writes, targets, hosts, profiles, unchecked } = NOTHING_READ;
	return { ok: true, reads, writes, commands: [{ argument: "command", value: command }], targets, hosts, profiles, unchecked };
}

/** The arguments of a request that has none. */
export const NO_INPUT: Readonly<Record<string, unknown>> = Object.freeze({});

/** The arguments of a call; a call without any touches nothing unless the tool acts on its own. */
export function readCall(plan: ToolPlan, input: Readonly<Record<string, unknown>>): ArgumentReading {
	return plan.quiet && isEmpty(input) ? NOTHING_READ : readArguments(plan.entry, input);
}

/** Whether a call has no arguments at all. */
export function isEmpty(input: Readonly<Record<string, unknown>>): boolean {
	for (const _ in input) return false;
	return true;
}
