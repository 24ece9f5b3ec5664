const HELD = ["SIGTERM", "SIGINT", "SIGHUP", "SIGQUIT"] as const;

/**
 * Keeps signals from ending this process: from the start of a program they are the program's own, and after its end what it left is
 * looked at and recorded, whatever a person presses meanwhile.
 */
export function holdSignals(): void {
	for (const name of HELD) process.on(name, () => undefined);
}
