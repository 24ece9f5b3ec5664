/** Makes a queue: what is handed in runs one after the other, and a failure stops nobody else. */
export function takeTurns(): <T>(work: () => Promise<T>) => Promise<T> {
	let last: Promise<unknown> = Promise.resolve();
	return (work) => {
		const next = last.then(work, work);
		last = next.catch(() => undefined);
		return next;
	};
}
