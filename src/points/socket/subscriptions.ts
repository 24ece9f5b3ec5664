import { type Authority, compilePatterns, type LedgerEvent } from "../../authority/index.ts";

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
