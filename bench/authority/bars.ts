import type { InProcess } from "./in-process.ts";
import type { Revocations } from "./revocations.ts";
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
	revocations: Revocations,
): readonly AuthorityBar[] {
	const best = Math.max(...inProcess.map(({ burst }) => burst.perSecond));
	// One client with 64 requests under way: more clients share more commits and would flatter.
	const [single] = socket;
	const decided = single?.decide.perSecond ?? 0;
	const share = decided / (single?.health.perSecond ?? 1);
	return [
		atLeast("decisions a second in process, burst", best, 100_000),
		atLeast("decisions a second through the socket", decided, 4_000),
		atLeast("of the socket's health rate", share, 0.4),
		atMost("page of 100, times the small one", large.page / small.page, 3),
		atMost("one check, times the small one", large.check / small.check, 2),
		atMost("list of an agent with 50 edges, times the small one", large.listOfFifty / small.listOfFifty, 3),
		atMost("seconds to start", large.startSeconds, 5),
		atMost("allows on two PostgreSQL nodes after a revocation", revocations.allowedAfter, 0),
	];
}

function atLeast(name: string, value: number, bar: number): AuthorityBar {
	return { name, value, bar, passed: value >= bar };
}

function atMost(name: string, value: number, bar: number): AuthorityBar {
	return { name, value, bar, passed: value <= bar };
}
