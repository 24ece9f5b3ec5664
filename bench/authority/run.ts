/**
 * `npm run bench:authority`: what the authority answers in a second, with the ledger on and every record durable before its answer,
 * and what a big one costs. One table and one JSON file out; exit 1 when a bar is missed. `--quick` proves only that everything runs.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { join } from "node:path";
import { measureAppend } from "../ledger/measure-append.ts";
import { measureVerify } from "../ledger/measure-verify.ts";
import { type AuthorityBar, judgeAuthority } from "./bars.ts";
import { measureInProcess, type Pace } from "./in-process.ts";
import { measureRevocations } from "./revocations.ts";
import { measureScale, type Scale } from "./scale.ts";
import { measureSocket } from "./socket.ts";
import type { Load } from "./socket-load.ts";

const TITLES: Readonly<Record<keyof Omit<Scale, "agents" | "edges" | "databaseSeconds">, string>> = {
	startSeconds: "start (s)",
	memoryMegabytes: "memory (MiB)",
	spawn: "spawn",
	check: "one check",
	firstCheck: "first check of an agent",
	page: "page of 100 agents",
	listOfFifty: "list of an agent with 50",
};
const quick = process.argv.includes("--quick");
const inProcess = [];
for (const inFlight of [64, 512, 4_096]) inProcess.push(await measureInProcess(quick ? 2_000 : 200_000, inFlight));
const socket = await measureSocket([1, 10, 100], quick ? 0.2 : 4);
const append = await measureAppend(quick ? 5_000 : 200_000, quick ? 1 : 3);
const verify = await measureVerify(quick ? 5_000 : 1_000_000);
const small = await measureScale(1_000);
const large = await measureScale(quick ? 2_000 : 100_000);
const revocations = await measureRevocations(quick ? 20 : 1_000);
const bars = judgeAuthority(inProcess, socket, small, large, revocations);

const machine = { node: process.version, processor: cpus()[0]?.model ?? "unknown", cores: cpus().length };
const folder = join(import.meta.dirname, "../results");
mkdirSync(folder, { recursive: true });
writeFileSync(
	join(folder, "authority.json"),
	`${JSON.stringify({ machine, inProcess, socket, append, verify, small, large, revocations, bars }, null, "\t")}\n`,
);

console.log(`Recorded decisions, ledger on, ${machine.processor}, ${machine.cores} cores, Node ${machine.node}\n`);
printRow("in process", "burst/s", "per CPU s", "sustained/s", "per CPU s");
for (const { inFlight, burst, sustained } of inProcess) printRow(`${inFlight} in flight`, ...paces(burst), ...paces(sustained));
console.log("A burst leaves the lookup of the ledger to the pause after it; the sustained rate has all of it inside.\n");
printRow("socket, 64 in flight", "decide/s", "p50 ms", "p99 ms", "health/s", "echo/s", "durable echo/s", "of health", "durable echo");
for (const { decide, health, echo, durable } of socket)
	printRow(
		`${decide.clients} client${decide.clients === 1 ? "" : "s"}`,
		...loads(decide),
		whole(health.perSecond),
		whole(echo.perSecond),
		whole(durable.perSecond),
		share(decide, health),
		share(durable, health),
	);
console.log("The last column is what a server that only writes the same chain comes to, of the health rate.\n");
console.log(
	`Append: ${whole(append.appendsPerCpuSecond)} records a CPU second, ${append.ratio} times a bare insert (${append.cpuMicrosecondsEach} µs each)`,
);
console.log(
	`Verify: ${whole(verify.records)} records in ${verify.verifySeconds} s; newest page ${verify.newestPageMilliseconds} ms, denials of one agent ${verify.denialsOfAgentMilliseconds} ms\n`,
);
printRow("size (medians in ms)", ...[small, large].map(({ agents, edges }) => `${whole(agents)}/${whole(edges)}`));
for (const name of ["startSeconds", "memoryMegabytes", "spawn", "check", "firstCheck", "page", "listOfFifty"] as const)
	printRow(TITLES[name], ...[small, large].map((scale) => scale[name].toFixed(2)));
console.log("");
for (const bar of bars) printBar(bar);
console.log("\nAll figures: bench/results/authority.json");
if ((bars.some(({ passed }) => !passed) && !quick) || !verify.ok) process.exitCode = 1;

function printRow(title: string, ...cells: readonly string[]): void {
	console.log(title.padEnd(30) + cells.map((cell) => cell.padStart(18)).join(""));
}

function printBar({ name, value, bar, passed }: AuthorityBar): void {
	console.log(
		`${passed ? "pass" : "FAIL"}  ${name}: ${value >= 1_000 ? whole(value) : value.toFixed(2)} (bar ${bar.toLocaleString("en")})`,
	);
}

function paces({ perSecond, perCpuSecond }: Pace): readonly string[] {
	return [whole(perSecond), whole(perCpuSecond)];
}

function loads({ perSecond, p50Milliseconds, p99Milliseconds }: Load): readonly string[] {
	return [whole(perSecond), p50Milliseconds.toFixed(1), p99Milliseconds.toFixed(1)];
}

function share(one: Load, other: Load): string {
	return `${((one.perSecond / other.perSecond) * 100).toFixed(0)} %`;
}

function whole(number: number): string {
	return Math.round(number).toLocaleString("en");
}
