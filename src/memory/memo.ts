/** Whether anything is remembered at all. */
let isOn = true;

/**
 * Turns every memory of this process off or on, for tests: off, nothing is remembered and nothing that was remembered is used.
 *
 * INVARIANT: it changes how long an answer takes, and no answer (test/laws/without-memory.test.ts).
 */
export function switchMemory(on: boolean): void {
	isOn = on;
}

/** Whether memories are used: for those that are more than a `memo`. */
export function isMemoryOn(): boolean {
	return isOn;
}

/**
 * The same function, which makes a thing once for each key. When there are `limit` of them all are forgotten, and what is needed is made
 * again; a limit of 1 remembers the last one. `undefined` is not remembered.
 */
export function memo<Key, Made>(limit: number, make: (key: Key) => Made): (key: Key) => Made {
	const memory = createMemory<Key, Made>(limit);
	return (key) => {
		let made = memory.get(key);
		if (made === undefined) {
			made = make(key);
			memory.set(key, made);
		}
		return made;
	};
}

/** The same for objects: what was made of one is forgotten with it. */
export function memoOf<Key extends WeakKey, Made>(make: (key: Key) => Made): (key: Key) => Made {
	const memory = new WeakMap<Key, Made>();
	return (key) => {
		if (!isOn) return make(key);
		let made = memory.get(key);
		if (made === undefined) memory.set(key, (made = make(key)));
		return made;
	};
}

/** The same for pairs of objects: what was made of two is forgotten with either. */
export function memoPair<First extends WeakKey, Second extends WeakKey, Made>(
	make: (first: First, second: Second) => Made,
): (first: First, second: Second) => Made {
	const memory = new WeakMap<First, WeakMap<Second, Made>>();
	return (first, second) => {
		if (!isOn) return make(first, second);
		let bySecond = memory.get(first);
		if (bySecond === undefined) memory.set(first, (bySecond = new WeakMap()));
		let made = bySecond.get(second);
		if (made === undefined) bySecond.set(second, (made = make(first, second)));
		return made;
	};
}

/** The same for an object with something that changes: what was made last is given again while it still `holds` for what is given now. */
export function memoWhile<Key extends WeakKey, Given, Made>(
	holds: (made: Made, given: Given) => boolean,
	make: (key: Key, given: Given) => Made,
): (key: Key, given: Given) => Made {
	const memory = new WeakMap<Key, Made>();
	return (key, given) => {
		if (!isOn) return make(key, given);
		let made = memory.get(key);
		if (made === undefined || !holds(made, given)) memory.set(key, (made = make(key, given)));
		return made;
	};
}

/** What was found lately, by key, for what has to be looked up elsewhere; it may be empty at any time. */
export interface Memory<Key, Found> {
	get(key: Key): Found | undefined;
	set(key: Key, found: Found): void;
	delete(key: Key): void;
	clear(): void;
}

/** A memory of `limit` things at most: when it is full, all are forgotten. Each thing that is forgotten is handed to `forgotten`. */
export function createMemory<Key, Found>(limit: number, forgotten?: (found: Found) => void): Memory<Key, Found> {
	const memory = new Map<Key, Found>();
	const clear = (): void => {
		if (forgotten !== undefined) for (const found of memory.values()) forgotten(found);
		memory.clear();
	};
	const forget = (key: Key): void => {
		const found = memory.get(key);
		if (found === undefined) return;
		memory.delete(key);
		forgotten?.(found);
	};
	return {
		get: (key) => (isOn ? memory.get(key) : undefined),
		set(key, found) {
			if (!isOn) return;
			forget(key);
			if (memory.size >= limit) clear();
			memory.set(key, found);
		},
		delete: forget,
		clear,
	};
}

/** The same for objects: what was found for one is forgotten with it. */
export function createWeakMemory<Key extends WeakKey, Found>(): Pick<Memory<Key, Found>, "get" | "set"> {
	const memory = new WeakMap<Key, Found>();
	return {
		get: (key) => (isOn ? memory.get(key) : undefined),
		set(key, found) {
			if (isOn) memory.set(key, found);
		},
	};
}
