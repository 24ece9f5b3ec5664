import { memo } from "../../memory/index.ts";

/** A shorter text is read as fast as it is compared. */
const SHORTEST = 512;
const LONGEST = 64 * 1024;

/** The same function of a text, which remembers the last one: the text of a command is read once for every writ that judges it. */
export function rememberLast<Made>(read: (text: string) => Made): (text: string) => Made {
	const remembered = memo(1, read);
	return (text) => (text.length < SHORTEST || text.length > LONGEST ? read(text) : remembered(text));
}
