/**
 * Missing protected names that are masked by an empty file. All others become an empty directory, whatever they would be:
 * git lists a file in `git status`, also behind a mask, and never an empty directory; but it stops at a directory here.
 */
export const MASKED_AS_FILES: ReadonlySet<string> = new Set([".git/config"]);

/** Protected names that are not masked while they are missing: git stops when it finds an empty one. */
export const NEVER_MASKED: ReadonlySet<string> = new Set([".git/commondir"]);

const FLOATING = /^\/\*\*\/([^*?[{]+?)(?:\/\*\*)?$/;

/** What an entry protects at the root of every writable tree: `.git/hooks` of `/**\/.git/hooks`. */
export function floatingName(entry: string): string | undefined {
	return FLOATING.exec(entry)?.[1];
}
