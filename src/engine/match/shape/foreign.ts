/** What touching a foreign value gave; its getters and traps may run code, and that code may throw. */
export function attempt<T>(touch: () => T): { readonly ok: true; readonly value: T } | { readonly ok: false } {
	try {
		return { ok: true, value: touch() };
	} catch {
		return { ok: false };
	}
}

/** A list, asked without throwing (`Array.isArray` throws for a revoked proxy). */
export function isList(value: unknown): value is readonly unknown[] {
	const list = attempt(() => Array.isArray(value));
	return list.ok && list.value;
}

/** Plain: made by `{}`, JSON or YAML, in any realm; a Map, a Date or a class instance would seem to hold nothing. */
export function isPlain(value: object): boolean {
	const prototype: unknown = Object.getPrototypeOf(value);
	return prototype === null || (typeof prototype === "object" && Object.getPrototypeOf(prototype) === null);
}
