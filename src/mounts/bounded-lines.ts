/** Whoever reads the lines of a program. */
export interface LineReader {
	readonly onLine: (line: string) => void;
	/** A line was too long: its first and last characters, as far as they were kept. The line itself is gone. */
	readonly onLongLine: (begin: string, end: string) => void;
	/** A line never ends. */
	readonly onEndless: () => void;
}

const KEPT = 512;
/** So much of a line that is too long is thrown away before its writer is given up. */
const MOST_THROWN = 256 * 1024 * 1024;
const NEW_LINE = 10;

/**
 * Cuts bytes into lines, of which none takes more memory than `most`.
 * SECURITY: a line of 100 MB is read to its end and never held (test/mcp/gateway/hostile.test.ts).
 */
export function readLines(most: number, { onLine, onLongLine, onEndless }: LineReader): (bytes: Buffer) => void {
	let held: Buffer[] = [];
	let size = 0;
	let thrown: { begin: string; end: Buffer; bytes: number } | null = null;
	const finish = (): void => {
		if (thrown !== null) onLongLine(thrown.begin, thrown.end.toString("latin1"));
		else onLine(Buffer.concat(held).toString("utf8"));
		held = [];
		size = 0;
		thrown = null;
	};
	const take = (part: Buffer): void => {
		if (thrown === null && size + part.length > most) {
			thrown = {
				begin: Buffer.concat([...held, part])
					.subarray(0, KEPT)
					.toString("latin1"),
				end: Buffer.alloc(0),
				bytes: size,
			};
			held = [];
		}
		if (thrown === null) {
			// A copy: what the stream hands out is a part of something larger.
			held.push(Buffer.from(part));
			size += part.length;
			return;
		}
		thrown.end = Buffer.concat([thrown.end, part.subarray(-KEPT)]).subarray(-KEPT);
		thrown.bytes += part.length;
		if (thrown.bytes > MOST_THROWN) onEndless();
	};
	return (bytes) => {
		let from = 0;
		for (let at = bytes.indexOf(NEW_LINE); at !== -1; at = bytes.indexOf(NEW_LINE, from)) {
			take(bytes.subarray(from, at));
			finish();
			from = at + 1;
		}
		if (from < bytes.length) take(bytes.subarray(from));
	};
}
