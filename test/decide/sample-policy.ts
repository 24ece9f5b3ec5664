import { type CommandPolicy, EMPTY_PATTERNS, type PatternSet } from "../../src/engine/commands/command-policy.ts";

/** A policy with these rules that lets every file be used, and tells which. */
export function policyOf(allowed: PatternSet, saw: (path: string, directory: string) => void = () => {}): CommandPolicy {
	const use = (path: string, directory: string) => {
		saw(path, directory);
		return null;
	};
	return {
		allowed: [allowed],
		disallowed: EMPTY_PATTERNS,
		ask: EMPTY_PATTERNS,
		granted: EMPTY_PATTERNS,
		files: {
			everythingReadable: false,
			read: use,
			blocked: () => null,
			readTree: use,
			readGlob: () => null,
			write: use,
			writeTree: use,
			writeCopies: () => null,
			writeLinks: () => null,
			remove: use,
			glob: () => null,
			exists: () => false,
			enter: (_path, cwd) => ({ finding: null, directory: cwd, linked: false }),
		},
		host: () => null,
		home: "/home/a",
		confined: false,
		environment: new Set<string>(),
	};
}

/** Every command, as far as no other rule speaks. */
export const EVERYTHING: PatternSet = { any: "Bash", byProgram: new Map() };
