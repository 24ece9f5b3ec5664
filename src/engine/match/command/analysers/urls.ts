import type { AnalyserFinding } from "../analyser.ts";

/** For programs that take a file or an address in the same place (`kubectl apply -f`, `docker build`): addresses go to the network dimension. */
export function urls(words: readonly (string | null)[]): readonly AnalyserFinding[] {
	return words.flatMap((word) => {
		const url = word === null ? null : /(?:^|=)((?:[A-Za-z][A-Za-z0-9+.-]*:\/\/|git@)\S*)/.exec(word)?.[1];
		return url === undefined || url === null ? [] : [{ kind: "url", url } as const];
	});
}
