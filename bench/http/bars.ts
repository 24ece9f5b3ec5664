import { ratio } from "../ratio.ts";
import type { EventFigures } from "./events.ts";
import type { Figures } from "./measure-rounds.ts";

/** The routes of REST beside an empty route, with one number of connections. */
export type RestFigures = Readonly<Record<"empty" | "health" | "decide" | "batch", Figures>>;

/** Calls over MCP with the permission check and its record, and the same with a system's key, which has neither. */
export type McpFigures = Readonly<Record<"look" | "lookUnchecked" | "chat" | "chatUnchecked", Figures>>;

/** A promise about speed, and what became of it. */
export interface HttpBar {
	readonly name: string;
	readonly value: number;
	readonly bar: number;
	readonly passed: boolean;
}

/**
 * Holds one run against what is promised: single decisions with as many connections as the socket's bar has requests under way, batches
 * with fewer, because each is a hundred, and one MCP call after the other.
 */
export function judgeHttp(rest: RestFigures, batches: RestFigures, single: McpFigures, events: EventFigures): readonly HttpBar[] {
	return [
		atLeast(
			`REST decide, of the /healthz rate (${rest.decide.connections} connections)`,
			ratio(rest.decide.rounds, rest.health.rounds),
			0.4,
		),
		atLeast(
			`decisions in batches of 100, times single ones (${batches.batch.connections} connections)`,
			100 * ratio(batches.batch.rounds, batches.decide.rounds),
			5,
		),
		atMost("MCP get_agent with the check, p50 ms", single.look.p50Milliseconds, 10),
		atMost("MCP chat_with_agent with the check, p50 ms", single.chat.p50Milliseconds, 10),
		atMost("MCP get_agent with the check, times a system's call", ratio(single.look.medians, single.lookUnchecked.medians), 1.5),
		atMost("MCP chat_with_agent with the check, times a system's call", ratio(single.chat.medians, single.chatUnchecked.medians), 1.5),
		atMost(`events that ${events.clients} streams lost`, events.lost, 0),
		atMost(`events that ${events.slow.clients} slow streams lost`, events.slow.lost, 0),
		atMost("KiB that the server holds for a slow stream", events.slow.kibibytesPerClient, 1_024),
	];
}

function atLeast(name: string, value: number, bar: number): HttpBar {
	return { name, value, bar, passed: value >= bar };
}

function atMost(name: string, value: number, bar: number): HttpBar {
	return { name, value, bar, passed: value <= bar };
}
