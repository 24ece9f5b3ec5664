import { memo, memoOf } from "../../memory/index.ts";

const MOST_TEXTS = 2_000;

/** The same function of a text: the same few entries are read again for every agent, every comparison and every view of the disk. */
export function rememberTexts<Made>(read: (text: string) => Made): (text: string) => Made {
	return memo(MOST_TEXTS, read);
}

/** The same function of a component: an entry is read once, and its components are asked about again and again. */
export function rememberComponents<Component extends WeakKey, Made>(make: (component: Component) => Made): (component: Component) => Made {
	return memoOf(make);
}
