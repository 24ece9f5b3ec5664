/** Counts messages that nobody asked for; false = there were too many in this second. */
export function unaskedMessages(most: number): () => boolean {
	let second = 0;
	let counted = 0;
	return () => {
		const now = Math.floor(performance.now() / 1_000);
		if (now !== second) counted = 0;
		second = now;
		counted++;
		return counted <= most;
	};
}
