import type { Socket } from "node:net";
import type { Duplex } from "node:stream";

/** Passes bytes both ways until both sides are done, one breaks, or nothing moves for `idleMs`. */
export function joinStreams(agent: Duplex, target: Socket, idleMs: number): void {
	const stop = (): void => {
		agent.destroy();
		target.destroy();
	};
	agent.on("error", stop);
	target.on("error", stop);
	agent.once("close", () => target.destroy());
	target.once("close", () => {
		if (!agent.writableEnded || agent.destroyed) return stop();
		// What is still on its way to the agent arrives; one that only holds on does not keep the connection.
		const late = setTimeout(stop, LINGER_MS);
		agent.once("close", () => clearTimeout(late));
		agent.resume();
	});
	target.setTimeout(idleMs, stop);
	agent.pipe(target);
	target.pipe(agent);
}

/** How long an agent may take to read the rest after the host has closed. */
const LINGER_MS = 30_000;
