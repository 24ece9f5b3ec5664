import { createHash } from "node:crypto";
import { INVALID_PARAMS, ProtocolError, Server, type ServerContext } from "@modelcontextprotocol/server";
import type { Authority, Caller } from "../../authority/index.ts";
import type { CallContext, ToolResult, ToolSource } from "./tool-row.ts";
import { teamText } from "./tools/team.ts";

/** What the servers of all connections have in common. */
export interface McpOptions {
	readonly authority: Authority;
	readonly version: string;
	/** In the order in which they are asked: nobody takes a name from one before. */
	readonly sources: readonly ToolSource[];
	/** How often somebody who waits is told that the wait goes on. */
	readonly progressMilliseconds: number;
}

/** Revisions of the protocol that open a session; later ones need none. */
const SESSION_REVISIONS = ["2025-11-25", "2025-06-18"];

const PROMPT = "team_refresh";

/** A server for one connection: who calls comes with each request, from its credential. */
export function mcpServer(
	options: McpOptions,
	era: "legacy" | "modern",
	onListed: (caller: Caller, digest: string) => void = () => undefined,
): Server {
	const server = new Server(
		{ name: "writ", title: "writ", version: options.version },
		{
			capabilities: { tools: { listChanged: true }, prompts: {} },
			instructions: "The tools that your writ grants. A denial says which rule it comes from: explain_denial says more.",
			...(era === "legacy" ? { supportedProtocolVersions: SESSION_REVISIONS } : {}),
		},
	);
	server.setRequestHandler("tools/list", async (_, context) => {
		const caller = callerOf(context);
		const tools = await listTools(options, caller);
		onListed(caller, digestOf(tools));
		return { tools: [...tools] };
	});
	server.setRequestHandler("tools/call", async ({ params }, context) => {
		const { content, structuredContent, isError } = await call(options, context, params.name, params.arguments ?? {});
		return {
			content: [...content],
			...(structuredContent === undefined ? {} : { structuredContent: { ...structuredContent } }),
			...(isError === undefined ? {} : { isError }),
		};
	});
	server.setRequestHandler("prompts/list", async (_, context) => ({
		prompts: (await hasPrompt(options, callerOf(context))) ? [{ name: PROMPT, description: "The agents that you may write to" }] : [],
	}));
	server.setRequestHandler("prompts/get", async ({ params }, context) => {
		const caller = callerOf(context);
		if (params.name !== PROMPT || !(await hasPrompt(options, caller)))
			throw new ProtocolError(INVALID_PARAMS, `Unknown prompt: ${params.name}`);
		const text = teamText(caller, await options.authority.team(caller));
		return {
			description: "The agents that you may write to",
			messages: [{ role: "user" as const, content: { type: "text" as const, text } }],
		};
	});
	return server;
}

/** Where a request's caller stands: put there by the point, never by the client. */
export const CALLER = "writ.caller";

function callerOf({ http }: ServerContext): Caller {
	const caller = http?.authInfo?.extra?.[CALLER];
	if (typeof caller !== "object" || caller === null) throw new ProtocolError(INVALID_PARAMS, "Nobody calls");
	return caller as Caller;
}

async function listTools({ sources }: McpOptions, caller: Caller): Promise<Awaited<ReturnType<ToolSource["list"]>>> {
	const lists = await Promise.all(sources.map((source) => source.list(caller)));
	// SECURITY: the first source that has a name keeps it.
	return [...new Map(lists.toReversed().flatMap((list) => list.map((tool) => [tool.name, tool] as const))).values()].toSorted(
		(one, other) => (one.name < other.name ? -1 : 1),
	);
}

/** What a caller's tools are now, to be compared. */
export async function listedDigest(options: McpOptions, caller: Caller): Promise<string> {
	return digestOf(await listTools(options, caller));
}

function digestOf(tools: Awaited<ReturnType<ToolSource["list"]>>): string {
	return createHash("sha256").update(JSON.stringify(tools)).digest("hex");
}

async function hasPrompt({ sources: [own] }: McpOptions, caller: Caller): Promise<boolean> {
	return (await own?.list(caller))?.some(({ name }) => name === PROMPT) ?? false;
}

async function call(
	{ sources, progressMilliseconds }: McpOptions,
	context: ServerContext,
	name: string,
	input: Readonly<Record<string, unknown>>,
): Promise<ToolResult> {
	const caller = callerOf(context);
	const telling = tellProgress(context, progressMilliseconds);
	try {
		for (const source of sources) {
			const wantsProgress = context.mcpReq._meta?.progressToken !== undefined;
			const result = await source.call(caller, name, input, { gone: context.mcpReq.signal, progress: telling.tell, wantsProgress });
			if (result !== null) return result;
		}
	} finally {
		await telling.end();
	}
	throw new ProtocolError(INVALID_PARAMS, `Unknown tool: ${name}`);
}

interface Telling {
	readonly tell: CallContext["progress"];
	/** Resolves when everything was told. */
	readonly end: () => Promise<void>;
}

/** Tells a client that asked for it that the call still runs, so that it does not give up waiting; a tool that knows more says it itself. */
function tellProgress({ mcpReq: { _meta, notify, signal } }: ServerContext, milliseconds: number): Telling {
	const progressToken = _meta?.progressToken;
	if (progressToken === undefined) return { tell: () => undefined, end: async () => undefined };
	const telling = new Set<Promise<void>>();
	const tell: Telling["tell"] = (progress, total, message) => {
		if (signal.aborted) return;
		const more = { ...(total === undefined ? {} : { total }), ...(message === undefined ? {} : { message }) };
		const told = notify({ method: "notifications/progress", params: { progressToken, progress, ...more } }).catch(() => undefined);
		telling.add(told);
		void told.then(() => telling.delete(told));
	};
	let ticks = 0;
	const timer = setInterval(() => tell(++ticks, undefined, "Waiting for an answer"), milliseconds);
	return {
		async end() {
			clearInterval(timer);
			// What is told after the result is lost.
			await Promise.all(telling);
		},
		tell: (...told) => {
			clearInterval(timer);
			tell(...told);
		},
	};
}
