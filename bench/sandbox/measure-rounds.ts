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

/** Runs cases in turns, so that whatever else the machine does meets all of them alike; the first turn is not counted. */
export async function measureRounds(cases: readonly Case[], rounds: number, cpuMilliseconds: () => number): Promise<readonly Cost[]> {
	const seen = cases.map(({ name }) => ({ name, walls: [] as number[], cpu: 0 }));
	for (const one of cases) await one.run();
	for (let round = 0; round < rounds; round++) {
		for (const [index, one] of cases.entries()) {
			const [began, cpuBefore] = [performance.now(), cpuMilliseconds()];
			await one.run();
			seen[index]?.walls.push(performance.now() - began);
			const row = seen[index];
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
