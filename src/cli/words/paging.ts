import type { Command } from "commander";
import { parseCount } from "./parse-number.ts";

/** Which page of a list. */
export interface PagingOptions {
	readonly limit?: number;
	readonly cursor?: string;
}

/** Gives a list `--limit` and `--cursor`. */
export function addPaging(command: Command): Command {
	return command
		.option("--limit <count>", "how many at most", parseCount(1, 1_000))
		.option("--cursor <cursor>", "go on where a list ended, which names it");
}
