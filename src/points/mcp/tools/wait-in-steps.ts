/**
 * Waits for something in steps of a second, so that a client that has gone is noticed; `null` = it did not happen in time.
 * What has to be taken is taken only when it is there and somebody still waits for it.
 */
export async function waitInSteps<T>(
	seconds: number,
	gone: AbortSignal,
	now: () => number,
	step: (seconds: number) => Promise<T | null>,
): Promise<T | null> {
	const until = now() + seconds * 1_000;
	for (;;) {
		const left = (until - now()) / 1_000;
		const found = await step(Math.max(0, Math.min(left, 1)));
		if (found !== null || left <= 0 || gone.aborted) return found;
	}
}
