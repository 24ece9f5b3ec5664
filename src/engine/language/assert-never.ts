/** The end of a `switch` over a union: the compiler proves that it is never reached. */
export function assertNever(value: never): never {
	throw new Error(`unreachable: ${JSON.stringify(value)}`);
}
