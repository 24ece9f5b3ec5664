/** What a server behind writ may take: time, memory, attention. */
export interface McpServerLimits {
	/** For the start of a server and the list of its tools. */
	readonly connectMilliseconds: number;
	/** For one call. */
	readonly callMilliseconds: number;
	/** Of one message that it sends, a result included. */
	readonly messageBytes: number;
	/** Messages in a second that nobody asked for. */
	readonly unaskedPerSecond: number;
	/** The pause before the second try to start one that died; it doubles, up to a minute. */
	readonly firstPauseMilliseconds: number;
	/** Calls at the same time, of everybody and of one caller. */
	readonly callsAtOnce: number;
	readonly callsOfOne: number;
}

export const MCP_SERVER_LIMITS: McpServerLimits = {
	connectMilliseconds: 30_000,
	callMilliseconds: 60_000,
	messageBytes: 4 * 1024 * 1024,
	unaskedPerSecond: 1_000,
	firstPauseMilliseconds: 1_000,
	callsAtOnce: 64,
	callsOfOne: 16,
};

/** Counts messages that nobody asked for; false = there were too many in this second. */
export function unaskedMessages(most: number): () => boolean {
	let second = 0;
	let counted = 0;
	return () => {
		const now = Math.floor(performance.now() / 1_000);
		if (now !== second) counted = 0;
		second = now;
		counted++;
		return counted <= most;
	};
}
