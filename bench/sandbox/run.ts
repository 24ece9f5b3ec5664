/**
 * `npm run bench:sandbox`: what a sandbox costs beside the program itself and beside a bubblewrap written by hand; everything in turns, in
 * one run. One table and one JSON file out; exit 1 when a bar is missed. `--quick` proves only that everything runs.
 */
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { cpus, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { HeldStubs } from "../../src/sandbox/index.ts";
import { runBare } from "./bare.ts";
import { CASES, judgeSandbox } from "./bars.ts";
import { openCpuMeter } from "./cpu-meter.ts";
import { installCommand } from "./install-command.ts";
import { type Ground, planOn, planProtecting, planWithNetwork, runConfined } from "./library.ts";
import { type Case, measureRounds } from "./measure-rounds.ts";
import { naiveWords, runPlain, USER } from "./programs.ts";

const quick = process.argv.includes("--quick");
const rounds = quick ? 20 : 100;
const NODE = realpathSync(process.execPath);
const AT_ONCE = 50;
const PROTECTED = [10, 100, 1_000];

const folder = realpathSync(mkdtempSync(join(tmpdir(), "writ-bench-")));
// Other users than root must reach what is below.
chmodSync(folder, 0o755);
const ground: Ground = { home: directory("home", 0o700), workspace: directory("workspace") };
const planned = directory("planned");
const held: HeldStubs[] = [];
const hold = async (plan: Promise<HeldStubs>) => {
	held.push(await plan);
	return (await plan).plan;
};
let daemon: number | null = null;
const meter = openCpuMeter();
const cpu = () => meter?.milliseconds() ?? Number.NaN;
try {
	const loadBefore = loadavg()[0];
	const writ = await installCommand(join(folder, "installed"));
	const cases = [...(await libraryCases()), ...commandCases(writ)];
	const protecting = await protectingCases();
	await runPlain([writ, "agent", "list"], commandEnvironment(), null);
	daemon = Number(readFileSync(join(ground.home, "writ.db.pid"), "utf8"));
	const turns = await measureRounds(cases, rounds, cpu);
	const together = await measureRounds(togetherCases(await hold(planOn(ground))), quick ? 2 : 10, cpu);
	const growth = await measureRounds(protecting, quick ? 3 : 20, cpu);
	const costs = [...turns, ...together, ...growth];
	const bars = judgeSandbox(costs);

	const machine = {
		node: process.version,
		processor: cpus()[0]?.model ?? "unknown",
		cores: cpus().length,
		load: [loadBefore, loadavg()[0]],
	};
	const results = join(import.meta.dirname, "../results");
	mkdirSync(results, { recursive: true });
	writeFileSync(join(results, "sandbox.json"), `${JSON.stringify({ machine, costs, bars }, null, "\t")}\n`);

	console.log(
		`Sandboxes, ${machine.processor}, ${machine.cores} cores, Node ${machine.node}, load ${machine.load.map(short).join(" to ")}\n`,
	);
	printRow("case", "runs", "median ms", "CPU ms");
	for (const { name, runs, wallMs, cpuMs } of costs) printRow(name, `${runs}`, short(wallMs), short(cpuMs));
	console.log("");
	for (const { name, wall, cpu, bar, passed } of bars)
		console.log(`${passed ? "pass" : "FAIL"}  ${name}: ${short(wall)} by the clock, ${short(cpu)} by processor time (bar ${bar})`);
	console.log("\nAll figures: bench/results/sandbox.json");
	if (bars.some(({ passed }) => !passed) && !quick) process.exitCode = 1;
} finally {
	for (const one of held) one.release();
	if (daemon !== null) await stop(daemon);
	meter?.close();
	rmSync(folder, { recursive: true, force: true });
}

async function stop(process: number): Promise<void> {
	// It leaves by itself when nobody has needed it for a minute.
	if (!existsSync(join(ground.home, "writ.db.pid")) || !existsSync(`/proc/${process}`)) return;
	globalThis.process.kill(process, "SIGTERM");
	for (let tries = 0; tries < 100 && existsSync(`/proc/${process}`); tries++) await sleep(50);
}

function directory(name: string, mode = 0o755): string {
	const path = join(folder, name);
	mkdirSync(path, { mode });
	if (USER !== null && name !== "home") chownSync(path, USER.uid, USER.gid);
	return path;
}

async function libraryCases(): Promise<readonly Case[]> {
	const plan = await hold(planOn(ground));
	const online = await hold(planWithNetwork(ground));
	const withNode = {
		...plan,
		mounts: [...plan.mounts, { kind: "bind", source: NODE, target: NODE, writable: false, file: true } as const],
	};
	return [
		{ name: CASES.plainTrue, run: () => runPlain(["true"]) },
		{ name: CASES.naiveTrue, run: () => runPlain(naiveWords(ground.workspace, ["true"])) },
		{ name: CASES.bareTrue, run: () => runBare(plan, ["true"]) },
		{ name: CASES.libraryTrue, run: () => runConfined(plan, ["true"]) },
		{ name: CASES.plannedTrue, run: plannedTrue },
		{ name: CASES.onlineTrue, run: () => runConfined(online, ["true"]) },
		{ name: CASES.plainNode, run: () => runPlain([NODE, "-e", "0"]) },
		{ name: CASES.naiveNode, run: () => runPlain(naiveWords(ground.workspace, [NODE, "-e", "0"])) },
		{ name: CASES.libraryNode, run: () => runConfined(withNode, [NODE, "-e", "0"]) },
	];
}

async function plannedTrue(): Promise<void> {
	const { plan, release } = await planOn({ ...ground, workspace: planned });
	await runConfined(plan, ["true"]);
	release();
}

function commandCases(writ: string): readonly Case[] {
	const profile = join(folder, "online.yaml");
	writeFileSync(
		profile,
		"name: online\ntools: {allowed: [Read]}\nfilesystem: {read_paths: [./workspace], write_paths: [./workspace]}\nnetwork: {allow: [registry.test]}\ncapabilities: {network_access: true}\n",
	);
	const workspace = directory("command");
	const run = (...words: readonly string[]) =>
		runPlain([writ, "run", "--workspace", workspace, ...words, "--", "true"], commandEnvironment(), null);
	return [
		{ name: CASES.runTrue, run: () => run() },
		{ name: CASES.runOnline, run: () => run("--profile", profile) },
	];
}

function togetherCases(plan: HeldStubs["plan"]): readonly Case[] {
	const atOnce = (run: () => Promise<void>) => async () => {
		await Promise.all(Array.from({ length: AT_ONCE }, run));
	};
	return [
		{ name: CASES.naiveFifty, run: atOnce(() => runPlain(naiveWords(ground.workspace, ["true"]))) },
		{ name: CASES.bareFifty, run: atOnce(() => runBare(plan, ["true"])) },
		{ name: CASES.libraryFifty, run: atOnce(() => runConfined(plan, ["true"])) },
	];
}

async function protectingCases(): Promise<readonly Case[]> {
	const cases: Case[] = [];
	for (const count of PROTECTED) {
		const plan = await hold(planProtecting(ground, count));
		cases.push({ name: `true, library, ${count} protected files`, run: () => runConfined(plan, ["true"]) });
	}
	return cases;
}

function commandEnvironment(): NodeJS.ProcessEnv {
	return { PATH: process.env.PATH, HOME: folder, WRIT_HOME: ground.home };
}

function printRow(title: string, ...cells: readonly string[]): void {
	console.log(title.padEnd(48) + cells.map((cell) => cell.padStart(12)).join(""));
}

function short(number: number | undefined): string {
	return (number ?? Number.NaN).toFixed(2);
}
