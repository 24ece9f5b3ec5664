/** How a command ends; scripts rely on these numbers. */
export const EXIT = {
	/** Allowed, or done. */
	ok: 0,
	/** Denied, an escalation, a failed test. */
	denied: 1,
	/** A mistake in the words or in a definition. */
	invalid: 2,
	/** Broken machinery, or this machine cannot do it. */
	broken: 3,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];
