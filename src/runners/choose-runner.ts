import { commandRunner } from "./command-runner.ts";
import { httpRunner } from "./http-runner.ts";
import type { Runner } from "./runner.ts";
import { MAILBOX, readRunner } from "./runner-wish.ts";

/** The runner of an agent by what is kept with it; `null` when nothing runs for it. */
export function chooseRunner(stored: string): Runner | null {
	const wish = readRunner(stored);
	switch (wish?.kind) {
		case "command":
			return commandRunner(wish.command, wish.timeout_seconds);
		case "http":
			return httpRunner(wish.url, wish.timeout_seconds);
		case MAILBOX:
		case undefined:
			return null;
	}
}
