/** The median of how many times the one is the other, round by round: the machine may be twice as fast in another round. */
export function ratio(one: readonly number[], other: readonly number[]): number {
	return median(one.map((value, round) => value / (other[round] ?? Number.NaN)));
}

export function median(values: readonly number[]): number {
	return quantile(values, 0.5);
}

/** The value that such a share of all lies below. */
export function quantile(values: readonly number[], share: number): number {
	const sorted = values.toSorted((one, other) => one - other);
	return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
