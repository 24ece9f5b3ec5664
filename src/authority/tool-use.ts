/** A call of one of the tools that writ serves. */
export interface ToolUse {
	readonly tool: string;
	readonly input: Readonly<Record<string, unknown>>;
	/** The agent that the call names; absent = the tool names none. */
	readonly target?: { readonly value: unknown };
	/** Whether rules and edges between agents decide about the target. */
	readonly edge: boolean;
	/** The target must be the caller's own child; `or-self`: or the caller. */
	readonly child: "required" | "or-self" | null;
	/** A message follows, whose verb decides and records; here only denials are. */
	readonly sends: boolean;
	/** Only whether the tool is held counts: what was written to the caller is answered. */
	readonly answers?: boolean;
}
