import type { Authority, Caller } from "../../authority/index.ts";
import type { Infer, ObjectShape, ServedToolName } from "../../engine/index.ts";
import type { Subscriptions } from "./subscriptions.ts";

/** What an event answers with; `correlation_id` is added by the connection. */
export type Reply = Readonly<Record<string, unknown>>;

/** One event that a client can send: a row of the table that discovery, help and dispatch are made from. */
export interface SocketEvent {
	/** `namespace:verb`. */
	readonly name: string;
	readonly description: string;
	readonly parameters: ObjectShape;
	/** `person`: agents and system keys are refused. */
	readonly senders: "anyone" | "person";
	/** The event of KSI's that an agent must be allowed to send, for an event that KSI does not have. */
	readonly sentAs?: string;
	/** The tool that does the same: a rule about it binds the event. */
	readonly tool?: ServedToolName;
	/** Answered also to a client that is nobody yet. */
	readonly open?: boolean;
	/** Looks at nothing that a neighbour could change: many of them run at the same time. */
	readonly concurrent?: boolean;
	readonly run: (session: Connection, data: Readonly<Record<string, unknown>>) => Promise<Reply>;
}

/** What a handler knows of the connection that asks. */
export interface Connection {
	readonly authority: Authority;
	readonly caller: Caller;
	readonly subscriptions: Subscriptions;
	/** Makes the connection that of another principal; only once. */
	readonly bind: (key: string) => Promise<{ readonly ok: true; readonly caller: Caller } | { readonly ok: false; readonly reply: Reply }>;
	/** Aborted when the client is gone: nobody waits for an answer any more. */
	readonly gone: AbortSignal;
	readonly style: () => ReplyStyle;
	readonly setStyle: (style: ReplyStyle) => void;
	/** Ends the connection after the reply. */
	readonly closeAfter: () => void;
}

export const REPLY_STYLES = ["flat", "envelope"] as const;
export type ReplyStyle = (typeof REPLY_STYLES)[number];

/** A row of the table; its handler is given what the shape of the parameters says. */
export function defineEvent<const Parameters extends ObjectShape>(
	row: Omit<SocketEvent, "parameters" | "run"> & {
		readonly parameters: Parameters;
		readonly run: (session: Connection, data: Infer<Parameters>) => Promise<Reply>;
	},
): SocketEvent {
	// The data has been read by the shape before `run` is called.
	return { ...row, run: (session, data) => row.run(session, data as Infer<Parameters>) };
}
