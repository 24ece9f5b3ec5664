import { type Command, Option } from "commander";
import type { ServerReply } from "../../../points/socket/index.ts";
import { parsePast } from "../../words/parse-moment.ts";

/** Which records. */
export interface FilterOptions {
	readonly agent?: string;
	readonly point?: string;
	readonly effect?: "allow" | "deny" | "ask";
	readonly code?: string;
	readonly kind?: string;
	readonly since?: string;
	readonly until?: string;
	readonly correlation?: string;
}

/** Gives a command the options that choose records. */
export function addFilter(command: Command): Command {
	return command
		.option("--agent <id>", "only about this agent")
		.option("--point <point>", "only what came through this point: socket, rest, mcp, …")
		.addOption(new Option("--effect <effect>", "only these decisions").choices(["allow", "deny", "ask"]))
		.option("--code <code>", "only with this reason code")
		.option("--kind <kind>", "only of this kind: decision, spawn, edge, grant, …")
		.option("--since <moment>", "from then on: 30m, 12h, 7d ago, or a date", parsePast)
		.option("--until <moment>", "up to then", parsePast)
		.option("--correlation <id>", "only what one request led to");
}

/** The same in the words of the wire. */
export function filterOf({ agent, point, effect, code, kind, since, until, correlation }: FilterOptions): ServerReply {
	return { agent, point, effect, code, kind, since, until, correlation_id: correlation };
}
