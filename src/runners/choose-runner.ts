import { errorCode } from "../platform/index.ts";
import {
	failed,
	hostProblem,
	LONGEST_ANSWER,
	LONGEST_WORK,
	MAILBOX,
	type Runner,
	type RunnerMessage,
	type RunnerOutcome,
	readRunner,
} from "./runner.ts";

/** The runner of an agent by what is kept with it; `null` when nothing runs for it. */
export function chooseRunner(stored: string): Runner | null {
	const wish = readRunner(stored);
	switch (wish?.kind) {
		case "command":
			return commandRunner(wish.command, wish.timeout_seconds);
		case "http":
			return httpRunner(wish.url, wish.timeout_seconds);
		case MAILBOX:
		case undefined:
			return null;
	}
}

/** Starts a program for each message, inside the agent's sandbox: the message on standard input, the answer on standard output. */
function commandRunner(command: readonly string[], timeoutSeconds: number = LONGEST_WORK): Runner {
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

/** How many bytes of a program's complaints are kept. */
const LAST_ERRORS = 4_096;
const LONGEST_LINE = 500;

/** SECURITY: the name of a sender is from a credential; what it says is only on standard input, where nothing reads it as words. */
function variablesOf({ id, from, redelivered }: RunnerMessage): Readonly<Record<string, string>> {
	return { WRIT_MESSAGE_ID: id, WRIT_MESSAGE_FROM: from, ...(redelivered ? { WRIT_MESSAGE_REDELIVERED: "1" } : {}) };
}

/** SECURITY: what a program writes goes to the sender: one line, without what moves a terminal. */
function lastLine(bytes: Buffer): string {
	const lines = bytes
		.toString("utf8")
		.split(/[\r\n]+/)
		.map((line) => line.replaceAll(/\p{Cc}/gu, "").trim());
	const line = lines.findLast((one) => one !== "");
	return line === undefined ? "" : `: ${line.slice(0, LONGEST_LINE)}`;
}

/** Gives each message to a program that listens: JSON there, JSON back. */
function httpRunner(url: string, timeoutSeconds: number = LONGEST_WORK): Runner {
	return async (message, { hosts, ended }) => {
		// The setting may have changed since the agent was made.
		const problem = hostProblem(url, hosts);
		if (problem !== null) return failed("unavailable", problem);
		const late = AbortSignal.timeout(timeoutSeconds * 1000);
		try {
			const response = await fetch(url, {
				method: "POST",
				// SECURITY: a redirect could lead to a host that nobody has allowed.
				redirect: "manual",
				headers: { "Content-Type": "application/json", Accept: "application/json" },
				body: JSON.stringify(bodyOf(message)),
				signal: AbortSignal.any([late, ended]),
			});
			return await outcomeOf(response);
		} catch (error) {
			if (ended.aborted) return failed("runner-failed", "The agent was ended");
			if (late.aborted) return failed("deadline", `There was no answer within ${timeoutSeconds} s`);
			const cause = error instanceof Error ? errorCode(error.cause) : null;
			return failed("unavailable", `The agent's address cannot be reached${cause === null ? "" : ` (${cause})`}`);
		}
	};
}

function bodyOf({ id, from, content, correlationId, redelivered }: RunnerMessage): Readonly<Record<string, unknown>> {
	return { message_id: id, from, content, correlation_id: correlationId, ...(redelivered ? { redelivered } : {}) };
}

const BUSY = new Set([429, 503]);

async function outcomeOf(response: Response): Promise<RunnerOutcome> {
	const { status } = response;
	if (status !== 200) {
		await response.body?.cancel();
		if (BUSY.has(status)) return failed("busy", "The agent is busy");
		return failed(
			"runner-failed",
			status >= 300 && status < 400 ? "The agent answered with a redirect" : `The agent answered HTTP ${status}`,
		);
	}
	const text = await readBounded(response);
	if (text === null) return failed("runner-failed", `The answer is longer than ${LONGEST_ANSWER} bytes`);
	const content = contentOf(text);
	return content === null ? failed("runner-failed", "The answer is not JSON with a text `content`") : { ok: true, content };
}

async function readBounded(response: Response): Promise<string | null> {
	const parts: Uint8Array[] = [];
	let length = 0;
	for await (const part of response.body ?? []) {
		length += part.length;
		// Leaving the loop closes the connection.
		if (length > LONGEST_ANSWER) return null;
		parts.push(part);
	}
	return Buffer.concat(parts).toString("utf8");
}

function contentOf(text: string): string | null {
	try {
		const value: unknown = JSON.parse(text);
		const content: unknown = typeof value === "object" && value !== null ? Reflect.get(value, "content") : null;
		return typeof content === "string" ? content : null;
	} catch {
		return null;
	}
}
