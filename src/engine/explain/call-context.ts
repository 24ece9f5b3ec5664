import { NOTHING_READ, type ToolContext, toolContext } from "../decide/index.ts";
import type { Facts, Request, Terms, Writ } from "../vocabulary/index.ts";

/** What the steps of a tool call look at, for the requests that are one; `null` for the others. */
export function callContext(writ: Writ, terms: Terms, request: Request, facts: Facts): ToolContext | null {
	switch (request.kind) {
		case "tool":
			return toolContext(writ, terms, request, facts);
		case "command": {
			const { command, cwd } = request;
			return toolContext(writ, terms, { kind: "tool", tool: "Bash", input: { command }, ...(cwd === undefined ? {} : { cwd }) }, facts);
		}
		case "target": {
			const read = { ...NOTHING_READ, targets: [{ argument: "target", value: request.target }] };
			return toolContext(writ, terms, { kind: "tool", tool: request.tool, input: {} }, facts, undefined, read);
		}
		default:
			return null;
	}
}
