import type { Subcommand } from "../subcommand.ts";

/** The row of `writ run`: also all that its own bundle knows. */
export const RUN: Subcommand = {
	name: "run",
	summary: "run a program confined to what a profile grants",
	load: async () => (await import("../commands/run.ts")).runCommand,
};
