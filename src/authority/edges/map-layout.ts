/** Where an agent stands on a map. */
export interface MapPlace {
	readonly x: number;
	readonly y: number;
}

interface Kin {
	readonly id: string;
	readonly root: string;
	readonly depth: number;
}

/** How far generations of a family stand apart, and families of each other. */
const STEP = 1;
const GAP = 2;
/** Turning by it, points of a spiral never line up. */
const GOLDEN = Math.PI * (3 - Math.sqrt(5));

/**
 * A place for everybody: families along a spiral, the largest in the middle, and within each the root in the middle with its generations
 * around it. The same agents get the same places, whoever asks.
 */
export function layOutMap(agents: readonly Kin[]): ReadonlyMap<string, MapPlace> {
	const places = new Map<string, MapPlace>();
	let area = 0;
	for (const [index, family] of familiesOf(agents).entries()) {
		const radius = radiusOf(family);
		const [before, after] = [area, area + (radius + GAP / 2) ** 2];
		// The middle of the ring that is as large as the family.
		const distance = before === 0 ? 0 : Math.sqrt((before + after) / 2) * 1.4 + radius;
		const angle = index * GOLDEN;
		const middle = { x: distance * Math.cos(angle), y: distance * Math.sin(angle) };
		for (const [id, place] of around(family, middle)) places.set(id, place);
		area = after;
	}
	return places;
}

function familiesOf(agents: readonly Kin[]): readonly (readonly Kin[])[] {
	const families = new Map<string, Kin[]>();
	for (const agent of agents) {
		const family = families.get(agent.root);
		if (family === undefined) families.set(agent.root, [agent]);
		else family.push(agent);
	}
	return [...families.entries()]
		.toSorted(([one, large], [other, small]) => small.length - large.length || (one < other ? -1 : 1))
		.map(([, family]) => family);
}

function generationsOf(family: readonly Kin[]): ReadonlyMap<number, readonly Kin[]> {
	const generations = new Map<number, Kin[]>();
	for (const agent of family) {
		const generation = generations.get(agent.depth);
		if (generation === undefined) generations.set(agent.depth, [agent]);
		else generation.push(agent);
	}
	return new Map([...generations.entries()].toSorted(([one], [other]) => one - other));
}

function radiusOf(family: readonly Kin[]): number {
	let radius = 0;
	for (const generation of generationsOf(family).values()) radius = nextRadius(radius, generation.length);
	return radius;
}

/** A circle outside of the last one, on which so many stand apart; one alone stands in the middle. */
function nextRadius(radius: number, count: number): number {
	if (radius === 0 && count === 1) return STEP / 2;
	return Math.max(radius + STEP, (count * STEP) / (2 * Math.PI));
}

function* around(family: readonly Kin[], middle: MapPlace): Iterable<readonly [string, MapPlace]> {
	let radius = 0;
	for (const generation of generationsOf(family).values()) {
		const isMiddle = radius === 0 && generation.length === 1;
		radius = nextRadius(radius, generation.length);
		for (const [index, { id }] of generation.entries()) {
			const angle = (index / generation.length) * 2 * Math.PI;
			const distance = isMiddle ? 0 : radius;
			yield [id, { x: rounded(middle.x + distance * Math.cos(angle)), y: rounded(middle.y + distance * Math.sin(angle)) }];
		}
	}
}

function rounded(value: number): number {
	return Math.round(value * 100) / 100;
}
