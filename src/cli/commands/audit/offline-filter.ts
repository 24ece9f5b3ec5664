import type { LedgerFilter } from "../../../authority/index.ts";
import type { FilterOptions } from "./filter.ts";

/** The same filter for a ledger that is read without its server. */
export function offlineFilter({ agent, point, effect, code, kind, since, until, correlation }: FilterOptions): LedgerFilter {
	return {
		...(agent === undefined ? {} : { agent }),
		...(point === undefined ? {} : { point }),
		...(effect === undefined ? {} : { effect }),
		...(code === undefined ? {} : { code }),
		// One that there is not finds nothing.
		...(kind === undefined ? {} : { kind: kind as NonNullable<LedgerFilter["kind"]> }),
		...(since === undefined ? {} : { since: Date.parse(since) }),
		...(until === undefined ? {} : { until: Date.parse(until) }),
		...(correlation === undefined ? {} : { correlationId: correlation }),
	};
}
