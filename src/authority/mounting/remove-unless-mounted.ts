import type { Context } from "../context.ts";
import { allMounts } from "./mount.ts";
import { removeServer } from "./mount-sandbox.ts";

/** Removes the directory of a server whose program has ended, unless it is mounted: it may have been unmounted while it started. */
export async function removeUnlessMounted(context: Context, uid: string): Promise<void> {
	try {
		const mounted = await context.store.look(allMounts);
		if (!mounted.some((mount) => mount.uid === uid)) removeServer(context, uid);
	} catch (error) {
		// The next start looks again.
		context.log(`the directory of a mounted server was not looked at: ${error instanceof Error ? error.message : String(error)}`);
	}
}
