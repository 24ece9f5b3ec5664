/** A function that makes a thing once for each key. When there are too many, all are forgotten; what is needed is made again. */
export function memo<Key, Made>(limit: number, make: (key: Key) => Made): (key: Key) => Made {
	const made = new Map<Key, Made>();
	return (key) => {
		let one = made.get(key);
		if (one === undefined) {
			one = make(key);
			if (made.size >= limit) made.clear();
			made.set(key, one);
		}
		return one;
	};
}

/** A function that makes a thing once for each pair of objects, and forgets it with them. */
export function memoPair<First extends WeakKey, Second extends WeakKey, Made>(
	make: (first: First, second: Second) => Made,
): (first: First, second: Second) => Made {
	const made = new WeakMap<First, WeakMap<Second, Made>>();
	return (first, second) => {
		let bySecond = made.get(first);
		if (bySecond === undefined) made.set(first, (bySecond = new WeakMap()));
		let one = bySecond.get(second);
		if (one === undefined) bySecond.set(second, (one = make(first, second)));
		return one;
	};
}
