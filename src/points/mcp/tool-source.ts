import type { Caller } from "../../authority/index.ts";
import type { ToolResult } from "./tool-result.ts";

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
