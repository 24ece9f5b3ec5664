import type { Readable } from "node:stream";

/** What bubblewrap tells while it runs. */
export interface BwrapStatus {
	/** Its own process inside, by its number outside. */
	readonly init: number | null;
	/** Only told of a command that was started. */
	readonly exitCode: number | null;
}

/** Reads what bubblewrap writes to `--json-status-fd` until it ends; `onInit` is called as soon as the process inside exists. */
export function readStatus(stream: Readable, onInit: (init: number) => void): Promise<BwrapStatus> {
	return new Promise((resolve) => {
		let text = "";
		let status: BwrapStatus = { init: null, exitCode: null };
		stream.setEncoding("utf8");
		stream.on("data", (chunk: string) => {
			const lines = `${text}${chunk}`.split("\n");
			text = lines.pop() ?? "";
			for (const line of lines) {
				const before = status;
				status = withLine(status, line);
				if (before.init === null && status.init !== null) onInit(status.init);
			}
		});
		stream.once("error", () => resolve(status));
		stream.once("close", () => resolve(status));
	});
}

function withLine(status: BwrapStatus, line: string): BwrapStatus {
	const init = /"child-pid": ?(\d+)/.exec(line)?.[1];
	const exitCode = /"exit-code": ?(\d+)/.exec(line)?.[1];
	return {
		init: init === undefined ? status.init : Number(init),
		exitCode: exitCode === undefined ? status.exitCode : Number(exitCode),
	};
}
