import fc from "fast-check";
import { expect, it } from "vitest";

/** How many random cases each law is tried on. */
export const LAW_CASES = positive(process.env.WRIT_LAW_CASES) ?? 2_000;

/** One seed for the whole run, so that a failure can be repeated. */
export const LAW_SEED = positive(process.env.WRIT_LAW_SEED) ?? Math.floor(Math.random() * 0x7fffffff);

/** A sentence that must hold for every case. */
export interface Law {
	readonly name: string;
	readonly property: fc.IRawProperty<unknown>;
	/** The part of the cases that it is tried on; for laws whose cases are large. */
	readonly share?: number;
}

/** Tries a law on many random cases and tells the seed. */
export function itHolds({ name, property, share = 1 }: Law): void {
	it(name, () => {
		const cases = Math.max(1, Math.round(LAW_CASES * share));
		const details = fc.check(property, { seed: LAW_SEED, numRuns: cases });
		expect(details.failed, `WRIT_LAW_SEED=${LAW_SEED} WRIT_LAW_CASES=${LAW_CASES}\n${fc.defaultReportMessage(details) ?? ""}`).toBe(false);
	});
}

/** Whether a law fails on some case: what a broken implementation must show. */
export function fails({ property }: Law, cases: number = LAW_CASES): boolean {
	return fc.check(property, { seed: LAW_SEED, numRuns: cases }).failed;
}

function positive(text: string | undefined): number | undefined {
	const value = Number(text);
	return Number.isSafeInteger(value) && value > 0 ? value : undefined;
}

process.stdout.write(`laws: seed ${LAW_SEED}, ${LAW_CASES} cases each (WRIT_LAW_SEED, WRIT_LAW_CASES)\n`);
