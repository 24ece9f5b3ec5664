import { type Principal, principalName } from "../../engine/index.ts";

/** How many lines a client says in a second; 0 = as many as it likes. */
interface LineRate {
	/** Counts lines; more than fit in this second hold the client back for the rest of it. */
	count(lines: number): void;
	readonly heldBack: boolean;
}

export function createLineRate(most: number, pause: () => void, goOn: () => void): LineRate {
	let second = 0;
	let counted = 0;
	let heldBack = false;
	return {
		get heldBack() {
			return heldBack;
		},
		count(lines) {
			if (most === 0) return;
			const now = Math.floor(performance.now() / 1000);
			if (now !== second) {
				second = now;
				counted = 0;
			}
			counted += lines;
			if (counted <= most || heldBack) return;
			heldBack = true;
			pause();
			setTimeout(
				() => {
					heldBack = false;
					goOn();
				},
				1000 - (performance.now() % 1000),
			).unref();
		},
	};
}

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
