import { failed, LONGEST_ANSWER, type Runner, type RunnerMessage } from "./runner.ts";
import { LONGEST_WORK } from "./runner-wish.ts";

/** Starts a program for each message, inside the agent's sandbox: the message on standard input, the answer on standard output. */
export function commandRunner(command: readonly string[], timeoutSeconds: number = LONGEST_WORK): Runner {
	return async (message, { start, ended }) => {
		const late = AbortSignal.timeout(timeoutSeconds * 1000);
		const tooLong = new AbortController();
		const output: Uint8Array[] = [];
		let length = 0;
		let complaints = Buffer.alloc(0);
		const end = await start({
			command,
			input: message.content,
			variables: variablesOf(message),
			ended: AbortSignal.any([ended, late, tooLong.signal]),
			onOutput(bytes) {
				length += bytes.length;
				if (length > LONGEST_ANSWER) return tooLong.abort();
				output.push(bytes);
			},
			onErrors(bytes) {
				complaints = Buffer.concat([complaints, bytes]).subarray(-LAST_ERRORS);
			},
		});
		if (!end.ok) return failed("unavailable", end.message);
		if (ended.aborted) return failed("runner-failed", "The agent was ended");
		if (tooLong.signal.aborted) return failed("runner-failed", `The answer is longer than ${LONGEST_ANSWER} bytes`);
		if (late.aborted) return failed("deadline", `There was no answer within ${timeoutSeconds} s`);
		if (end.exitCode !== 0) return failed("runner-failed", `The program ended with ${end.exitCode}${lastLine(complaints)}`);
		return { ok: true, content: Buffer.concat(output).toString("utf8").replace(/\n$/, "") };
	};
}

/** So many bytes of what a program complains about are kept. */
const LAST_ERRORS = 4_096;
const LONGEST_LINE = 500;

/** SECURITY: the name of a sender is from a credential; what it says is only on standard input, where nothing reads it as words. */
function variablesOf({ id, from, redelivered }: RunnerMessage): Readonly<Record<string, string>> {
	return { WRIT_MESSAGE_ID: id, WRIT_MESSAGE_FROM: from, ...(redelivered ? { WRIT_MESSAGE_REDELIVERED: "1" } : {}) };
}

/** SECURITY: what a program writes goes to whoever asked: one line, without what moves a terminal. */
function lastLine(bytes: Buffer): string {
	const lines = bytes
		.toString("utf8")
		.split(/[\r\n]+/)
		.map((line) => line.replaceAll(/\p{Cc}/gu, "").trim());
	const line = lines.findLast((one) => one !== "");
	return line === undefined ? "" : `: ${line.slice(0, LONGEST_LINE)}`;
}
