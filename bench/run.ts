/**
 * `npm run bench`: writ beside its peers on one workload, one table and one JSON file out. Exit 1 when a bar is missed
 * or two engines disagree. `--quick` takes a few seconds and proves only that everything runs.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { join } from "node:path";
import { type Bar, judgeBars } from "./bars.ts";
import { type Comparison, compareEngines, type Effort } from "./compare-engines.ts";
import { ENGINES } from "./engines/index.ts";
import type { Rate } from "./measure.ts";
import { measureMemory } from "./measure-memory.ts";
import { measureParse } from "./measure-parse.ts";
import { measureRealDisk, type RealDisk } from "./real-disk.ts";

const quick = process.argv.includes("--quick");
const effort: Effort = quick
	? { requests: 4_000, fresh: 4_000, verified: 400, rounds: 1, secondsEach: 0.02, seed: 1 }
	: { requests: 40_000, fresh: 160_000, verified: 2_000, rounds: 15, secondsEach: 0.1, seed: 1 };
const engines = ENGINES.map(({ name }) => name);

const small = await compareEngines(engines, 1_000, effort);
const large = await compareEngines(engines, quick ? 5_000 : 100_000, effort);
// Whatever the collector does in between weighs less in longer turns.
const parse = await measureParse(effort.rounds, 3 * effort.secondsEach);
const memory = measureMemory(quick ? 1_000 : 20_000);
const disk = measureRealDisk(quick ? 2 : 15, quick ? 5 : 60);
const bars = judgeBars(small, large, parse, memory);

const machine = { node: process.version, processor: cpus()[0]?.model ?? "unknown", cores: cpus().length };
const folder = join(import.meta.dirname, "results");
mkdirSync(folder, { recursive: true });
const file = join(folder, "bench.json");
writeFileSync(file, `${JSON.stringify({ machine, effort, small, large, parse, memory, disk, bars }, null, "\t")}\n`);

console.log(`Decisions per CPU second (median of ${effort.rounds} interleaved rounds), ${machine.processor}, Node ${machine.node}\n`);
for (const comparison of [small, large]) printComparison(comparison);
console.log("The disk is faked above: paths are resolved beforehand. Requests come round again, as agents' do, and writ keeps answers;");
console.log("'fresh' ones are new each time.");
console.log(`Commands that must be parsed: writ ${rate(parse.writ)}, a bare parse ${rate(parse.parser)}`);
console.log(
	`Memory: ${memory.bytesPerAgent.toFixed(0)} bytes an agent, ${memory.ownListsPerAgent.toFixed(0)} of them its own id and lists\n`,
);
printDisk(disk);
for (const bar of bars) printBar(bar);
console.log(`\nEvery engine gave the same ${small.verified} answers. All figures: bench/results/bench.json`);
if (bars.some((bar) => !bar.passed) && !quick) process.exitCode = 1;

function printComparison(comparison: Comparison): void {
	const columns = { mixed: comparison.mixed, ...comparison.kinds, "mixed, fresh": comparison.fresh };
	console.log(`${comparison.agents.toLocaleString("en")} agents on 10 profiles`);
	console.log(["", ...Object.keys(columns)].map((title, index) => (index === 0 ? title.padEnd(14) : title.padStart(14))).join(""));
	for (const { name } of comparison.mixed) {
		const cells = Object.values(columns).map((rates) => rates.find((one) => one.name === name));
		console.log(name.padEnd(14) + cells.map((cell) => (cell === undefined ? "" : rate(cell)).padStart(14)).join(""));
	}
	console.log("");
}

function printDisk({ files, directories, mixed, kinds }: RealDisk): void {
	console.log(
		`On the real disk, in a checkout of ${files.toLocaleString("en")} files in ${directories} directories: µs of processor time a decision`,
	);
	console.log(`${"".padEnd(18)}${["warm", "cold", "paths asked", "listed"].map((title) => title.padStart(13)).join("")}`);
	const line = (name: string, cells: readonly (number | string)[]) =>
		console.log(name.padEnd(18) + cells.map((cell) => (typeof cell === "string" ? cell : cell.toFixed(1)).padStart(13)).join(""));
	line("mixed session", [mixed.warm, mixed.cold, "", ""]);
	for (const [kind, { warm, cold, looks, listed }] of Object.entries(kinds)) line(kind, [warm, cold, looks, listed]);
	const aim = (name: string, value: number, most: number) =>
		console.log(`aim   ${name}: ${value.toFixed(1)} µs (at most ${most}): ${value <= most ? "reached" : "not reached"}`);
	aim("mixed session, warm", mixed.warm, 40);
	aim("rg foo src, warm", kinds["rg foo src"]?.warm ?? Number.NaN, 80);
	console.log("");
}

function printBar({ name, value, bar, unit, passed }: Bar): void {
	const figure = (number: number) => (number >= 1000 ? Math.round(number).toLocaleString("en") : number.toFixed(2));
	console.log(`${passed ? "pass" : "FAIL"}  ${name}: ${figure(value)} ${unit} (bar ${figure(bar)})`);
}

function rate({ median }: Rate): string {
	return Math.round(median).toLocaleString("en");
}
