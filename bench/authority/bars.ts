import type { InProcess } from "./in-process.ts";
import type { Scale } from "./scale.ts";
import type { SocketRates } from "./socket.ts";

/** A promise about speed, and what became of it. */
export interface AuthorityBar {
	readonly name: string;
	readonly value: number;
	readonly bar: number;
	readonly passed: boolean;
}

/** Holds one run against what is promised. */
export function judgeAuthority(
	inProcess: readonly InProcess[],
	socket: readonly SocketRates[],
	small: Scale,
	large: Scale,
): readonly AuthorityBar[] {
	const best = Math.max(...inProcess.map(({ burst }) => burst.perSecond));
	const decided = Math.max(...socket.map(({ decide }) => decide.perSecond));
	const share = Math.max(...socket.map(({ decide, health }) => decide.perSecond / health.perSecond));
	return [
		atLeast("decisions a second in process, burst", best, 100_000),
		atLeast("decisions a second through the socket", decided, 4_000),
		atLeast("of the socket's health rate", share, 0.4),
		atMost("page of 100, times the small one", large.page / small.page, 3),
		atMost("one check, times the small one", large.check / small.check, 2),
		atMost("list of an agent with 50 edges, times the small one", large.listOfFifty / small.listOfFifty, 3),
		atMost("seconds to start", large.startSeconds, 5),
	];
}

function atLeast(name: string, value: number, bar: number): AuthorityBar {
	return { name, value, bar, passed: value >= bar };
}

function atMost(name: string, value: number, bar: number): AuthorityBar {
	return { name, value, bar, passed: value <= bar };
}
