/** The HTTP status of a refusal's code; what is not listed is a mistake in what was asked. */
export function statusOf(code: string): number {
	return STATUSES.get(code) ?? 400;
}

const BY_STATUS: Readonly<Record<number, readonly string[]>> = {
	401: ["unknown-principal", "unknown-key", "key-ended", "invalid-key"],
	403: [
		"not-permitted",
		"person-required",
		"escalation",
		"no-edge",
		"not-parent",
		"chain-depth",
		"budget-exhausted",
		"event-not-allowed",
		"capability-missing",
		"approval-denied",
	],
	404: ["not-found", "unknown-version", "no-permissions", "no-sandbox", "unknown-parent", "no-match", "undeliverable"],
	409: [
		"agent-exists",
		"already-shared",
		"wait-cycle",
		"sandbox-in-use",
		"already-answered",
		"store-not-empty",
		"in-use",
		"name-taken",
		"role-differs",
		"defined-in-file",
		"unusable-profile",
		"server-exists",
		"tool-unusable",
	],
	412: ["stale"],
	413: ["too-large"],
	429: ["edge-rate", "mailbox-full", "rate-limited", "budget-rate", "busy"],
	502: ["runner-failed", "server-unavailable", "sandbox-failed"],
	503: ["authority-unavailable", "unavailable"],
	504: ["deadline", "approval-timeout"],
};

const STATUSES: ReadonlyMap<string, number> = new Map(
	Object.entries(BY_STATUS).flatMap(([status, codes]) => codes.map((code): [string, number] => [code, Number(status)])),
);
