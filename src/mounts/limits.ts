/** What a server behind writ may take: time, memory, attention. */
export interface MountLimits {
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

export const MOUNT_LIMITS: MountLimits = {
	connectMilliseconds: 30_000,
	callMilliseconds: 60_000,
	messageBytes: 4 * 1024 * 1024,
	unaskedPerSecond: 1_000,
	firstPauseMilliseconds: 1_000,
	callsAtOnce: 64,
	callsOfOne: 16,
};
