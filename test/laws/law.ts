import fc from "fast-check";
import { expect, it } from "vitest";

/** How many random cases each law is tried on. */
export const LAW_CASES = positive(process.env.WRIT_LAW_CASES) ?? 2_000;

/** One seed for the whole run, so that a failure can be repeated. */
export const LAW_SEED = positive(process.env.WRIT_LAW_SEED) ?? Math.floor(Math.random() * 0x7fffffff);

/** A sentence that must hold for every case. */
export interface Law {
	readonly name: string;
	readonly attempt: (parameters: { readonly numRuns: number; readonly endOnFailure: boolean }) => {
		readonly failed: boolean;
		readonly report: string;
	};
}

/** Makes a law of a property. */
export function law<Values>(name: string, property: fc.IProperty<Values>): Law {
	return {
		name,
		attempt: (parameters) => {
			const details = fc.check(property, { ...parameters, seed: LAW_SEED });
			return { failed: details.failed, report: fc.defaultReportMessage(details) ?? "" };
		},
	};
}

/** Tries a law on many random cases; a failure tells the seed. `share` is for laws whose cases are large. */
export function itHolds({ name, attempt }: Law, share = 1): void {
	it(name, { timeout: 600_000 }, () => {
		const { failed, report } = attempt({ numRuns: Math.max(1, Math.round(LAW_CASES * share)), endOnFailure: false });
		expect(failed, `WRIT_LAW_SEED=${LAW_SEED} WRIT_LAW_CASES=${LAW_CASES}\n${report}`).toBe(false);
	});
}

/** Whether a law fails on some case: what a broken implementation must show. */
export function fails({ attempt }: Law, cases: number): boolean {
	return attempt({ numRuns: cases, endOnFailure: true }).failed;
}

function positive(text: string | undefined): number | undefined {
	const value = Number(text);
	return Number.isSafeInteger(value) && value > 0 ? value : undefined;
}

process.stdout.write(`laws: seed ${LAW_SEED}, ${LAW_CASES} cases each (WRIT_LAW_SEED, WRIT_LAW_CASES)\n`);
