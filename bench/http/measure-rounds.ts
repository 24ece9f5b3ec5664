import { median, quantile } from "../ratio.ts";
import { type Load, loadHttp, type Target } from "./http-load.ts";
import type { BenchServer } from "./start-server.ts";

/** What one target came to over all rounds. */
export interface Figures {
	readonly connections: number;
	/** The median of the rounds. */
	readonly perSecond: number;
	readonly p50Milliseconds: number;
	readonly p99Milliseconds: number;
	/** Of the server, for one request: the median of the rounds. */
	readonly cpuMicroseconds: number;
	/** Of each round, so that rates are compared within it. */
	readonly rounds: readonly number[];
	/** The p50 of each round. */
	readonly medians: readonly number[];
}

/** Loads the targets in turns: whatever else the machine does meets all of them. The first turn only warms up. */
export async function measureRounds<Name extends string>(
	server: BenchServer,
	targets: Readonly<Record<Name, Target>>,
	connections: number,
	{ rounds, seconds }: { readonly rounds: number; readonly seconds: number },
): Promise<Readonly<Record<Name, Figures>>> {
	const names = Object.keys(targets) as Name[];
	const measured = new Map<Name, (Load & { readonly cpuSeconds: number })[]>(names.map((name) => [name, []]));
	for (let round = 0; round <= rounds; round++)
		for (const name of names) {
			const before = await server.usage("time");
			const load = await loadHttp(targets[name], connections, seconds);
			const after = await server.usage("time");
			if (round > 0) measured.get(name)?.push({ ...load, cpuSeconds: after.cpuSeconds - before.cpuSeconds });
		}
	return Object.fromEntries(names.map((name) => [name, figures(connections, measured.get(name) ?? [])])) as Record<Name, Figures>;
}

function figures(connections: number, loads: readonly (Load & { readonly cpuSeconds: number })[]): Figures {
	const latencies = loads.flatMap((load) => load.latencies);
	const rounds = loads.map(({ answered, seconds }) => answered / seconds);
	return {
		connections,
		perSecond: median(rounds),
		p50Milliseconds: median(latencies),
		p99Milliseconds: quantile(latencies, 0.99),
		cpuMicroseconds: median(loads.map(({ cpuSeconds, answered }) => (cpuSeconds * 1e6) / answered)),
		rounds,
		medians: loads.map((load) => median(load.latencies)),
	};
}
