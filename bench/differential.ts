/**
 * `npm run differential [COUNT] [--seed N] [--no-samples] [--exhaustive] [--findings FILE]`: texts from the whole grammar of bash through
 * the engine and, when it allows one, through a real shell in a sandbox under strace. Everything that really happened must be one of the
 * parts that the engine judged, and be allowed when it is asked by itself. Exit 1 when something is not, or when too little was run to say
 * so. How far it is goes to stderr every 50,000 texts.
 */
import { accessSync, constants, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { delimiter, join } from "node:path";
import { parseArgs } from "node:util";
import { type Outcome, runDifferential } from "./differential/run.ts";
import { enumeration, readSamples, textSource } from "./differential/source.ts";
import { randomFrom } from "./random.ts";

const { values, positionals } = parseArgs({
	allowPositionals: true,
	options: {
		seed: { type: "string" },
		"no-samples": { type: "boolean", default: false },
		exhaustive: { type: "boolean", default: false },
		findings: { type: "string" },
		keep: { type: "string", default: "1" },
		most: { type: "string", default: "40" },
	},
});
needPrograms(["strace", "bwrap", "bash", "dash"]);
const count = Number(positionals[0] ?? 20_000);
const seed = Number(values.seed ?? process.env.WRIT_SEED ?? Date.now() % 1_000_000);
const samples = values["no-samples"] ? [] : readSamples(join(import.meta.dirname, "../test/corpus"));

for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, () => process.exit(1));

const outcome = await runDifferential({
	// Each waits for its tracer most of the time.
	boxes: Math.max(4, 2 * availableParallelism()),
	keep: Number(values.keep),
	most: Number(values.most),
	texts: (possible) => {
		const every = values.exhaustive ? enumeration() : undefined;
		const source = textSource(randomFrom(seed), samples, possible);
		let left = count;
		return () => every?.next().value ?? (left-- > 0 ? source() : undefined);
	},
	onFinding: ({ shrunk, did }) => process.stderr.write(`disagrees: ${JSON.stringify(shrunk)} ${did[0] ?? ""}\n`),
	onProgress: (judged, allowed, found, seconds) =>
		process.stderr.write(`${judged} texts, ${allowed} run, ${found} disagree, ${seconds.toFixed(0)} s\n`),
});
report(outcome);
if (values.findings !== undefined)
	writeFileSync(values.findings, outcome.findings.map((finding) => `${JSON.stringify(finding)}\n`).join(""));

/** Without these programs nothing can be compared; the set-up of the tests brings them. */
function needPrograms(programs: readonly string[]): void {
	const folders = (process.env.PATH ?? "").split(delimiter);
	const missing = programs.filter((program) => !folders.some((folder) => isExecutable(join(folder, program))));
	if (missing.length === 0) return;
	console.error(`The differential run needs ${missing.join(", ")}. Run:\n\n    node scripts/setup.mjs --for-tests\n`);
	process.exit(3);
}

function isExecutable(path: string): boolean {
	try {
		accessSync(path, constants.X_OK);
		return true;
	} catch {
		return false;
	}
}

function report({
	judged,
	inside,
	allowed,
	insideAllowed,
	events,
	late,
	rows,
	forms,
	findings,
	disagreeing,
	seconds,
	withoutLocale,
}: Outcome): void {
	const share = (part: number, whole: number) => `${((100 * part) / Math.max(1, whole)).toFixed(1)} %`;
	console.log(
		`${judged} texts (seed ${seed}): ${allowed} allowed and run (${share(allowed, judged)}), ${disagreeing} did something that was not allowed; ${seconds.toFixed(0)} s`,
	);
	console.log(
		`  ${inside} inside the language (${share(inside, judged)}), of which ${share(insideAllowed, inside)} are allowed; ${events} events; ${late} ended by the clock`,
	);
	if (withoutLocale) console.log("  no GBK locale: localedef or its data (Debian: locales) is missing");
	const least = Math.floor(judged / 500);
	const rare = [...reportRare("rows of the language", forms, least), ...reportRare("spellings of the grammar", rows, least)];
	for (const finding of findings) {
		console.log(`  after ${finding.after}, policy ${finding.policy}, ${finding.surroundings}: ${JSON.stringify(finding.shrunk)}`);
		console.log(`      ${finding.did.join("; ")}`);
	}
	// By chance alone a row may be rare in a short run, but not absent.
	const tooRare = rare.some((times) => times === 0 || judged >= 100_000);
	if (disagreeing > 0 || allowed < judged / 5 || (judged >= 20_000 && tooRare)) process.exitCode = 1;
}

/** Says how many of these ran often enough, and which did not. */
function reportRare(what: string, counts: ReadonlyMap<string, number>, least: number): readonly number[] {
	const rare = [...counts].filter(([, times]) => times < least).toSorted(([, one], [, two]) => one - two);
	const rarer = rare.length === 0 ? "" : `; rarer: ${rare.map(([name, times]) => `${name} ${times}`).join(", ")}`;
	console.log(`  ${counts.size - rare.length} of ${counts.size} ${what} ran at least ${least} times${rarer}`);
	return rare.map(([, times]) => times);
}
