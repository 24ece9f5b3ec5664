import { fstatSync, readSync } from "node:fs";

/** What bubblewrap has told so far. */
export interface BwrapStatus {
	/** Its own process inside, by its number outside. */
	readonly init: number | null;
	/** Only told of a command that was started. */
	readonly exitCode: number | null;
}

/** Reads what bubblewrap has written to `--json-status-fd`, which is a file. */
export function readStatus(file: number): BwrapStatus {
	const bytes = Buffer.alloc(fstatSync(file).size);
	const text = bytes.toString("latin1", 0, readSync(file, bytes, 0, bytes.length, 0));
	const number = (name: string): number | null => {
		const found = new RegExp(`"${name}": ?(\\d+)[^\\n]*\\n`).exec(text)?.[1];
		return found === undefined ? null : Number(found);
	};
	return { init: number("child-pid"), exitCode: number("exit-code") };
}
