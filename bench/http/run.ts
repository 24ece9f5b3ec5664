/**
 * `npm run bench:http`: what REST and MCP answer in a second beside an empty Fastify route, what the permission check adds to a call, and
 * what many streams of events cost. 10,000 agents, 100,000 edges, ledger on, limits off; the server is a process of its own. One table and
 * one JSON file out; exit 1 when a bar is missed. `--quick` proves only that everything runs.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { cpus, loadavg } from "node:os";
import { join } from "node:path";
import { type HttpBar, judgeHttp, type McpFigures, type RestFigures } from "./bars.ts";
import { measureEvents } from "./events.ts";
import { measureDisk } from "./measure-disk.ts";
import { type Figures, measureRounds } from "./measure-rounds.ts";
import { type BenchServer, startServer } from "./start-server.ts";
import { mcpTarget, restTargets } from "./targets.ts";

const TITLES = {
	empty: "empty Fastify route",
	health: "GET /healthz",
	decide: "POST /v1/decide",
	batch: "POST /v1/decide, 100 at once",
	look: "MCP get_agent",
	lookUnchecked: "MCP get_agent, system key",
	chat: "MCP chat_with_agent",
	chatUnchecked: "MCP chat_with_agent, system key",
} as const;

const quick = process.argv.includes("--quick");
const plan = quick ? { rounds: 1, seconds: 0.1 } : { rounds: 7, seconds: 1 };
const before = loadavg()[0] ?? 0;
const disk = [measureDisk()];
const server = await startServer(quick ? 1_000 : 10_000);
try {
	const [single, few, many] = [await measure(server, 1), await measure(server, 10), await measure(server, 64)];
	disk.push(measureDisk());
	const events = await measureEvents(server, quick ? 20 : 500, quick ? 10 : 100);
	const bars = judgeHttp(many.rest, few.rest, single.mcp, events);
	const machine = {
		node: process.version,
		processor: cpus()[0]?.model ?? "unknown",
		cores: cpus().length,
		loadBefore: before,
		durableWriteMilliseconds: disk,
	};
	const folder = join(import.meta.dirname, "../results");
	mkdirSync(folder, { recursive: true });
	const figures = { machine, agents: server.agentsInHome, edges: server.agentsInHome * 10, measured: [single, few, many], events, bars };
	// The figures of a quick run tell nothing.
	if (!quick) writeFileSync(join(folder, "http.json"), `${JSON.stringify(figures, null, "\t")}\n`);

	console.log(
		`REST and MCP, ledger on, ${server.agentsInHome.toLocaleString("en")} agents, ${machine.processor}, ${machine.cores} cores, Node ${machine.node}`,
	);
	console.log(`Load of the machine before: ${before.toFixed(1)}; above 0.5 others were at work, and only ratios mean something`);
	console.log(`A bare durable write took ${disk.map((write) => write.toFixed(2)).join(" ms before, ")} ms after\n`);
	for (const { rest, mcp } of [single, few, many]) printTable({ ...rest, ...mcp });
	const { slow } = events;
	console.log(
		`Events: ${events.clients} streams, ${events.events} events, ${events.lost} lost, ${whole(events.deliveriesPerSecond)} deliveries/s, ${whole(events.kibibytesPerClient)} KiB each`,
	);
	console.log(`Slow streams: ${slow.clients}, ${slow.events} events, ${slow.lost} lost, ${whole(slow.kibibytesPerClient)} KiB each\n`);
	for (const bar of bars) printBar(bar);
	console.log(quick ? "" : "\nAll figures: bench/results/http.json");
	if (!quick && bars.some(({ passed }) => !passed)) process.exitCode = 1;
} finally {
	await server.close();
}

async function measure(of: BenchServer, connections: number): Promise<{ readonly rest: RestFigures; readonly mcp: McpFigures }> {
	const rest = await measureRounds(of, restTargets(of), connections, plan);
	const targets = {
		look: await mcpTarget(of, "get_agent", "agents"),
		lookUnchecked: await mcpTarget(of, "get_agent", "system"),
		chat: await mcpTarget(of, "chat_with_agent", "agents"),
		chatUnchecked: await mcpTarget(of, "chat_with_agent", "system"),
	};
	return { rest, mcp: await measureRounds(of, targets, connections, plan) };
}

function printTable(figures: RestFigures & McpFigures): void {
	const { empty } = figures;
	printRow(
		`${empty.connections} connection${empty.connections === 1 ? "" : "s"}`,
		"per second",
		"p50 ms",
		"p99 ms",
		"CPU µs",
		"of the empty route",
	);
	for (const [name, title] of Object.entries(TITLES)) printRow(title, ...cells(figures[name as keyof typeof TITLES], empty));
	console.log("");
}

function cells({ perSecond, p50Milliseconds, p99Milliseconds, cpuMicroseconds }: Figures, empty: Figures): readonly string[] {
	const share = `${((perSecond / empty.perSecond) * 100).toFixed(0)} %`;
	return [whole(perSecond), p50Milliseconds.toFixed(2), p99Milliseconds.toFixed(2), whole(cpuMicroseconds), share];
}

function printRow(title: string, ...columns: readonly string[]): void {
	console.log(title.padEnd(32) + columns.map((cell, at) => cell.padStart(at === 4 ? 20 : 12)).join(""));
}

function printBar({ name, value, bar, passed }: HttpBar): void {
	console.log(`${passed ? "pass" : "FAIL"}  ${name}: ${value.toFixed(2)} (bar ${bar.toLocaleString("en")})`);
}

function whole(number: number): string {
	return Math.round(number).toLocaleString("en");
}
