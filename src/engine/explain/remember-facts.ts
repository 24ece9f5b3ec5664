import type { Facts } from "../vocabulary/index.ts";

/**
 * Facts that are asked once for each thing: an explanation decides the same request many times, and the disk and the
 * comparison of a wish with its parent are the dear parts of it. All its parts then also speak of one state of the disk.
 */
export function rememberFacts(facts: Facts): Facts {
	const { resolve, escalations } = facts;
	return {
		...facts,
		...(resolve === undefined ? {} : { resolve: remembering(resolve, (path, directory) => `${directory}\0${path}`) }),
		...(escalations === undefined ? {} : { escalations: remembering(escalations, (wish) => wish) }),
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
