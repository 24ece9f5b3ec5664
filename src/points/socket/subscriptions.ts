import type { LedgerEvent } from "../../authority/index.ts";

/** The patterns that one connection listens to; `*` stands for any run of characters. */
export interface Subscriptions {
	/** `hears` says which events the client may hear of at all. */
	add(patterns: readonly string[], hears: (event: LedgerEvent) => boolean): string;
	remove(id: string): boolean;
	readonly size: number;
	/** Which subscriptions an event is for. */
	matching(event: LedgerEvent): readonly string[];
}

/** `listen` is called when there is something to listen for. */
export function createSubscriptions(listen: () => void): Subscriptions {
	const patterns = new Map<string, (event: LedgerEvent) => boolean>();
	let count = 0;
	return {
		add(texts, hears) {
			const id = `subscription-${++count}`;
			listen();
			const fits = compilePatterns(texts);
			patterns.set(id, (event) => fits(event.event) && hears(event));
			return id;
		},
		remove: (id) => patterns.delete(id),
		get size() {
			return patterns.size;
		},
		matching: (event) => [...patterns].filter(([, fits]) => fits(event)).map(([id]) => id),
	};
}

/** Whether an event fits any of the patterns. */
export function compilePatterns(texts: readonly string[]): (event: string) => boolean {
	const patterns = texts.map(compile);
	return (event) => patterns.some((pattern) => pattern.test(event));
}

function compile(text: string): RegExp {
	return new RegExp(
		`^${text
			.split("*")
			.map((part) => part.replace(/[\\^$.|?+()[\]{}]/g, "\\$&"))
			.join("[^]*")}$`,
	);
}
