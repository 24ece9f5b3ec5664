import { eventsIn } from "./read-events.ts";

/** What somebody who listens to a session needs. */
export interface Listening {
	readonly url: URL;
	readonly headers: Readonly<Record<string, string>>;
	readonly told: (notification: { readonly method: string; readonly params?: Record<string, unknown> }) => void;
	readonly closing: AbortSignal;
	/** Whether there is another session now. */
	readonly isOver: () => boolean;
}

const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 30_000;

/** Hears what a server says without being asked, for as long as the session lives; a line that breaks is opened again. */
export async function listen({ url, headers, told, closing, isOver }: Listening): Promise<void> {
	let pause = FIRST_PAUSE;
	while (!closing.aborted) {
		const response = await fetch(url, { headers, redirect: "error", signal: closing }).catch(() => null);
		if (response?.ok) pause = FIRST_PAUSE;
		// The session is not known any more, or the server has nothing to say by itself.
		else if (response !== null && response.status < 500) return response.body?.cancel();
		await hear(response, told).catch(() => undefined);
		if (closing.aborted || isOver()) return;
		await wait(pause, closing);
		pause = Math.min(2 * pause, LONGEST_PAUSE);
	}
}

async function hear(response: Response | null, told: Listening["told"]): Promise<void> {
	if (response?.ok !== true) return response?.body?.cancel();
	for await (const message of eventsIn(response)) {
		if (typeof message !== "object" || message === null) continue;
		const { id, method } = message as Readonly<Record<string, unknown>>;
		if (typeof method === "string" && id === undefined) told({ method });
	}
}

function wait(milliseconds: number, closing: AbortSignal): Promise<void> {
	const { promise, resolve } = Promise.withResolvers<void>();
	const timer = setTimeout(resolve, milliseconds);
	closing.addEventListener("abort", () => resolve(), { once: true });
	return promise.finally(() => clearTimeout(timer));
}
