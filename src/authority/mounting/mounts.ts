import { deleteMountRow } from "../../store/index.ts";
import type { Caller } from "../caller.ts";
import type { Context } from "../context.ts";
import { done, type Outcome, refuse } from "../refusal.ts";
import { changing, note } from "../work.ts";
import { allMounts, findMount, isActive, MOUNT, type Mount, type MountedTool, saveMount } from "./mount.ts";
import { removeServer } from "./mount-sandbox.ts";
import { type MountView, viewMount } from "./mount-view.ts";
import { mayMount } from "./put-mount.ts";

/** All mounted servers. */
export async function mounts(context: Context, caller: Caller): Promise<Outcome<readonly MountView[]>> {
	const permitted = mayMount(caller);
	if (!permitted.ok) return permitted;
	const found = await context.store.look(allMounts);
	// In one order on every database.
	const sorted = found.toSorted((one, other) => (one.id < other.id ? -1 : 1));
	return done(sorted.map((mount) => viewMount(mount, context.mounts)));
}

/** One mounted server. */
export async function mount(context: Context, caller: Caller, id: string): Promise<Outcome<MountView>> {
	const permitted = mayMount(caller);
	if (!permitted.ok) return permitted;
	const found = await context.store.look((connection) => exactly(connection, id));
	return found === null ? absent(id) : done(viewMount(found, context.mounts));
}

/** Ends a server and forgets what was accepted of it. */
export async function dropMount(context: Context, caller: Caller, id: string, expected: number | null = null): Promise<Outcome<true>> {
	const permitted = mayMount(caller);
	if (!permitted.ok) return permitted;
	const dropped = await changing<Mount>(context, caller, async (transaction) => {
		const found = await exactly(transaction, id);
		if (found === null) return absent(id);
		if (expected !== null && expected !== found.version) return refuse("stale", "It changed since you saw it");
		await deleteMountRow(transaction, id);
		transaction.touch(MOUNT, id);
		note(context, transaction, caller, { kind: "mcp", agent: null, request: { action: "unmounted", server: id } });
		return done(found);
	});
	if (!dropped.ok) return dropped;
	await context.mounts.end(id);
	removeServer(context, dropped.value.uid);
	return done(true);
}

/** Lists the tools of a server anew; a person may do this also while it is left alone after it died. */
export async function refreshMount(context: Context, caller: Caller, id: string): Promise<Outcome<MountView>> {
	const permitted = mayMount(caller);
	if (!permitted.ok) return permitted;
	const found = await context.store.look((connection) => exactly(connection, id));
	if (found === null) return absent(id);
	const refreshed = await context.mounts.refresh(found);
	return refreshed.ok ? mount(context, caller, id) : refreshed;
}

/** What a person says of a tool: that it is accepted as it is now, or that nobody shall have it. */
export interface ToolReview {
	readonly digest: string;
	readonly accept: boolean;
}

/**
 * Accepts a tool as it is now, or takes it away.
 * SECURITY: the digest says what the person has looked at; what has changed since then is not accepted.
 */
export async function reviewTool(
	context: Context,
	caller: Caller,
	id: string,
	name: string,
	review: ToolReview,
): Promise<Outcome<MountView>> {
	const permitted = mayMount(caller);
	if (!permitted.ok) return permitted;
	const reviewed = await changing<Mount>(context, caller, async (transaction) => {
		const found = await exactly(transaction, id);
		const tool = found?.tools.find((one) => one.name === name);
		if (found === null) return absent(id);
		if (tool === undefined || tool.seen === null) return refuse("not-found", `The server '${id}' has no tool '${name.slice(0, 128)}'`);
		if (tool.seen.digest !== review.digest) return refuse("stale", "The tool is another one now: look at it again");
		if (review.accept && tool.seen.problem !== null) return refuse("tool-unusable", `It cannot be accepted: ${tool.seen.problem}`);
		const changed = review.accept ? { ...tool, pinned: { digest: tool.seen.digest, shown: tool.seen.shown } } : rejected(tool);
		const tools = found.tools.map((one) => (one === tool ? changed : one));
		const mounted = { ...found, tools, version: found.version + 1 };
		await saveMount(transaction, mounted);
		note(context, transaction, caller, {
			kind: "mcp",
			agent: null,
			request: { action: "reviewed", server: id, tool: name, digest: review.digest, accepted: review.accept },
		});
		return done(mounted);
	});
	return reviewed.ok ? done(viewMount(reviewed.value, context.mounts)) : reviewed;
}

/** One that changed may still become again what was accepted; one that can be called is taken away. */
function rejected(tool: MountedTool): MountedTool {
	return isActive(tool) ? { ...tool, pinned: null } : tool;
}

async function exactly(connection: Parameters<typeof findMount>[0], id: string): Promise<Mount | null> {
	const found = await findMount(connection, id.isWellFormed() && !id.includes("\0") ? id : "");
	return found?.id === id ? found : null;
}

function absent(id: string): ReturnType<typeof refuse> {
	return refuse("not-found", `Server ${id.slice(0, 64)} not found`);
}
