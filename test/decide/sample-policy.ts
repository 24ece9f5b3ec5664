import { parseCommandPattern } from "../../src/engine/match/command/command-pattern.ts";
import { type CommandPolicy, EMPTY_PATTERNS, type PatternSet, patternSet } from "../../src/engine/match/command/command-policy.ts";

/** Command rules as they are written between the brackets of `Bash(…)`. */
export function rules(...list: readonly string[]): PatternSet {
	return patternSet(
		list.map((rule) => {
			const parsed = parseCommandPattern(rule);
			return { rule, pattern: parsed.ok ? parsed.pattern : null };
		}),
	);
}

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
			remove: use,
			enter: (_path, cwd) => ({ finding: null, directory: cwd, certain: true }),
		},
		host: () => null,
		home: "/home/a",
	};
}

/** Every command, as far as no other rule speaks. */
export const EVERYTHING: PatternSet = { any: "Bash", byProgram: new Map() };
