import type { Authority, Caller, UsedTool } from "../../authority/index.ts";
import type { ObjectShape, Role } from "../../engine/index.ts";
import type { ToolResult } from "./tool-result.ts";

/** How a call is judged before it runs: about the caller itself, whom it reaches, what it starts, or who is no agent at all. */
export type ToolGate = "self" | "edge" | "target" | "spawn" | "spawner" | "person" | "none";

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
