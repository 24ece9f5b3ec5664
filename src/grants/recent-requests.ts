/** When requests were made, and how many: the oldest first. */
export type RecentRequests = readonly (readonly [at: number, count: number])[];

const MINUTE = 60_000;
/** More moments than this are put together by the second, so that a budget stays small however busy its agent is. */
const MOST_MOMENTS = 64;

/** How many requests count at this moment: those of the last minute. */
export function requestsThisMinute(recent: RecentRequests, now: number): number {
	return recent.reduce((sum, [at, count]) => (at > now - MINUTE ? sum + count : sum), 0);
}

/**
 * Adds requests and forgets those that no longer count.
 * INVARIANT: a moment is only ever moved to a later one, so no request stops counting before its minute is over.
 */
export function rememberRequests(recent: RecentRequests, count: number, now: number): RecentRequests {
	const kept = recent.filter(([at]) => at > now - MINUTE);
	const all = count === 0 ? kept : [...kept, [now, count] as const].toSorted(([one], [other]) => one - other);
	if (all.length <= MOST_MOMENTS) return all;
	const seconds = Map.groupBy(all, ([at]) => Math.floor(at / 1000));
	return [...seconds.values()].map((same) => [same.at(-1)?.[0] ?? now, same.reduce((sum, [, one]) => sum + one, 0)] as const);
}

/**
 * Takes back requests that were set aside at a moment and never made.
 * INVARIANT: the oldest give way, whichever they were: those that stay count for at least as long as the right ones would have.
 */
export function giveBackRequests(recent: RecentRequests, count: number, reservedAt: number, now: number): RecentRequests {
	const kept = rememberRequests(recent, 0, now);
	if (reservedAt <= now - MINUTE) return kept;
	let rest = count;
	return kept.flatMap(([at, held]) => {
		const taken = Math.min(rest, held);
		rest -= taken;
		return held > taken ? [[at, held - taken] as const] : [];
	});
}

/** For how many seconds nothing more fits; the oldest requests leave first. */
export function secondsUntilRoom(recent: RecentRequests, count: number, limit: number, now: number): number | null {
	if (count > limit) return null;
	let used = requestsThisMinute(recent, now);
	for (const [at, held] of recent) {
		if (at <= now - MINUTE) continue;
		used -= held;
		if (used + count <= limit) return Math.max(1, Math.ceil((at + MINUTE - now) / 1000));
	}
	return 1;
}
