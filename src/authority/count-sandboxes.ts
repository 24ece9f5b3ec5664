import { join } from "node:path";
import { findAgent, findTerms, type SandboxRecord, type SandboxStats, sandboxStats, statsOf } from "../agents/index.ts";
import { measureSize } from "../sandbox/index.ts";
import { type Connection, countSandboxDigests } from "../store/index.ts";
import type { Caller } from "./caller.ts";
import type { Context } from "./context.ts";
import { ownDirectory } from "./own-directory.ts";
import { sandboxesOf, seesAllSandboxes } from "./sandboxes.ts";

/** How many agents have a sandbox, and what all of them take on the disk. */
export interface CountedSandboxes extends SandboxStats {
	readonly bytes_used: number;
	/** What their writs let them write in all; `null` = one of them has no limit. */
	readonly bytes_allowed: number | null;
}

/** Counts the sandboxes of the agents that the caller may see, by kind, and measures them. */
export async function countSandboxes(context: Context, caller: Caller): Promise<CountedSandboxes> {
	const everything = seesAllSandboxes(caller);
	const counted = await context.store.look((connection) => (everything ? countAll(connection) : countSome(connection, caller)));
	const root = join(context.home, "sandboxes");
	const directories = counted.directories ?? [join(root, "agents"), join(root, "sessions")];
	// Outside of the work: a walk over many directories takes its time.
	const { bytes } = await measureSize(directories);
	return { ...counted.stats, bytes_used: bytes, bytes_allowed: counted.allowed };
}

interface Counted {
	readonly stats: SandboxStats;
	readonly allowed: number | null;
	/** `null` = all that there are. */
	readonly directories: readonly string[] | null;
}

async function countAll(connection: Connection): Promise<Counted> {
	const digests = await countSandboxDigests(connection);
	return { stats: await sandboxStats(connection), allowed: await allowedBytes(connection, digests), directories: null };
}

async function countSome(connection: Connection, caller: Caller): Promise<Counted> {
	const found: SandboxRecord[] = [];
	let cursor: string | null = null;
	do {
		const page: Awaited<ReturnType<typeof sandboxesOf>> = await sandboxesOf(connection, caller, { limit: PAGE, cursor });
		found.push(...page.items);
		cursor = page.next_cursor;
	} while (cursor !== null);
	const digests: string[] = [];
	for (const { agent } of found) digests.push((await findAgent(connection, agent))?.digest ?? "");
	const counts = [...Map.groupBy(digests, (digest) => digest)].map(([digest, all]) => [digest, all.length] as const);
	const directories = new Set(found.flatMap((sandbox) => [sandbox.path, ...ownDirectory(sandbox)]));
	return { stats: statsOf(found), allowed: await allowedBytes(connection, counts), directories: [...directories] };
}

const PAGE = 1_000;
const MEBIBYTE = 1024 * 1024;

/** Many agents hold the same grant: each is read once. */
async function allowedBytes(connection: Connection, digests: readonly (readonly [string, number])[]): Promise<number | null> {
	let sum = 0;
	for (const [digest, count] of digests) {
		const terms = await findTerms(connection, digest);
		const limit = terms?.filesystem.max_total_size_mb ?? null;
		if (limit === null) return null;
		sum += limit * MEBIBYTE * count;
	}
	return sum;
}
