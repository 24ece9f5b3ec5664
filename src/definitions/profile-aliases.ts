/** Other names of shipped profiles, as the orchestrator of seed 002 writes them. */
export const PROFILE_ALIASES: Readonly<Record<string, string>> = {
	READ_ONLY: "read-only",
	WRITE: "write",
	VERIFICATION: "verification",
	DESIGN: "design",
};
