import { type Command, InvalidArgumentError } from "commander";

/** A number of things, from `least` on. */
export function parseCount(least: number, most = 1_000_000_000): (text: string) => number {
	return (text) => {
		const count = Number(text);
		if (!/^\d+$/.test(text) || count < least || count > most) throw new InvalidArgumentError(`A number from ${least} to ${most}.`);
		return count;
	};
}

/** How often in how much time: `10/60` = ten times in sixty seconds. */
export function parseRate(text: string): { readonly count: number; readonly per_seconds: number } {
	const [, count, seconds] = /^(\d{1,9})\/(\d{1,9})s?$/.exec(text) ?? [];
	if (count === undefined || seconds === undefined) throw new InvalidArgumentError("A rate is COUNT/SECONDS, such as 10/60.");
	return { count: Number(count), per_seconds: Number(seconds) };
}

/** Collects an option that can be repeated. */
export function collect(word: string, others: readonly string[] = []): readonly string[] {
	return [...others, word];
}

/** Which page of a list. */
export interface PagingOptions {
	readonly limit?: number;
	readonly cursor?: string;
}

/** Gives a list `--limit` and `--cursor`. */
export function addPaging(command: Command): Command {
	return command
		.option("--limit <count>", "how many at most", parseCount(1, 1_000))
		.option("--cursor <cursor>", "continue a list: the cursor that its last page printed");
}
