/** The messages of a stream of server-sent events. */
export async function* eventsIn(response: Response): AsyncGenerator<unknown> {
	if (response.body === null) return;
	let rest = "";
	for await (const text of response.body.pipeThrough(new TextDecoderStream())) {
		const blocks = `${rest}${text}`.split(/\r?\n\r?\n/);
		rest = blocks.pop() ?? "";
		for (const block of blocks) {
			const data = block.split(/\r?\n/).flatMap((line) => (line.startsWith("data:") ? [line.slice(5).trimStart()] : []));
			if (data.join("") !== "") yield JSON.parse(data.join("\n"));
		}
	}
}
