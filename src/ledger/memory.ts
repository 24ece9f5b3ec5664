import { memo } from "../memory/index.ts";

const MOST_NAMES = 1_000;
const LONGEST_NAME = 40;

/** The same function of the name of a member: names come again and again, long ones hardly. */
export function rememberNames(write: (name: string) => string): (name: string) => string {
	const remembered = memo(MOST_NAMES, write);
	return (name) => (name.length > LONGEST_NAME ? write(name) : remembered(name));
}
