import { mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { sealComposition, type Writ } from "../../engine/index.ts";
import { removeTree } from "../../sandbox/index.ts";
import type { PreparedRun } from "../../supervise/index.ts";
import { sealContext } from "../agents/seal.ts";
import { composeWish } from "../agents/wish.ts";
import type { Context } from "../context.ts";
import { done, type Outcome, refuse } from "../refusal.ts";
import { allMcpServers, type McpServer } from "./server.ts";

const PARTS = ["workspace", "exports", "claude", "nested"];

/** What is needed to run the program of a server in a sandbox of its own; its workspace is kept for as long as it is mounted. */
export function prepareServer(context: Context, { uid, definition }: Pick<McpServer, "uid" | "definition">): Outcome<PreparedRun> {
	const own = directoryOf(context.home, uid);
	for (const part of PARTS) mkdirSync(join(own, part), { recursive: true, mode: 0o700 });
	const sealed = sealFor(context, uid, definition.profile, own);
	if (!sealed.ok) return sealed;
	return done({ agent: uid, writ: sealed.value, own, managed: true, session: null, parent: null, agentsWrite: [], warnings: [] });
}

/** The writ by which a server's program is confined. */
function sealFor(context: Context, uid: string, profile: unknown, own: string): Outcome<Writ> {
	const composed = composeWish({ profile }, context.definitions.catalog, true);
	if (!composed.ok) return composed;
	const operator = join(context.home, "sandboxes", "shared");
	const places = {
		workspace: join(own, "workspace"),
		exports: join(own, "exports"),
		claude: join(own, "claude"),
		own,
		operator,
		shared: operator,
	};
	const sealed = sealComposition(composed.value, sealContext({ agent: uid, parent: null }, places));
	if (!sealed.ok)
		return refuse("invalid-definition", sealed.problems[0]?.message ?? "The profile cannot be sealed", { problems: sealed.problems });
	return done(sealed.writ);
}

/** Removes what a server has left on the disk. */
export function removeServer(context: Context, uid: string): void {
	try {
		removeTree(directoryOf(context.home, uid));
	} catch (error) {
		// The next start tries again.
		context.log(`the directory of a mounted server was not removed: ${error instanceof Error ? error.message : String(error)}`);
	}
}

/** Removes directories whose server is not mounted: a process was killed between making one and its commit, or after its end. */
export function sweepServers(context: Context, mounted: ReadonlySet<string>): void {
	const folder = join(context.home, "sandboxes", FOLDER);
	mkdirSync(folder, { recursive: true, mode: 0o700 });
	for (const uid of readdirSync(folder)) if (!mounted.has(uid)) removeServer(context, uid);
}

const FOLDER = "servers";

function directoryOf(home: string, uid: string): string {
	return join(home, "sandboxes", FOLDER, uid);
}

/** Removes the directory of a server whose program has ended, unless it is mounted: it may have been unmounted while it started. */
export async function removeUnlessMounted(context: Context, uid: string): Promise<void> {
	try {
		const mounted = await context.store.look(allMcpServers);
		if (!mounted.some((mount) => mount.uid === uid)) removeServer(context, uid);
	} catch (error) {
		// The next start looks again.
		context.log(`the directory of a mounted server was not looked at: ${error instanceof Error ? error.message : String(error)}`);
	}
}
