import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { mutate } from "../mutate.ts";
import { pick } from "../random.ts";
import type { Surroundings } from "./box.ts";
import { enumerate } from "./grammar/enumerate.ts";
import { type Text, writeText } from "./grammar/text.ts";

/** A text to be judged, and how its shell is set up. */
export interface Candidate extends Text {
	readonly surroundings: Surroundings;
	readonly origin: "grammar" | "mutation" | "enumeration";
}

/** How much of the grammar's texts leave the language, and how often. */
const WILDNESS: readonly (readonly [share: number, wild: number])[] = [
	[0.45, 0],
	[0.25, 0.06],
	[0.3, 0.25],
];
const MUTATED = 0.15;

const UNUSUAL: readonly Surroundings[] = ["options", "options", "utf8", "utf8", "cdpath", "gbk"];
const UNUSUAL_SHARE = 0.12;

/** Texts without end: from the grammar, and where there are samples from changes of them. */
export function textSource(random: () => number, samples: readonly string[], possible: ReadonlySet<Surroundings>): () => Candidate {
	return () => {
		const chosen = random() < UNUSUAL_SHARE ? pick(UNUSUAL, random) : "plain";
		const surroundings = possible.has(chosen) ? chosen : "plain";
		if (samples.length > 0 && random() < MUTATED) {
			const text = mutate(pick(samples, random), random, pick(samples, random));
			return { text, rows: [], outside: ["text"], surroundings, origin: "mutation" };
		}
		return { ...writeText(random, wildness(random())), surroundings, origin: "grammar" };
	};
}

function wildness(roll: number): number {
	let left = roll;
	for (const [share, wild] of WILDNESS) {
		if (left < share) return wild;
		left -= share;
	}
	return 0;
}

/** Every small text of the language, in a plain shell. */
export function* enumeration(): Generator<Candidate, undefined> {
	for (const text of enumerate()) yield { ...text, surroundings: "plain", origin: "enumeration" };
}

/** Every command of the corpora and of the samples. */
export function readSamples(folder: string): readonly string[] {
	return readdirSync(folder, { recursive: true, encoding: "utf8" })
		.filter((name) => name.endsWith(".jsonl"))
		.toSorted()
		.flatMap((name) => readFileSync(join(folder, name), "utf8").split("\n"))
		.flatMap((line) => {
			const row: { readonly command?: unknown } = line === "" ? {} : JSON.parse(line);
			return typeof row.command === "string" ? [row.command] : [];
		});
}
