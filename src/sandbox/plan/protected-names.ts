/** Protected names that are directories; while one is missing, its mask is an empty directory, which git does not list. */
export const PROTECTED_DIRECTORIES: ReadonlySet<string> = new Set([
	".git/hooks",
	".git/worktrees",
	".husky",
	".config/git",
	".config/fish",
	".claude",
	".writ",
	".codex",
	".cursor",
	".gemini",
	".opencode",
	".vscode",
	".idea",
]);

/** Protected names that are not masked while they are missing: git stops when it finds an empty one. */
export const NEVER_MASKED: ReadonlySet<string> = new Set([".git/commondir"]);

const FLOATING = /^\/\*\*\/([^*?[{]+?)(?:\/\*\*)?$/;

/** What an entry protects at the root of every writable tree: `.git/hooks` of `/**\/.git/hooks`. */
export function floatingName(entry: string): string | undefined {
	return FLOATING.exec(entry)?.[1];
}
