import { createWeakMemory, memo } from "../../memory/index.ts";

const MOST_NAMES = 1_000;

/** The same function of the name of a member: names come again and again. */
export function rememberNames(write: (name: string) => string): (name: string) => string {
	return memo(MOST_NAMES, write);
}

/** The same function of an object that can never change: a decision is the same object each time it is given. */
export function rememberFrozen(write: (member: object) => string): (member: object) => string {
	const memory = createWeakMemory<object, string>();
	return (member) => {
		const written = memory.get(member);
		if (written !== undefined) return written;
		const text = write(member);
		if (isFrozen(member)) memory.set(member, text);
		return text;
	};
}

/** Whether nothing in a value can change any more. */
function isFrozen(value: unknown): boolean {
	return typeof value !== "object" || value === null || (Object.isFrozen(value) && Object.values(value).every(isFrozen));
}
