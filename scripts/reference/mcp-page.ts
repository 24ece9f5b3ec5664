import { targetArgument } from "../../src/engine/index.ts";
import { TOOL_ROWS } from "../../src/points/mcp/index.ts";
import { code, page, table } from "./markdown.ts";
import { kindOf } from "./shape-words.ts";

/** Every tool of the model context protocol, from the table that the server is made from. */
export function mcpPage(): string {
	return page(
		"Tools of the model context protocol",
		"Served at `/mcp`, and by `writ mcp` on standard input and output. The gate says what a call is judged by: `self` the caller's own writ, `edge` and `target` whom it may write to, `spawn` what it may start, `spawner` whether it started the agent, `person` that no agent calls. An agent has a tool with its capability, or with a rule that names it, unless a rule takes it away.",
		table(
			["tool", "arguments", "gate", "needs", "keys", "what it does"],
			TOOL_ROWS.map((row) => {
				const { gate, scopes } = row.served;
				const argument = targetArgument(row);
				return [
					code(row.name),
					argumentsOf(row.input),
					argument === null ? gate : `${gate} of ${code(argument)}`,
					row.needs === undefined ? "–" : code(row.needs),
					scopes.join(", "),
					row.description,
				];
			}),
		),
	);
}

function argumentsOf({ keys, required = [] }: (typeof TOOL_ROWS)[number]["input"]): string {
	const words = Object.entries(keys).map(([key, member]) => `${code(required.includes(key) ? key : `${key}?`)} ${kindOf(member)}`);
	return words.join(", ") || "–";
}
