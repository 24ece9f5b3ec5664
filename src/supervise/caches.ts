import { createHash } from "node:crypto";
import { join } from "node:path";
import { CACHE_TOOLS, type CacheTool, canonicalJson } from "../engine/index.ts";
import { isWithin, listCaches, measureSize, type RunScratch, removeCaches, type TakenCaches, takeCaches } from "../sandbox/index.ts";
import type { RunOrder, RunReport } from "./run.ts";
import type { ChosenUser } from "./run-user.ts";

/** Takes what tools have downloaded in earlier runs of the same profile in the same workspace; `null` where nothing is kept. */
export function runCaches(order: RunOrder, { user }: ChosenUser, { path }: RunScratch): TakenCaches | null {
	const { prepared, home, environment } = order;
	const { writ, own } = prepared;
	const { workspace } = writ.places.real;
	const tools = CACHE_TOOLS.filter((tool) => writ.terms.sandbox.caches?.includes(tool) !== false);
	// Nobody comes back to a workspace that ends with its agent.
	if (order.keepsCaches !== true || tools.length === 0 || workspace === undefined || isWithin(workspace, own)) return null;
	return takeCaches(home, {
		// What it holds as its ancestors leave it now: a child whose parent was narrowed does not find what it fetched before.
		owner: {
			writ: createHash("sha256").update(canonicalJson(writ.terms)).digest("hex"),
			workspace,
			uid: user?.uid ?? process.getuid?.() ?? 0,
			credentials: environment,
		},
		profile: writ.profile,
		tools,
		scratch: path,
		home: join(path, "home"),
		user,
	});
}

/**
 * Brings back what a run has left of its caches.
 * SECURITY: only of one that was not stopped, refused or found out: what it has planted would be there for the next (`run-caches`).
 */
export function settleCaches(caches: TakenCaches | null, { ended }: RunOrder, report: RunReport | null): void {
	try {
		caches?.settle(report !== null && ended?.aborted !== true && isClean(report));
	} catch {
		// What cannot be brought back is fetched again.
	}
}

function isClean(report: RunReport): boolean {
	return !report.started || [report.limits, report.findings, report.denials].every((found) => found.length === 0);
}

/** A cache that is kept for a profile and a workspace. */
export interface ListedCache {
	readonly id: string;
	readonly profile: string;
	readonly workspace: string;
	readonly tools: readonly CacheTool[];
	readonly used_at: string;
	readonly bytes: number;
}

/** The caches of a home, with what they take on the disk. */
export function keptCaches(home: string): Promise<readonly ListedCache[]> {
	return Promise.all(
		listCaches(home).map(async ({ id, profile, workspace, tools, used_at, path }) => {
			const { bytes } = await measureSize([path]);
			return { id, profile, workspace, tools, used_at, bytes };
		}),
	);
}

/** Removes one cache, or all with `null`; which ones there were. */
export function dropCaches(home: string, id: string | null): readonly string[] {
	return removeCaches(home, id);
}
