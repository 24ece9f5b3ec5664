import { type Principal, principalName } from "../../engine/index.ts";

/** How many connections each agent has, and those who have not said who they are together. */
export interface Crowd {
	/** Counts a connection of somebody; `false` = they have as many as they may. */
	enter(who: Principal | null): boolean;
	leave(who: Principal | null): void;
}

const MOST_OF_ONE = 64;

/** SECURITY: without a bound of its own one agent could take every connection, and the person could not even stop it. */
export function createCrowd(): Crowd {
	const counts = new Map<string, number>();
	return {
		enter(who) {
			if (who?.kind === "person") return true;
			const name = nameOf(who);
			const count = counts.get(name) ?? 0;
			if (count >= MOST_OF_ONE) return false;
			counts.set(name, count + 1);
			return true;
		},
		leave(who) {
			if (who?.kind === "person") return;
			const name = nameOf(who);
			const count = (counts.get(name) ?? 0) - 1;
			if (count > 0) counts.set(name, count);
			else counts.delete(name);
		},
	};
}

function nameOf(who: Principal | null): string {
	return who === null ? "" : principalName(who);
}
