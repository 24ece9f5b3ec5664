import { switchMemory } from "../src/memory/index.ts";

/** What something answers with every memory of the process off; it must not wait for anything. */
export function withoutMemory<Answer>(run: () => Answer): Answer {
	switchMemory(false);
	try {
		return run();
	} finally {
		switchMemory(true);
	}
}
