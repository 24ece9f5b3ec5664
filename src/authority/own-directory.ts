import type { SandboxRecord } from "../agents/index.ts";
import type { SandboxWish } from "./session-directory.ts";

/** What is kept of a sandbox: what was asked for, and the agent's own directory, which in mode `shared` is not its path. */
export function withOwnDirectory(wish: SandboxWish | undefined, directory: string): Readonly<Record<string, unknown>> {
	return { ...wish, directory };
}

/** The agent's own directory, as a list of none or one. */
export function ownDirectory({ config }: SandboxRecord): readonly string[] {
	if (typeof config !== "object" || config === null || !("directory" in config)) return [];
	return typeof config.directory === "string" ? [config.directory] : [];
}

/** What was asked for. */
export function sandboxWish({ config }: SandboxRecord): Readonly<Record<string, unknown>> {
	if (typeof config !== "object" || config === null) return {};
	return Object.fromEntries(Object.entries(config).filter(([key]) => key !== "directory"));
}
