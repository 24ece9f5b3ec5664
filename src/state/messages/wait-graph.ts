import { type Refusal, refused } from "../../store/index.ts";

/** One wait that is under way. */
export type WaitToken = symbol;

export type WaitOutcome = { readonly ok: true; readonly token: WaitToken } | Refusal<"wait-cycle">;

/** Which agents wait for an answer of which. INVARIANT: it never holds a cycle, so agents never wait for each other forever. */
export class WaitGraph {
	readonly #waits = new Map<WaitToken, { readonly waiter: string; readonly target: string }>();
	/** For each agent, whom it waits for, and how many times. */
	readonly #targets = new Map<string, Map<string, number>>();

	/** Begins a wait, or refuses it at once when its target waits, directly or through others, for the waiter. */
	begin(waiter: string, target: string): WaitOutcome {
		if (this.#waitsFor(target, waiter))
			return refused("wait-cycle", `'${target}' already waits, directly or through others, for '${waiter}'`);
		const token: WaitToken = Symbol(`${waiter} waits for ${target}`);
		this.#waits.set(token, { waiter, target });
		const targets = this.#targets.get(waiter) ?? new Map<string, number>();
		targets.set(target, (targets.get(target) ?? 0) + 1);
		this.#targets.set(waiter, targets);
		return { ok: true, token };
	}

	/** Ends a wait; twice is the same as once. */
	end(token: WaitToken): void {
		const wait = this.#waits.get(token);
		if (wait === undefined) return;
		this.#waits.delete(token);
		const targets = this.#targets.get(wait.waiter);
		const rest = (targets?.get(wait.target) ?? 1) - 1;
		if (rest > 0) targets?.set(wait.target, rest);
		else targets?.delete(wait.target);
		if (targets?.size === 0) this.#targets.delete(wait.waiter);
	}

	/** How many waits are under way. */
	get size(): number {
		return this.#waits.size;
	}

	#waitsFor(from: string, wanted: string): boolean {
		const seen = new Set<string>();
		const open = [from];
		for (let agent = open.pop(); agent !== undefined; agent = open.pop()) {
			if (agent === wanted) return true;
			if (seen.has(agent)) continue;
			seen.add(agent);
			open.push(...(this.#targets.get(agent)?.keys() ?? []));
		}
		return false;
	}
}
