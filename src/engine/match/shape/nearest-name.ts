const LONGEST_COMPARED = 64;

/** The known name that a person most likely meant, or none when nothing is near. */
export function nearestName(name: string, known: Iterable<string>): string | undefined {
	if (name.length > LONGEST_COMPARED) return undefined;
	const wanted = plain(name);
	if (wanted === "") return undefined;
	let nearest: string | undefined;
	let least = Number.POSITIVE_INFINITY;
	for (const candidate of known) {
		const compared = plain(candidate);
		const longer = Math.max(wanted.length, compared.length);
		const tolerated = longer <= 3 ? 1 : Math.min(4, Math.ceil(longer / 4));
		if (Math.abs(wanted.length - compared.length) > tolerated) continue;
		const distance = editDistance(wanted, compared);
		if (distance > tolerated || distance >= least) continue;
		nearest = candidate;
		least = distance;
	}
	return nearest;
}

/** Case, `-` and `_` are what people mix up most: `readPaths`, `read-paths` and `read_paths` are one name. */
function plain(name: string): string {
	return name.toLowerCase().replace(/[-_ ]/g, "");
}

/** Insertions, deletions, replacements and swapped neighbours between two words. */
function editDistance(one: string, other: string): number {
	let beforeLast: number[] = [];
	let last = Array.from({ length: other.length + 1 }, (_, column) => column);
	for (let row = 1; row <= one.length; row++) {
		const current = [row];
		for (let column = 1; column <= other.length; column++) {
			const same = one[row - 1] === other[column - 1];
			const replaced = (last[column - 1] ?? 0) + (same ? 0 : 1);
			let cost = Math.min((last[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1, replaced);
			const swapped = row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
			if (swapped) cost = Math.min(cost, (beforeLast[column - 2] ?? 0) + 1);
			current.push(cost);
		}
		beforeLast = last;
		last = current;
	}
	return last[other.length] ?? 0;
}
