import { homedir } from "node:os";
import { CONFINEMENT_LEVELS, type ConfinementLevel, effectiveTerms } from "../../engine/index.ts";
import { isWithin, type SandboxPlan } from "../../sandbox/index.ts";
import type { Caller } from "../caller.ts";
import type { Known } from "../memory/agents.ts";

/** Which agents run in a sandbox that one open connection started: the supervisor of a program asks over the same one. */
export interface Confinements {
	/** A program is about to be started, by this caller, in this sandbox. */
	readonly launched: (caller: Caller, uid: string, level: ConfinementLevel, plan: SandboxPlan | null) => void;
	readonly ended: (caller: Caller, uid: string) => void;
	/** Whether what this caller asks about will be carried out inside a sandbox that is strong enough for the agent. */
	readonly holds: (caller: Caller, known: Known) => boolean;
}

/** A weaker sandbox does not hold paths. */
const LEAST: ConfinementLevel = "L3";

/**
 * Keeps what was started over which connection, for as long as the connection is there.
 *
 * SECURITY: no row, key, field or header makes an agent confined: a row outlives its program, and a key can be used outside. So only
 * the process that supervises the living sandbox counts, known by the socket it holds open without a key, and only for the agent that it
 * started (test/authority/confined.test.ts).
 */
export function createConfinements(): Confinements {
	const byConnection = new WeakMap<object, Map<string, ConfinementLevel>>();
	return {
		launched({ connection, principal }, uid, level, plan) {
			if (connection === undefined) return;
			const started = byConnection.get(connection) ?? new Map<string, ConfinementLevel>();
			byConnection.set(connection, started);
			const isOwn = principal.kind === "person" && principal.keyId === null;
			if (isOwn && plan !== null && rank(level) >= rank(LEAST) && isClosed(plan)) started.set(uid, level);
			else started.delete(uid);
		},
		ended({ connection }, uid) {
			if (connection !== undefined) byConnection.get(connection)?.delete(uid);
		},
		holds({ connection, principal }, { agent, writ, lineage }) {
			const level = connection === undefined ? undefined : byConnection.get(connection)?.get(agent.uid);
			if (level === undefined || principal.kind !== "person" || principal.keyId !== null) return false;
			return rank(level) >= rank(effectiveTerms(writ, { lineage }).sandbox.minimum_level);
		},
	};
}

function rank(level: ConfinementLevel): number {
	return CONFINEMENT_LEVELS.indexOf(level);
}

/** Whether a sandbox keeps the person's home and the sockets that rule the machine out of reach. */
function isClosed({ mounts }: SandboxPlan): boolean {
	const home = homedir();
	return mounts.every(({ source, writable }) => {
		if (source === null) return true;
		if (writable && isWithin(home, source)) return false;
		return !/\.sock$|^\/(?:var\/)?run(?:\/|$)/.test(source);
	});
}
