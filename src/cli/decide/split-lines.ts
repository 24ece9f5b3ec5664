/** A line as it came, without its end; `too-long` for one that was thrown away. */
export type Line = Uint8Array | "too-long";

const NEWLINE = 0x0a;

/** Lines out of chunks: for each chunk the lines that it completes, at once. No more than one line of `limit` bytes is ever held. */
export async function* splitLines(chunks: AsyncIterable<Uint8Array>, limit: number): AsyncGenerator<readonly Line[]> {
	let pieces: Uint8Array[] = [];
	let length = 0;
	const take = (piece: Uint8Array) => {
		length += piece.length;
		if (length <= limit) pieces.push(piece);
		else pieces = [];
	};
	const finish = (): Line => {
		const line = length > limit ? "too-long" : joined(pieces);
		pieces = [];
		length = 0;
		return line;
	};
	for await (const chunk of chunks) {
		const lines: Line[] = [];
		let start = 0;
		for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
			take(chunk.subarray(start, end));
			lines.push(finish());
			start = end + 1;
		}
		if (start < chunk.length) take(chunk.subarray(start));
		if (lines.length > 0) yield lines;
	}
	if (length > 0) yield [finish()];
}

function joined(pieces: readonly Uint8Array[]): Uint8Array {
	return pieces.length === 1 && pieces[0] !== undefined ? pieces[0] : Buffer.concat(pieces);
}
