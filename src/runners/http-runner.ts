import { errorCode } from "../platform/index.ts";
import { hostProblem } from "./http-host.ts";
import { failed, LONGEST_ANSWER, type Runner, type RunnerMessage, type RunnerOutcome } from "./runner.ts";
import { LONGEST_WORK } from "./runner-wish.ts";

/** Gives each message to a program that listens: JSON there, JSON back. */
export function httpRunner(url: string, timeoutSeconds: number = LONGEST_WORK): Runner {
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
