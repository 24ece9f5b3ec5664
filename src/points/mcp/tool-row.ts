import type { ContentBlock } from "@modelcontextprotocol/server";
import type { Authority, Caller, UsedTool } from "../../authority/index.ts";
import type { ObjectShape, Role } from "../../engine/index.ts";

/** How a call is judged before it runs: about the caller itself, whom it reaches, what it starts, or who is not an agent at all. */
type ToolGate = "self" | "edge" | "target" | "spawn" | "spawner" | "person" | "none";

/** Whose keys a tool is for. */
export type ToolScope = "user" | "agent" | "system";

/** A tool as data: the list, the check before a call, the policy and the reference are made from it. */
export interface ToolRow {
	readonly name: string;
	readonly gate: ToolGate;
	/** The argument that names an agent which the call reaches. */
	readonly param: string | null;
	/** The capability without which an agent does not have the tool, unless a rule names it. */
	readonly needs: "multi_agent_todo" | "agent_messaging" | "spawn_agents" | null;
	readonly scopes: readonly ToolScope[];
	/** Whose words a denial is said in. */
	readonly words: "trinity" | "nexus" | "own";
	/** The least role of a person. */
	readonly role?: Role;
	/** A spawner may also be the agent itself, or must be in reach besides. */
	readonly also?: "self" | "target";
	/** A message follows, which is decided where it is sent. */
	readonly sends?: boolean;
	readonly description: string;
	readonly input: ObjectShape;
}

/** What a handler knows of a call: who it is, and arguments that were checked. */
export interface ToolCall<Input = Readonly<Record<string, unknown>>> {
	readonly authority: Authority;
	readonly caller: Caller;
	readonly row: ToolRow;
	readonly input: Input;
	/** What was decided about the call of an agent; people and systems have no writ. */
	readonly used: UsedTool | null;
	/** Aborted when nobody waits for the result any more. */
	readonly gone: AbortSignal;
	/** Stops the server. */
	readonly stop: () => void;
}

export type ToolHandler = (call: ToolCall) => Promise<ToolResult>;

/** A row with the handler of its name. */
export interface ServedTool extends ToolRow {
	readonly run: ToolHandler;
}

/** A handler, with the type of the arguments that its row's shape says. */
export function handle<Input extends object>(run: (call: ToolCall<Input>) => Promise<ToolResult>): ToolHandler {
	// The shape has been checked before it is called.
	return (call) => run(call as ToolCall<Input>);
}

/** A tool as `tools/list` shows it. */
export interface ListedTool {
	readonly name: string;
	readonly description: string;
	readonly inputSchema: { readonly type: "object" } & Readonly<Record<string, unknown>>;
	readonly title?: string;
	readonly outputSchema?: { readonly type: "object" } & Readonly<Record<string, unknown>>;
	readonly annotations?: Readonly<Record<string, unknown>>;
}

/** What goes with one call. */
export interface CallContext {
	/** Aborted when nobody waits for the result any more. */
	readonly gone: AbortSignal;
	/** Tells a client that asked for it how far the call is. */
	readonly progress: (done: number, total?: number, message?: string) => void;
	/** Whether the client asked for it. */
	readonly wantsProgress: boolean;
}

/**
 * Where tools come from: writ's own, and those of the servers behind it.
 * INVARIANT: the same decision says what is listed and what a call is not refused for.
 */
export interface ToolSource {
	list(caller: Caller): Promise<readonly ListedTool[]>;
	/** `null` = the source has no tool of this name, for anybody. */
	call(caller: Caller, name: string, input: Readonly<Record<string, unknown>>, context: CallContext): Promise<ToolResult | null>;
}

/** What a call comes to on this wire. */
export interface ToolResult {
	readonly content: readonly ContentBlock[];
	readonly structuredContent?: Readonly<Record<string, unknown>>;
	readonly isError?: boolean;
}

/** A value, as text and as data. */
export function give(value: Readonly<Record<string, unknown>>): ToolResult {
	// What JSON leaves out is left out of both.
	const plain: Readonly<Record<string, unknown>> = JSON.parse(JSON.stringify(value));
	return { content: [{ type: "text", text: JSON.stringify(plain) }], structuredContent: plain };
}

/** An error in our own words. */
export function fail(code: string, message: string, more: Readonly<Record<string, unknown>> = {}): ToolResult {
	return { ...give({ error: message, code, ...more }), isError: true };
}
