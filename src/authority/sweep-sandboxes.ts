import { listSandboxes } from "../agents/index.ts";
import { sessionPaths } from "../store/index.ts";
import type { Context } from "./context.ts";
import { ownDirectory } from "./own-directory.ts";

const DAY = 24 * 3_600_000;
const PAGE = 1_000;

/** Removes directories that no living agent and no session owns: a process was killed between making one and its commit, or after its end. */
export async function sweepSandboxes(context: Context): Promise<number> {
	const present = context.storage.list();
	if (present.length === 0) return 0;
	const owned = await context.store.look(async (connection) => {
		const paths = new Set(await sessionPaths(connection));
		let cursor: string | null = null;
		do {
			const page: Awaited<ReturnType<typeof listSandboxes>> = await listSandboxes(connection, { limit: PAGE, cursor });
			for (const sandbox of page.items) for (const directory of [sandbox.path, ...ownDirectory(sandbox)]) paths.add(directory);
			cursor = page.next_cursor;
		} while (cursor !== null);
		return paths;
	});
	let removed = 0;
	for (const directory of present) {
		if (owned.has(directory)) continue;
		// One without a note was perhaps not made by us.
		if (!context.storage.isNoted(directory) && context.storage.age(directory, context.clock.now()) < DAY) continue;
		if (context.storage.remove(directory)) removed++;
	}
	return removed;
}
