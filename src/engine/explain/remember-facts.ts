import type { CompareWish } from "../decide/index.ts";
import type { Facts, Writ } from "../vocabulary/index.ts";

/**
 * Facts that are asked once for each thing: an explanation decides the same request many times, and the disk and the
 * comparison of a wish with its parent are the dear parts of it. All its parts then also speak of one state of the disk.
 */
export function rememberFacts(facts: Facts): Facts {
	const { resolve, list, escalations } = facts;
	return {
		...facts,
		...(resolve === undefined ? {} : { resolve: remembering(resolve, (path, directory) => `${directory}\0${path}`) }),
		...(list === undefined ? {} : { list: remembering(list, (directory) => directory) }),
		...(escalations === undefined ? {} : { escalations: remembering(escalations, (wish) => wish) }),
	};
}

/** The same for the comparison of a wish with one writ. */
export function rememberComparison(compare: CompareWish | undefined): CompareWish | undefined {
	if (compare === undefined) return undefined;
	const byWrit = new Map<Writ, (wish: unknown) => ReturnType<CompareWish>>();
	return (writ, wish, facts) => {
		const known =
			byWrit.get(writ) ??
			remembering(
				(one: unknown) => compare(writ, one, facts),
				(one) => one,
			);
		byWrit.set(writ, known);
		return known(wish);
	};
}

/** A function that is called once for each key; what throws is asked again. */
function remembering<Words extends readonly unknown[], Answer>(
	ask: (...words: Words) => Answer,
	keyOf: (...words: Words) => unknown,
): (...words: Words) => Answer {
	const answers = new Map<unknown, Answer>();
	return (...words) => {
		const key = keyOf(...words);
		const known = answers.get(key);
		if (known !== undefined) return known;
		const answer = ask(...words);
		answers.set(key, answer);
		return answer;
	};
}
