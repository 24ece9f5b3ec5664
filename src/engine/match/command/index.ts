export { type CommandPattern, commandPatternText, parseCommandPattern } from "./command-pattern.ts";
export {
	type CommandPolicy,
	type CommandRule,
	EMPTY_PATTERNS,
	type FileAccess,
	type PathFinding,
	type PatternSet,
	patternSet,
} from "./command-policy.ts";
export { containsCommandPattern } from "./contains-command-pattern.ts";
export type { Finding } from "./finding.ts";
export { type CommandJudgement, judgeCommand } from "./judge-command.ts";
export type { ProgramTable } from "./program-table.ts";
export { findProgram, PROGRAMS } from "./programs/index.ts";
