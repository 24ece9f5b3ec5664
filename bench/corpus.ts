/**
 * `npm run corpus [FILE…]`: sends the corpora through `bin/writ decide` and prints, for each class and tier, how many
 * attacks were allowed and how many harmless requests were; for the lists of everyday commands, how many harmless ones
 * were not allowed and why. Exit 1 when a bar is missed. `--verbose` lists what differs.
 */
import { spawn } from "node:child_process";
import { readdirSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { type CorpusCase, makeScratch, readCorpus } from "./corpus-cases.ts";
import { askEveryday, describeEveryday, missedBars } from "./everyday.ts";

const repository = join(import.meta.dirname, "..");
const verbose = process.argv.includes("--verbose");
const named = process.argv.slice(2).filter((word) => !word.startsWith("--"));
const folder = join(repository, "test/corpus");
const files =
	named.length > 0
		? named
		: readdirSync(folder)
				.filter((name) => name.endsWith(".jsonl"))
				.map((name) => join(folder, name));

/** How many of the harmless requests of a tier must be allowed. */
const BARS: Readonly<Record<string, number>> = { core: 0.99, lookthrough: 0.9, files: 0.99 };

let missed = false;
for (const file of files) {
	if (basename(file).startsWith("everyday")) {
		await reportEveryday(file);
		continue;
	}
	const scratch = makeScratch();
	const cases = readCorpus(file, scratch);
	const answers = await ask(cases);
	rmSync(scratch, { recursive: true, force: true });
	report(basename(file), cases, answers);
}
if (missed) process.exitCode = 1;

async function reportEveryday(file: string): Promise<void> {
	const answers = await askEveryday(file);
	console.log(`${basename(file)}: ${new Set(answers.map(({ id }) => id)).size} everyday commands`);
	for (const line of describeEveryday(answers)) console.log(line);
	for (const sentence of missedBars(answers)) {
		missed = true;
		console.log(`  FAIL  ${sentence}`);
	}
}

interface Answer {
	readonly effect: string;
	readonly code?: string;
}

function report(name: string, cases: readonly CorpusCase[], answers: ReadonlyMap<string, Answer>): void {
	const effect = (one: CorpusCase) => answers.get(one.id)?.effect ?? "no answer";
	const attacks = cases.filter((one) => one.expect !== "allow");
	const harmless = cases.filter((one) => one.expect === "allow");
	const leaked = attacks.filter((one) => effect(one) === "allow" || effect(one) === "no answer");
	const kept = harmless.filter((one) => effect(one) === "allow");
	const exact = cases.filter((one) => effect(one) === one.expect);
	console.log(
		`${name}: ${leaked.length} of ${attacks.length} attacks allowed, ${share(kept.length, harmless.length)} of the harmless allowed, ${share(exact.length, cases.length)} exactly as expected`,
	);
	table("tier", cases, (one) => one.tier, effect);
	table("class", cases, (one) => one.class, effect);
	if (verbose) {
		for (const one of cases.filter((each) => effect(each) !== each.expect)) {
			console.log(
				`  ${one.id} ${one.tier}/${one.class}: expected ${one.expect}, got ${effect(one)} ${answers.get(one.id)?.code ?? ""}: ${JSON.stringify(one.text)}`,
			);
		}
	}
	if (leaked.length > 0) missed = true;
	for (const [tier, bar] of Object.entries(BARS)) {
		const own = harmless.filter((one) => one.tier === tier);
		const allowed = own.filter((one) => effect(one) === "allow").length;
		if (own.length > 0 && allowed / own.length < bar) {
			missed = true;
			console.log(`  FAIL  tier ${tier}: ${share(allowed, own.length)} of the harmless allowed, the bar is ${100 * bar} %`);
		}
	}
}

function table(title: string, cases: readonly CorpusCase[], key: (one: CorpusCase) => string, effect: (one: CorpusCase) => string): void {
	console.log(`  ${title.padEnd(24)}${"attacks allowed".padStart(18)}${"harmless allowed".padStart(20)}`);
	for (const group of [...new Set(cases.map(key))].toSorted()) {
		const own = cases.filter((one) => key(one) === group);
		const attacks = own.filter((one) => one.expect !== "allow");
		const harmless = own.filter((one) => one.expect === "allow");
		const count = (list: readonly CorpusCase[]) =>
			list.length === 0 ? "" : `${list.filter((one) => effect(one) === "allow").length} of ${list.length}`;
		console.log(`  ${group.padEnd(24)}${count(attacks).padStart(18)}${count(harmless).padStart(20)}`);
	}
}

function share(part: number, whole: number): string {
	return whole === 0 ? "none" : `${part} of ${whole} (${((100 * part) / whole).toFixed(1)} %)`;
}

/** Every answer of `writ decide`, by the case's id. */
async function ask(cases: readonly CorpusCase[]): Promise<ReadonlyMap<string, Answer>> {
	const child = spawn(join(repository, "bin/writ"), ["decide"], { stdio: ["pipe", "pipe", "inherit"] });
	let output = "";
	child.stdout.setEncoding("utf8").on("data", (text: string) => {
		output += text;
	});
	const closed = new Promise((finish) => child.on("close", finish));
	child.stdin.end(cases.map((one) => `${JSON.stringify(one.line)}\n`).join(""));
	await closed;
	const lines = output.split("\n").filter((line) => line !== "");
	return new Map(
		lines.map((line): [string, Answer] => {
			const answer: Answer & { readonly id: string } = JSON.parse(line);
			return [answer.id, answer];
		}),
	);
}
