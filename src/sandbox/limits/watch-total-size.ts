import { measureSize, type Size } from "./measure-size.ts";

/** How much some directories may hold. */
export interface SizeLimit {
	readonly bytes: number;
	/** `growth`: what was there at the start does not count (a person's own workspace). */
	readonly counts: "everything" | "growth";
}

export interface Exceeded {
	/** `hidden`: something was hidden for long; what cannot be measured counts as too much. */
	readonly why: "size" | "hidden";
	readonly usedBytes: number;
	readonly limitBytes: number;
}

export interface SizeWatch {
	/** As of the last look. */
	usedBytes(): number;
	stop(): void;
}

/** For tests, which cannot wait; a pause is never longer than a second. */
export interface Pace {
	readonly everyMs?: number;
	/** How long something may be hidden. */
	readonly hiddenMs?: number;
}

/**
 * Watches a soft quota: looks at least once a second and calls once, when more is used than the limit gives. Resolves when
 * the first look is done, so that nothing started afterwards counts as there before.
 */
export async function watchTotalSize(
	directories: readonly string[],
	limit: SizeLimit,
	onExceeded: (exceeded: Exceeded) => void,
	{ everyMs = LONGEST_PAUSE_MS, hiddenMs = HIDDEN_MS }: Pace = {},
): Promise<SizeWatch> {
	const atStart = await measureSize(directories);
	const before = limit.counts === "growth" ? atStart.bytes : 0;
	const hiddenBefore = new Set(atStart.unreadable);
	let hiddenSince: number | null = null;
	let used = atStart.bytes - before;
	let timer: NodeJS.Timeout | undefined;
	let isOver = false;

	const judge = (size: Size): void => {
		used = Math.max(0, size.bytes - before);
		const why = used > limit.bytes ? "size" : staysHidden(size.unreadable) ? "hidden" : null;
		if (why === null || isOver) return;
		isOver = true;
		onExceeded({ why, usedBytes: used, limitBytes: limit.bytes });
	};
	/** SECURITY: what cannot be looked at may grow. That something is hidden counts, not what: a program could give it another name each second. */
	const staysHidden = (unreadable: readonly string[]): boolean => {
		const now = performance.now();
		hiddenSince = unreadable.every((path) => hiddenBefore.has(path)) ? null : (hiddenSince ?? now);
		return hiddenSince !== null && now - hiddenSince > hiddenMs;
	};
	const look = async (): Promise<void> => {
		const started = performance.now();
		judge(await measureSize(directories));
		const rest = Math.min(everyMs, LONGEST_PAUSE_MS) - (performance.now() - started);
		if (!isOver) timer = setTimeout(() => void look(), Math.max(SHORTEST_PAUSE_MS, rest)).unref();
	};
	judge(atStart);
	if (!isOver) timer = setTimeout(() => void look(), Math.min(everyMs, LONGEST_PAUSE_MS)).unref();
	return {
		usedBytes: () => used,
		stop: () => {
			isOver = true;
			clearTimeout(timer);
		},
	};
}

const LONGEST_PAUSE_MS = 1000;
/** Between two looks at a tree that takes longer than a second. */
const SHORTEST_PAUSE_MS = 100;
/** What a test hides for a moment is not an attack. */
const HIDDEN_MS = 5000;
