import type { KnownMachine, PreparedRun, RunAuthority } from "../../authority/index.ts";
import type { Effect, ReasonCode } from "../../engine/index.ts";
import type { ServerReply } from "../../points/socket/index.ts";
import { present } from "../client/ask.ts";
import { rowsOf, textOf } from "../client/read-reply.ts";
import type { RunClient } from "./run-client.ts";

type Refused = { readonly code: string; readonly message: string } | null;

/** The authority as whoever supervises a program meets it: every question goes over the one connection. */
export interface SocketAuthority extends Omit<RunAuthority, "launch"> {
	/** Records a launch before it happens. */
	readonly launch: (launch: ServerReply) => Promise<Refused>;
}

/** Speaks for the program of one agent. */
export function runAuthority(
	client: RunClient,
	{ agent }: PreparedRun,
	{ level }: KnownMachine,
	keep: boolean,
	launched: (planDigest: unknown) => void,
): SocketAuthority {
	return {
		async launch(launch) {
			const answer = await client.send("sandbox:launch", { agent_id: agent, pid: process.pid, level, keep, ...launch });
			if (!answer.ok) return answer;
			launched(answer.reply.plan_digest);
			return null;
		},
		async decide(host, port) {
			const answer = await client.send("permission:decide", { agent_id: agent, request: { kind: "network", host, port } });
			if (!answer.ok) return { effect: "deny", code: "authority-unavailable", message: answer.message };
			const [reason] = rowsOf(answer.reply.reasons);
			// SECURITY: whatever is not plainly an allow is none; the proxy lets nothing else through.
			return { effect: textOf(answer.reply.effect) as Effect, code: textOf(reason?.code) as ReasonCode, message: textOf(reason?.message) };
		},
		async record({ port, address, sentBytes, receivedBytes, ...seen }) {
			const data = {
				agent_id: agent,
				...seen,
				port: port ?? undefined,
				address: address ?? undefined,
				sent: sentBytes,
				received: receivedBytes,
			};
			const answer = await client.send("sandbox:connection", present(data));
			if (!answer.ok) throw new Error(answer.message);
		},
	};
}
