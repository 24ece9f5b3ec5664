import type { Writ } from "../vocabulary/index.ts";
import { compareDenials } from "./compare-denials.ts";
import { compareGrants } from "./compare-grants.ts";
import { compareLabels } from "./compare-labels.ts";
import { comparePermissions } from "./compare-permissions.ts";
import { compareTargets } from "./compare-targets.ts";
import { effortFor, findWitnesses } from "./find-witnesses.ts";
import type { Change, Difference, Sides, WritDiff } from "./writ-diff.ts";

/** What writ `b` newly allows and forbids compared with `a`, with example requests that `decide` has answered. */
export function diffWrits(a: Writ, b: Writ): WritDiff {
	const allowed = compareSides({ wide: b, narrow: a, widens: true });
	const forbidden = compareSides({ wide: a, narrow: b, widens: false });
	return {
		allows: allowed.shown,
		forbids: forbidden.shown,
		changes: [...compareLabels(a, b), ...allowed.silent, ...forbidden.silent],
	};
}

/** What the wide side has more: shown by an example (or certain without one), and what no example shows. */
function compareSides(sides: Sides): { readonly shown: readonly Change[]; readonly silent: readonly Change[] } {
	const shown: Change[] = [];
	const silent: Change[] = [];
	const differences = [compareGrants, compareDenials, comparePermissions, compareTargets].flatMap((compare) => compare(sides));
	const effort = effortFor(sides);
	for (const difference of differences) {
		if (effort.tries <= 0 && difference.onlyShown !== true) {
			// What was not tried may well allow something: it is told where a person looks first.
			shown.push({ ...changeOf(difference, []), message: `${difference.message} (not tried: there are too many differences)` });
			continue;
		}
		const { allowed, different } = findWitnesses(sides, difference, effort);
		if (allowed.length > 0 || difference.certain) shown.push(changeOf(difference, allowed));
		else if (different.length > 0) silent.push(changeOf(difference, different));
		else if (difference.onlyShown !== true)
			silent.push({ ...changeOf(difference, []), message: `${difference.message}, but no request was found that it decides` });
	}
	return { shown, silent };
}

function changeOf({ dimension, entry, message, source }: Difference, witnesses: Change["witnesses"]): Change {
	return { dimension, entry, message, ...(source === undefined ? {} : { source }), witnesses };
}
