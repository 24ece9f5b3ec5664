/** Calls `end` when there has been no client for so long; `null` = never. */
export function idleTimer(
	seconds: number | null,
	end: () => void,
): { readonly counted: (connections: number) => void; readonly cancel: () => void } {
	let timer: NodeJS.Timeout | undefined;
	return {
		counted: (connections) => {
			clearTimeout(timer);
			timer = connections > 0 || seconds === null ? undefined : setTimeout(end, seconds * 1000);
		},
		cancel: () => clearTimeout(timer),
	};
}
