/** One simple command: its words read by the table of its program, what it would do, and whether rules cover or forbid it. */
export { type Argument, dynamicArgument, staticArgument } from "./argument.ts";
export {
	ask,
	type CommandPolicy,
	deny,
	EMPTY_PATTERNS,
	type FileAccess,
	type Finding,
	type PathFinding,
	type PatternSet,
	patternSet,
	type TreeView,
} from "./command-policy.ts";
export { containsCommandPattern } from "./contains-command-pattern.ts";
export { mentionsForbidden } from "./hidden-commands.ts";
export { judgeListing, judgePath } from "./judge-path.ts";
export { exportedName, fedPaths, judgeForbiddenWords, judgeSimple } from "./judge-simple.ts";
export {
	DEEPEST_TEXT,
	type Input,
	inEveryDirectory,
	type JudgedPart,
	type Judging,
	MOST_PARTS,
	MOST_WORDS,
	MOST_WORDS_IN_ALL,
	mayComeBefore,
	mayLook,
	mayRead,
	type Observer,
	type Scene,
	type Shell,
	touch,
} from "./judging.ts";
export { isBindable, isDangerous } from "./names.ts";
