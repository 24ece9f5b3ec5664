/**
 * JSON that we wrote ourselves, frozen through and through. Objects have no prototype, as those of the engine that hold
 * names from outside: `constructor` is then a name like any other.
 */
export function parseFrozen<T>(text: string): T {
	return JSON.parse(text, (_key, value: unknown) => {
		if (typeof value !== "object" || value === null) return value;
		return Object.freeze(Array.isArray(value) ? value : Object.assign(Object.create(null), value));
	}) as T;
}
