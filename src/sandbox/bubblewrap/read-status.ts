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
	return { init: numberIn(text, INIT), exitCode: numberIn(text, EXIT_CODE) };
}

/** Lines that are whole. */
const INIT = /"child-pid": ?(\d+)[^\n]*\n/;
const EXIT_CODE = /"exit-code": ?(\d+)[^\n]*\n/;

function numberIn(text: string, line: RegExp): number | null {
	const found = line.exec(text)?.[1];
	return found === undefined ? null : Number(found);
}
