import type { Context } from "./context.ts";

/** Whether a change could be recorded now. */
export async function isReady(context: Context): Promise<boolean> {
	try {
		await context.store.change(async () => undefined);
		return true;
	} catch {
		return false;
	}
}
