import type { Outside, Row } from "./rows.ts";

/** What a text is written with: chance, how far it may leave the language, and what it used so far. */
export interface Pen {
	readonly random: () => number;
	readonly rows: Set<Row>;
	readonly outside: Set<Outside>;
	/** How often a construct outside the language is chosen where there is one: 0 stays inside. */
	readonly wild: number;
	/** Names that hold a literal from here on. */
	readonly known: Set<string>;
	/** Dash runs it. */
	readonly dash?: boolean;
}

/** A piece of text and the row it stands for. */
export interface Form {
	readonly row?: Row | readonly Row[];
	readonly outside?: Outside;
	readonly weight?: number;
	readonly bashOnly?: true;
	readonly make: (pen: Pen) => string;
}

/** A form of the language. */
export function row(name: Row | readonly Row[], make: Form["make"], weight = 1): Form {
	return { row: name, make, weight };
}

/** A form of the language that dash does not have. */
export function bashRow(name: Row | readonly Row[], make: Form["make"], weight = 1): Form {
	return { row: name, make, weight, bashOnly: true };
}

/** A form outside the language. */
export function out(name: Outside, make: Form["make"], weight = 1): Form {
	return { outside: name, make, weight };
}

/** A new pen. */
export function newPen(random: () => number, wild: number): Pen {
	return { random, wild, rows: new Set(), outside: new Set(), known: new Set() };
}

/** A pen for a text inside the text, where nothing is known of the outer one's names. */
export function innerPen(pen: Pen, dash = false): Pen {
	return { ...pen, known: new Set(), ...(dash ? { dash: true } : {}) };
}

const INSIDE = new WeakMap<readonly Form[], readonly Form[]>();
const BEYOND = new WeakMap<readonly Form[], readonly Form[]>();
const IN_DASH = new WeakMap<readonly Form[], readonly Form[]>();

/** One of the forms, written. */
export function write(pen: Pen, forms: readonly Form[]): string {
	const beyond = kept(BEYOND, forms, (form) => form.outside !== undefined);
	const inside = pen.dash
		? kept(IN_DASH, forms, (form) => form.outside === undefined && !form.bashOnly)
		: kept(INSIDE, forms, (form) => form.outside === undefined);
	const from = beyond.length > 0 && (inside.length === 0 || pen.random() < pen.wild) ? beyond : inside;
	const form = choose(from, pen.random);
	for (const each of form.row === undefined ? [] : typeof form.row === "string" ? [form.row] : form.row) pen.rows.add(each);
	if (form.outside !== undefined) pen.outside.add(form.outside);
	return form.make(pen);
}

function kept(cache: WeakMap<readonly Form[], readonly Form[]>, forms: readonly Form[], keeps: (form: Form) => boolean): readonly Form[] {
	const known = cache.get(forms);
	if (known !== undefined) return known;
	const chosen = forms.filter(keeps);
	cache.set(forms, chosen);
	return chosen;
}

function choose(forms: readonly Form[], random: () => number): Form {
	let left = random() * forms.reduce((sum, { weight = 1 }) => sum + weight, 0);
	for (const form of forms) {
		left -= form.weight ?? 1;
		if (left <= 0) return form;
	}
	throw new Error("no form to choose from");
}

/** One item of a list. */
export function any<T>(pen: Pen, items: readonly T[]): T {
	const item = items[Math.floor(pen.random() * items.length)];
	if (item === undefined) throw new Error("nothing to pick from");
	return item;
}

/** True in a share of cases. */
export function chance(pen: Pen, share: number): boolean {
	return pen.random() < share;
}

/** Between `least` and `most` pieces. */
export function several(pen: Pen, least: number, most: number, make: (pen: Pen) => string): readonly string[] {
	const count = least + Math.floor(pen.random() * (most - least + 1));
	return Array.from({ length: count }, () => make(pen));
}
