const NEWLINE = 0x0a;

/** What the other side of a socket said. */
export type ServerReply = Readonly<Record<string, unknown>>;

/** Cuts what a server sends into its objects, one a line; a line that is none is `null`. */
export function clientLines(): (bytes: Buffer) => readonly (ServerReply | null)[] {
	let rest: Buffer[] = [];
	return (bytes) => {
		const lines: (ServerReply | null)[] = [];
		let from = 0;
		for (let at = bytes.indexOf(NEWLINE); at >= 0; at = bytes.indexOf(NEWLINE, from)) {
			lines.push(parseLine(Buffer.concat([...rest, bytes.subarray(from, at)]).toString()));
			rest = [];
			from = at + 1;
		}
		if (from < bytes.length) rest.push(bytes.subarray(from));
		return lines;
	};
}

function parseLine(text: string): ServerReply | null {
	try {
		const value: unknown = JSON.parse(text);
		return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : null;
	} catch {
		return null;
	}
}
