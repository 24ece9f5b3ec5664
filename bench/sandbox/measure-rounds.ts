import { randomFrom, sample } from "../random.ts";

/** Something whose cost is measured; it fails by throwing. */
export interface Case {
	readonly name: string;
	run(): Promise<void>;
}

/** What one run of a case took. */
export interface Cost {
	readonly name: string;
	readonly runs: number;
	/** Median by the clock. */
	readonly wallMs: number;
	/** Mean of processor time, of this process and of everything it started, the authority included: what others load the machine with is not in it. */
	readonly cpuMs: number;
}

/**
 * Runs cases in turns, so that whatever else the machine does meets all of them alike; the first turn is not counted. Each turn has an order
 * of its own, because the kernel takes apart what one case has used while the next one runs.
 */
export async function measureRounds(cases: readonly Case[], rounds: number, cpuMilliseconds: () => number): Promise<readonly Cost[]> {
	const seen = cases.map(({ name }) => ({ name, walls: [] as number[], cpu: 0 }));
	for (const one of cases) await one.run();
	const random = randomFrom(1);
	const turn = cases.map((one, index) => ({ one, row: seen[index] }));
	for (let round = 0; round < rounds; round++) {
		for (const { one, row } of sample(turn, turn.length, random)) {
			const [began, cpuBefore] = [performance.now(), cpuMilliseconds()];
			await one.run();
			row?.walls.push(performance.now() - began);
			if (row !== undefined) row.cpu += cpuMilliseconds() - cpuBefore;
		}
	}
	return seen.map(({ name, walls, cpu }) => ({ name, runs: walls.length, wallMs: median(walls), cpuMs: cpu / walls.length }));
}

/** The middle one. */
export function median(values: readonly number[]): number {
	const sorted = values.toSorted((one, other) => one - other);
	const middle = sorted.length >> 1;
	const [low = Number.NaN, high = Number.NaN] = [sorted[sorted.length % 2 === 0 ? middle - 1 : middle], sorted[middle]];
	return (low + high) / 2;
}
