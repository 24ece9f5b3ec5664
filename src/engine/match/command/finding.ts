import type { ReasonCode } from "../../vocabulary/index.ts";

/** One thing in a command that stands against allowing it: `deny` is proven, `ask` can't be decided. */
export interface Finding {
	readonly effect: "deny" | "ask";
	readonly code: ReasonCode;
	readonly message: string;
	/** The offending part, verbatim. */
	readonly segment: string;
	readonly rule?: string;
	readonly remedy?: string;
}

export function deny(code: ReasonCode, segment: string, message: string, more: Pick<Finding, "rule" | "remedy"> = {}): Finding {
	return { effect: "deny", code, segment, message, ...more };
}

export function ask(code: ReasonCode, segment: string, message: string, more: Pick<Finding, "rule" | "remedy"> = {}): Finding {
	return { effect: "ask", code, segment, message, ...more };
}
