import { setTimeout as sleep } from "node:timers/promises";
import { isAbsent, type OpenedClient, openClient } from "./open-client.ts";
import { rowOf } from "./read-reply.ts";
import type { ServerReply, SocketAnswer, SocketClient } from "./socket-client.ts";

/** A connection to the authority that outlives a restart of the server. */
export interface LastingClient {
	send(event: string, data: ServerReply): Promise<SocketAnswer>;
	/** Settles when an agent is ended by somebody else; never, when it is not or when the client is closed. */
	untilTerminated(agent: string): Promise<void>;
	close(): void;
}

const NEVER = new Promise<void>(() => undefined);
const BETWEEN_TRIES = 500;

function isMissing(answer: SocketAnswer): boolean {
	return !answer.ok && answer.code === "not-found";
}

/** Holds a connection for as long as a program runs; one that broke is made again with the next event. */
export function lastingClient(home: string, first: SocketClient): LastingClient {
	let client = first;
	let isClosed = false;
	let opening: Promise<OpenedClient> | null = null;
	const reopen = async (broken: SocketClient): Promise<boolean> => {
		if (client !== broken) return true;
		opening ??= openClient(home);
		const opened = await opening;
		opening = null;
		if (!opened.ok) return false;
		client = opened.client;
		return true;
	};
	return {
		async send(event, data) {
			const used = client;
			const answer = await used.send(event, data);
			if (answer.ok || !isAbsent(answer) || !(await reopen(used))) return answer;
			return client.send(event, data);
		},
		async untilTerminated(agent) {
			let mayHaveMissed = false;
			while (!isClosed) {
				const used = client;
				for await (const line of used.follow(["agent:terminated"])) {
					if (line.ok && rowOf(line.reply.data).agent_id === agent) return;
					// Who may not hear of it is not told; the agent's end is then found when its program ends.
					if (!line.ok && line.reply !== null) return NEVER;
					mayHaveMissed ||= line.ok && line.reply.event === "monitor:gap";
					// Asked only once the subscription holds: an end between the question and the subscription would be heard of by nobody.
					if (line.ok && mayHaveMissed && isMissing(await used.send("agent:info", { agent_id: agent }))) return;
					mayHaveMissed = false;
				}
				mayHaveMissed = true;
				await sleep(BETWEEN_TRIES, undefined, { ref: false });
				if (!isClosed) await reopen(used);
			}
			return NEVER;
		},
		close() {
			isClosed = true;
			client.close();
		},
	};
}
