import { memo } from "../../memory/index.ts";

/** The same function of something that cannot change while this process runs. */
export function rememberProcess<Made>(look: () => Made): () => Made {
	const remembered = memo(1, (_process: number) => look());
	return () => remembered(process.pid);
}

/** The same function, while `times` says the same. */
export function rememberWhile<Made>(times: () => string, look: () => Made): () => Made {
	const remembered = memo(1, (_times: string) => look());
	return () => remembered(times());
}

/** The same function of a choice between two. */
export function rememberChoice<Made>(make: (choice: boolean) => Made): (choice: boolean) => Made {
	return memo(2, make);
}
