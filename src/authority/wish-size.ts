/** How much an agent may write into a wish; people may write more. Each comparison with the parent's lists costs time. */
const MOST_ENTRIES = 100;
const MOST_WILD_ENTRIES = 8;
const MOST_STARS = 6;

/** SECURITY: why a wish is too large to be compared while others wait, or `null` (test/authority/wish-size.test.ts). */
export function wishTooLarge(...parts: readonly unknown[]): string | null {
	const texts = parts.flatMap((part) => [...textsIn(part, 0)]);
	// A tree (`dir/**`) and a command pattern are cheap; globs inside a path are not.
	const wild = texts.filter((text) => text.includes("/") && text.replace(/\/\*\*$/, "").includes("*"));
	if (texts.length > MOST_ENTRIES) return `The wish has more than ${MOST_ENTRIES} entries: name a profile instead`;
	if (wild.length > MOST_WILD_ENTRIES) return `The wish has more than ${MOST_WILD_ENTRIES} paths with '*': name directories, or a profile`;
	const starry = wild.find((text) => text.split("*").length - 1 > MOST_STARS);
	return starry === undefined ? null : `'${starry.slice(0, 80)}' has more than ${MOST_STARS} '*'`;
}

const DEEPEST = 32;

function* textsIn(value: unknown, depth: number): Generator<string> {
	if (typeof value === "string") yield value;
	if (typeof value !== "object" || value === null || depth > DEEPEST) return;
	for (const member of Object.values(value)) yield* textsIn(member, depth + 1);
}
