import type { Authority, LedgerEvent } from "../../authority/index.ts";

type Audience = Awaited<ReturnType<Authority["audienceOf"]>>;

/** The patterns that one connection listens to; `*` stands for any run of characters. */
export interface Subscriptions {
	/** `audience` says which events the client may hear of at all; `null` = there are too many already. */
	add(patterns: readonly string[], audience: Audience): string | null;
	remove(id: string): boolean;
	readonly size: number;
	/** Which subscriptions an event is for, and whether, or when it is known whether, the client may hear of it. */
	matching(event: LedgerEvent): readonly Match[];
}

export interface Match {
	readonly id: string;
	readonly heard: true | Promise<boolean>;
}

export const MOST_SUBSCRIPTIONS = 32;

/** `listen` is called when there is something to listen for. */
export function createSubscriptions(listen: () => void): Subscriptions {
	const all = new Map<string, { readonly fits: (event: string) => boolean; readonly audience: Audience }>();
	let count = 0;
	return {
		add(patterns, audience) {
			if (all.size >= MOST_SUBSCRIPTIONS) return null;
			const id = `subscription-${++count}`;
			listen();
			all.set(id, { fits: compilePatterns(patterns), audience });
			return id;
		},
		remove: (id) => all.delete(id),
		get size() {
			return all.size;
		},
		matching: (event) =>
			[...all].flatMap(([id, { fits, audience }]) => {
				audience.follow(event);
				const heard = fits(event.event) && audience.hears(event);
				return heard === false ? [] : [{ id, heard }];
			}),
	};
}

/** Whether an event fits any of the patterns. */
export function compilePatterns(texts: readonly string[]): (event: string) => boolean {
	const patterns = texts.map((text) => text.split("*"));
	return (event) => patterns.some((parts) => fitsParts(event, parts));
}

/** SECURITY: each part is looked for once, so no pattern costs more than its length. */
function fitsParts(event: string, parts: readonly string[]): boolean {
	const [first = "", ...rest] = parts;
	const last = rest.pop();
	if (last === undefined) return event === first;
	if (event.length < first.length + last.length || !event.startsWith(first) || !event.endsWith(last)) return false;
	const end = event.length - last.length;
	let at = first.length;
	for (const part of rest) {
		const found = event.indexOf(part, at);
		if (found < 0 || found + part.length > end) return false;
		at = found + part.length;
	}
	return true;
}
