import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { judgeHttp, type McpFigures, type RestFigures } from "../../bench/http/bars.ts";
import { type EventFigures, measureEvents } from "../../bench/http/events.ts";
import { loadHttp, type Target } from "../../bench/http/http-load.ts";
import { type Figures, measureRounds } from "../../bench/http/measure-rounds.ts";
import { type BenchServer, startServer } from "../../bench/http/start-server.ts";
import { mcpTarget, restTargets } from "../../bench/http/targets.ts";

const figures = (perSecond: number, milliseconds: number): Figures => ({
	connections: 10,
	perSecond,
	p50Milliseconds: milliseconds,
	p99Milliseconds: milliseconds,
	cpuMicroseconds: 1,
	rounds: [perSecond, perSecond],
	medians: [milliseconds, milliseconds],
});

describe("the bars of REST and MCP", () => {
	const rest: RestFigures = { empty: figures(200, 1), health: figures(100, 1), decide: figures(40, 1), batch: figures(2, 1) };
	const mcp: McpFigures = { look: figures(1, 3), lookUnchecked: figures(1, 2), chat: figures(1, 9), chatUnchecked: figures(1, 6) };
	const slow = { clients: 1, events: 1, lost: 0, kibibytesPerClient: 1_024 };
	const events: EventFigures = {
		...slow,
		connectSeconds: 1,
		deliverSeconds: 1,
		deliveriesPerSecond: 1,
		slow,
	};

	it("[wire-7-http] are kept at exactly their figures", () => {
		expect(judgeHttp(rest, rest, mcp, events).filter(({ passed }) => !passed)).toEqual([]);
		expect(judgeHttp(rest, rest, mcp, events).map(({ value }) => value)).toEqual([0.4, 5, 3, 9, 1.5, 1.5, 0, 0, 1_024]);
	});

	it("[wire-7-http] are missed just below them, and by a figure that is not there", () => {
		const slower = { ...rest, decide: figures(39, 1), batch: figures(1, 1) };
		const slowest = { ...mcp, look: figures(1, 10.1), chat: figures(1, 10.1) };
		const lossy = { ...events, lost: 1, slow: { ...slow, lost: 1, kibibytesPerClient: 1_025 } };
		expect(judgeHttp(slower, slower, slowest, lossy).filter(({ passed }) => passed)).toEqual([]);
		const none = { ...rest.decide, rounds: [] };
		expect(judgeHttp({ ...rest, decide: none }, rest, mcp, events)[0]?.passed).toBe(false);
	});
});

describe("the load on REST and MCP", () => {
	let server: BenchServer;
	beforeAll(async () => {
		server = await startServer(1_000);
	});
	afterAll(() => server.close());

	it("[wire-7-http] asks the empty route, health, decisions one by one and a hundred at once, and tools over MCP with and without the check", async () => {
		const { empty, ...rest } = restTargets(server);
		const targets: Record<string, Target> = { empty, ...rest };
		for (const tool of ["get_agent", "chat_with_agent"] as const)
			for (const by of ["agents", "system"] as const) targets[`${tool} ${by}`] = await mcpTarget(server, tool, by);
		const measured = await measureRounds(server, targets, 3, { rounds: 1, seconds: 0.05 });
		expect(Object.keys(measured)).toHaveLength(8);
		for (const [name, { perSecond, p50Milliseconds, p99Milliseconds }] of Object.entries(measured)) {
			expect(perSecond, name).toBeGreaterThan(0);
			expect(p99Milliseconds, name).toBeGreaterThanOrEqual(p50Milliseconds);
		}
	});

	it("[wire-7-http] does not measure answers other than the right one", async () => {
		const { decide, health } = restTargets(server);
		const keyless = (): string => decide.request(0, 0).replace(/Authorization: .*\r\n/, "");
		await expect(loadHttp({ ...decide, request: keyless }, 1, 0.05)).rejects.toThrow("HTTP/1.1 401");
		await expect(loadHttp({ ...health, expects: "something else" }, 1, 0.05)).rejects.toThrow("HTTP/1.1 200");
	});

	it("[wire-7-events] every one of many streams gets every event once and in order, also those who read late", async () => {
		const { lost, slow, clients } = await measureEvents(server, 40, 10);
		expect([clients, lost, slow.clients, slow.lost]).toEqual([40, 0, 4, 0]);
	});
});
