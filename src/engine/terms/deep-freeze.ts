/** Objects that are frozen with everything in them. It is a mark, and no answer depends on it: it says what may be remembered. */
const frozen = new WeakSet<object>();

/** The same plain data, frozen through and through. */
export function deepFreeze<T>(value: T): T {
	if (typeof value !== "object" || value === null || frozen.has(value)) return value;
	for (const member of Object.values(value)) deepFreeze(member);
	frozen.add(value);
	return Object.freeze(value);
}

/** Whether `deepFreeze` made the value unchangeable; one that was only frozen at its surface is not. */
export function isDeepFrozen(value: object): boolean {
	return frozen.has(value);
}
