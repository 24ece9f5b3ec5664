import { measure, type Rate } from "./measure.ts";
import { startThread } from "./start-thread.ts";

/** Decisions on commands that must be parsed, beside a bare parse of the same texts. */
export async function measureParse(rounds: number, secondsEach: number): Promise<{ readonly writ: Rate; readonly parser: Rate }> {
	const names = ["writ", "bare parse"];
	const threads = await Promise.all(names.map((name) => startThread("./parse-thread.ts", name)));
	const [writ, parser] = await measure(
		threads.map((thread, at) => ({ name: names[at] ?? "", run: (count: number) => thread.run("texts", count) })),
		rounds,
		secondsEach,
	);
	for (const thread of threads) await thread.stop();
	if (writ === undefined || parser === undefined) throw new Error("nothing was measured");
	return { writ, parser };
}
