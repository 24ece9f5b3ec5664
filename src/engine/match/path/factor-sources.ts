/** How often alternatives may nest; a parser of regular expressions has its own limit. */
const DEEPEST = 12;

/**
 * Alternatives of a regular expression with their common beginnings written once: `\.env|\.ssh` is `\.(?:env|ssh)`.
 * A matcher then looks at a path once and not once for every alternative.
 */
export function factorSources(sources: readonly string[], depth = 0): string {
	if (sources.length < 2 || depth >= DEEPEST) return sources.join("|");
	const groups = new Map<string, string[]>();
	for (const source of sources) {
		const unit = UNIT.exec(source)?.[0] ?? source;
		const group = groups.get(unit);
		if (group === undefined) groups.set(unit, [source]);
		else group.push(source);
	}
	return [...groups.values()].map((group) => factorGroup(group, depth)).join("|");
}

function factorGroup(group: readonly string[], depth: number): string {
	const [first = "", ...others] = group;
	if (others.length === 0) return first;
	const shared = sharedBeginning(first, others);
	return `${shared}(?:${factorSources([...new Set(group.map((source) => source.slice(shared.length)))], depth + 1)})`;
}

/** The smallest piece that can be taken out: one character, escaped or not, or a run within a component. */
const UNIT = /^(?:\\.|\[\^\/\]\*(?!\?)|[^\\[(])/su;

function sharedBeginning(first: string, others: readonly string[]): string {
	let length = 0;
	for (;;) {
		const unit = UNIT.exec(first.slice(length))?.[0];
		if (unit === undefined || !others.every((source) => source.startsWith(unit, length) && UNIT.exec(source.slice(length))?.[0] === unit))
			break;
		length += unit.length;
	}
	return first.slice(0, length);
}
