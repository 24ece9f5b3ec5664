import { ABSENT, ownValue, readAddress } from "../match/index.ts";
import type { CallPart } from "./match-call.ts";
import type { ToolContext } from "./tool-context.ts";

/** The parts of a call that rules with patterns speak of. */
export function callParts({ read, plan, request }: ToolContext): readonly CallPart[] {
	if (read === null) return [];
	const kind = plan.entry?.pattern;
	if (kind === "name" || kind === "text")
		return (plan.entry?.named ?? []).flatMap((name) => {
			const value = ownValue(request.input, name);
			return value === ABSENT ? [] : [{ kind: "text", value } as const];
		});
	if (kind === "path") return [...read.reads, ...read.writes].map(({ value }) => ({ kind: "path", value }));
	if (kind === "domain")
		return read.hosts.map(({ value }) => {
			const address = readAddress(value);
			return { kind: "domain", value: address.ok ? address.address : null };
		});
	if (kind === "agent")
		return [
			...read.profiles.map(({ value }) => ({ kind: "profile", value }) as const),
			...read.targets.map(({ value }) => ({ kind: "target", value }) as const),
		];
	return [];
}
