import { readAddress } from "./check-host.ts";
import type { CallPart } from "./match-call.ts";
import type { ToolContext } from "./tool-context.ts";

/** The parts of a call that rules with patterns speak of. */
export function callParts({ read, plan }: ToolContext): readonly CallPart[] {
	if (read === null) return [];
	const kind = plan.entry?.pattern;
	if (kind === "path") return [...read.reads, ...read.writes].map(({ value }) => ({ kind: "path", value }));
	if (kind === "domain") return read.hosts.map(({ value }) => ({ kind: "domain", value: readAddress(value) }));
	if (kind === "agent")
		return [
			...read.profiles.map(({ value }) => ({ kind: "profile", value }) as const),
			...read.targets.map(({ value }) => ({ kind: "target", value }) as const),
		];
	return [];
}
