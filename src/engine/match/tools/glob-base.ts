const GLOB_CHARACTER = /[*?[\]{}()!+@|\\]/;

/**
 * The directory below which a glob pattern can match: the part before its first glob character, `""` when that is
 * the start itself. `undefined` when the pattern could climb out of it.
 *
 * SECURITY: `{..,a}/x`, `@(..)/x` and `[.][.]/x` hide the climb behind a glob character.
 */
export function globBase(pattern: string): string | undefined {
	const first = pattern.search(GLOB_CHARACTER);
	if (first < 0) return pattern;
	const slash = pattern.lastIndexOf("/", first);
	const rest = pattern.slice(slash + 1).replaceAll(/[[\]\\]/g, "");
	// A brace can hold a slash: `{/etc,src}/*` starts at the root.
	if (rest.split(/[/{},()|!]/).includes("..") || /[{,(|]\//.test(rest)) return undefined;
	return slash === 0 ? "/" : pattern.slice(0, Math.max(slash, 0));
}
