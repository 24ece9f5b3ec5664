import { expandAlternatives } from "../path/expand-alternatives.ts";

const GLOB_CHARACTER = /[*?[\]{}()!+@|\\]/;

/**
 * The directory below which a glob pattern can match: the part before its first glob character, `""` when that is
 * the start itself. `undefined` when the pattern could climb out of it.
 *
 * SECURITY: `{..,a}/x`, `{.,}./x`, `@(..)/x`, `.[.]/x` and `.?/x` hide the climb behind a glob character.
 */
export function globBase(pattern: string): string | undefined {
	const first = pattern.search(GLOB_CHARACTER);
	if (first < 0) return pattern;
	const slash = pattern.lastIndexOf("/", first);
	const expanded = expandAlternatives(pattern.slice(slash + 1));
	if (!expanded.ok || expanded.texts.some(couldClimb)) return undefined;
	return slash === 0 ? "/" : pattern.slice(0, Math.max(slash, 0));
}

/** Whether a pattern without braces could name a parent directory, or the root. */
function couldClimb(text: string): boolean {
	if (text.startsWith("/") || text.includes("\\")) return true;
	return text.split("/").some((name) => {
		if (name.replaceAll(/[[\]]/g, "") === "..") return true;
		if (/[?*+@!]\(/.test(name) || name.includes("|")) return name.includes(".");
		return /^\.[?*[]/.test(name) || /^\[[^\]]*\./.test(name);
	});
}
