import { type Command, Option } from "commander";
import type { ServerReply } from "../../../points/socket/index.ts";
import { ask } from "../../client/ask.ts";
import { listText } from "../../client/list-text.ts";
import { rowOf, rowsOf, textOf } from "../../client/read-reply.ts";
import { localTime } from "../../output/table.ts";
import type { CommonOptions, Session } from "../../subcommand.ts";
import type { Palette, Terminal } from "../../terminal.ts";
import { addPaging, type PagingOptions } from "../../words/paging.ts";

interface ListOptions extends CommonOptions, PagingOptions {
	readonly status?: string;
}

/** `writ agent list`: the agents that you may know of. */
export function addList(agent: Command, session: Session): void {
	const list = agent
		.command("list")
		.summary("show who lives")
		.description("Show the agents that you may know of.")
		.addOption(new Option("--status <status>", "only these").choices(["registered", "running", "stopped"]));
	addPaging(list).action(({ status, limit, cursor, ...options }: ListOptions) =>
		ask(session, options, { event: "agent:list", data: { status, limit, cursor, include_metadata: true }, show: shown }),
	);
}

function shown(reply: ServerReply, terminal: Terminal): string {
	const metadata = (row: ServerReply): ServerReply => rowOf(row.metadata);
	return listText(reply, rowsOf(reply.agents), terminal, "There are no agents. Make one: writ agent spawn reviewer --profile read-only", [
		{ head: "AGENT", of: (row) => textOf(row.agent_id), paint: terminal.paint.name },
		{ head: "STATUS", of: (row) => textOf(row.status), paint: (text, row) => paintStatus(text, row.status, terminal.paint) },
		{ head: "PROFILE", of: (row) => textOf(metadata(row).profile) },
		{ head: "PARENT", of: (row) => textOf(metadata(row).parent) },
		{ head: "SESSION", of: (row) => textOf(metadata(row).session_id) },
		{ head: "OWNER", of: (row) => textOf(metadata(row).owner) },
		{ head: "MADE", of: (row) => localTime(row.created_at), paint: terminal.paint.faint },
	]);
}

/** The status in its colour. */
export function paintStatus(text: string, status: unknown, paint: Palette): string {
	if (status === "running" || status === "active" || status === "approved") return paint.good(text);
	return status === "stopped" || status === "pending" ? paint.warn(text) : text;
}
