/** The argument is not there, or is `null` or `undefined`: clients write both for "left out". */
export const ABSENT = Symbol("absent");

/** The argument is computed when read, so that what is checked may not be what is used. */
export const COMPUTED = Symbol("computed");

/** A property of the object itself: nothing inherited, and no getter is ever called. */
export function ownValue(holder: object, key: string): unknown {
	const property = Object.getOwnPropertyDescriptor(holder, key);
	if (property === undefined) return ABSENT;
	if (!("value" in property)) return COMPUTED;
	return property.value ?? ABSENT;
}
