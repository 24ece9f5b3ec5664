import { cpuUsage } from "node:process";

/** Something to be measured: does `count` decisions. */
export interface Contestant {
	readonly name: string;
	run(count: number): unknown;
}

/** Decisions per second of processor time: the median of the rounds, and the extremes. */
export interface Rate {
	readonly name: string;
	readonly median: number;
	readonly lowest: number;
	readonly highest: number;
	/** Of each round, so that rates are compared within it. */
	readonly rounds: readonly number[];
}

/** Measures all contestants in turn, round after round, so that what disturbs one disturbs all. */
export async function measure(contestants: readonly Contestant[], rounds: number, secondsEach: number): Promise<readonly Rate[]> {
	const counts: number[] = [];
	for (const contestant of contestants) counts.push(await calibrate(contestant, secondsEach));
	const rates = contestants.map((): number[] => []);
	for (let round = 0; round < rounds; round++) {
		for (let turn = 0; turn < contestants.length; turn++) {
			// Each round starts with another one.
			const index = (turn + round) % contestants.length;
			const count = counts[index] ?? 1;
			rates[index]?.push(count / (await cpuSeconds(() => contestants[index]?.run(count))));
		}
	}
	return contestants.map(({ name }, index) => {
		const rounds = rates[index] ?? [];
		const sorted = rounds.toSorted((a, b) => a - b);
		return { name, median: sorted[sorted.length >> 1] ?? 0, lowest: sorted[0] ?? 0, highest: sorted.at(-1) ?? 0, rounds };
	});
}

/** Runs through a list again and again; `count` says how many in all. */
export function repeat<T>(items: readonly T[], decide: (item: T) => boolean): (count: number) => number {
	let at = 0;
	return (count) => {
		let yes = 0;
		for (let done = 0; done < count; done++) {
			const item = items[at];
			at = at + 1 === items.length ? 0 : at + 1;
			if (item !== undefined && decide(item)) yes++;
		}
		return yes;
	};
}

/** Warms up, until the compiler has nothing left to do, and finds how many decisions fill the time. */
async function calibrate(contestant: Contestant, seconds: number): Promise<number> {
	let count = 16;
	for (let warmed = 0; ; ) {
		const took = await cpuSeconds(() => contestant.run(count));
		warmed += took;
		if (warmed >= WARM_UP * seconds) return Math.max(16, Math.round((count * seconds) / took));
		if (took < seconds) count *= 2;
	}
}

/** In times of one turn. */
const WARM_UP = 5;

/** Processor time, user and system, of this process with all its threads, until what was begun is done. */
export async function cpuSeconds(act: () => unknown): Promise<number> {
	const before = cpuUsage();
	await act();
	const { user, system } = cpuUsage(before);
	return Math.max(1, user + system) / 1e6;
}
