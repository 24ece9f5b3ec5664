import type { SeenTool } from "../../mounts/index.ts";
import type { Context } from "../context.ts";
import { note } from "../work.ts";
import { compareTools } from "./compare-tools.ts";
import { findMount, type Mount, saveMount } from "./mount.ts";

/** Keeps what a server has now beside what was accepted; what changed is recorded. False = it is not mounted, or as something else. */
export async function takeTools(context: Context, { id, uid, defined }: Mount, seen: readonly SeenTool[]): Promise<boolean> {
	return context.store.change(async (transaction) => {
		const mount = await findMount(transaction, id);
		if (mount === null || mount.uid !== uid || mount.defined !== defined) return false;
		const { tools, isChanged, quarantined, removed, restored } = compareTools(mount.tools, seen);
		if (!isChanged) return true;
		await saveMount(transaction, { ...mount, tools, version: mount.version + 1 });
		note(context, transaction, null, {
			kind: "mcp",
			agent: null,
			request: { action: "changed", server: id, quarantined, removed, restored },
			...(quarantined.length === 0 ? {} : { effect: "deny" as const, code: "tool-quarantined" }),
		});
		return true;
	});
}
