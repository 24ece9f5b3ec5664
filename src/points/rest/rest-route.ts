import type { Authority, Caller } from "../../authority/index.ts";
import type { Infer, ObjectShape, ServedToolName, Shape } from "../../engine/index.ts";
import type { CursorForm } from "./cursors.ts";

export type RestMethod = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** One route: a row of the table that the server, OpenAPI and the reference page are made from. */
export interface RestRoute {
	readonly method: RestMethod;
	/** With its parameters in braces: `/v1/agents/{id}`. */
	readonly path: string;
	/** The chapter of the reference. */
	readonly tag: string;
	readonly summary: string;
	/** `open`: without a key; `person`: agent and system keys are refused. */
	readonly access: "open" | "anyone" | "person";
	/** The tool that does the same: an agent that is refused the tool is refused the route. */
	readonly tool?: ServedToolName;
	readonly query?: ObjectShape;
	/** What the cursors of the list look like. */
	readonly cursor?: CursorForm;
	/** `anything`: an object that the verb reads itself. */
	readonly body?: ObjectShape | "anything";
	/** The largest body in bytes that an administrator may send; everybody else's limit is the usual one. */
	readonly largestBody?: number;
	/** A body as somebody would send it, for the reference. */
	readonly example?: object;
	/** For how many requests the body stands, as the rate counts them; absent = one. */
	readonly weight?: (body: Readonly<Record<string, unknown>>) => number;
	/** What it answers with, by status; members that no shape names never leave. */
	readonly replies: Readonly<Record<number, Shape>>;
	readonly run: (visit: Visit) => Promise<RestReply>;
}

/** What a handler knows of the request, all of it checked. */
export interface Visit<Query = Readonly<Record<string, unknown>>, Body = Readonly<Record<string, unknown>>> {
	readonly authority: Authority;
	readonly caller: Caller;
	readonly requestId: string;
	/** Scheme, name and port under which the caller reached this server. */
	readonly origin: string;
	/** The parameters of the path, decoded once. */
	readonly parameters: Readonly<Record<string, string>>;
	readonly query: Query;
	readonly body: Body;
	/** The session of the page, when the caller came with its cookie. */
	readonly session: { readonly cookie: string; readonly csrf: string } | null;
	/** The version that the caller has seen: `If-Match`. */
	readonly ifMatch: string | null;
	/** Where a stream of events was left: `Last-Event-ID`. */
	readonly lastEventId: string | null;
	/** Aborted when the client is gone: nobody waits for an answer any more. */
	readonly gone: AbortSignal;
}

/** What leaves: a value as JSON, a text of another type, or a stream of events. */
export interface RestReply {
	readonly status: number;
	readonly headers?: Readonly<Record<string, string>>;
	readonly body: unknown;
	/** Media type of a body that is text already. */
	readonly type?: string;
}

/** What a handler is given for a shape of its row; nothing is known of what the row has no shape for. */
type Input<Of extends ObjectShape | "anything"> = [Of] extends [never]
	? object
	: Of extends ObjectShape
		? Infer<Of>
		: Readonly<Record<string, unknown>>;

/** A row of the table; its handler is given what the shapes of query and body say. */
export function defineRoute<const Query extends ObjectShape = never, const Body extends ObjectShape | "anything" = never>(
	row: Omit<RestRoute, "query" | "body" | "run"> & {
		readonly query?: Query;
		readonly body?: Body;
		readonly run: (visit: Visit<Input<Query>, Input<Body>>) => Promise<RestReply>;
	},
): RestRoute {
	// Both have been read by their shapes before `run` is called.
	return { ...row, run: (visit) => row.run(visit as Visit<Input<Query>, Input<Body>>) };
}

/** An answer as JSON. */
export function answer(body: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): RestReply {
	return { status, body, headers };
}
