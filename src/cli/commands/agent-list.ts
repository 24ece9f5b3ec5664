import { type Command, Option } from "commander";
import { rowOf, rowsOf, type ServerReply, textOf, textsOf } from "../../client/index.ts";
import { ask } from "../ask.ts";
import { facts, listText, localTime } from "../output/table.ts";
import { visible } from "../output/visible.ts";
import type { CommonOptions, Invocation } from "../subcommand.ts";
import type { Palette, Terminal } from "../terminal.ts";
import { addPaging, type PagingOptions } from "../words/numbers.ts";

interface ListOptions extends CommonOptions, PagingOptions {
	readonly status?: string;
}

/** `writ agent list`: the agents that you may see. */
export function addList(agent: Command, session: Invocation): void {
	const list = agent
		.command("list")
		.summary("show living agents")
		.description("Show the agents that you may see.")
		.addOption(new Option("--status <status>", "only these").choices(["registered", "running", "stopped"]));
	addPaging(list).action(({ status, limit, cursor, ...options }: ListOptions) =>
		ask(session, options, { event: "agent:list", data: { status, limit, cursor, include_metadata: true }, show: listedText }),
	);
}

function listedText(reply: ServerReply, terminal: Terminal): string {
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

/** `writ agent show`: one agent, with what is known around it. */
export function addShow(agent: Command, session: Invocation): void {
	agent
		.command("show")
		.summary("show one agent")
		.description("Show one agent: its status, lineage, groups, profile and the digest of its writ.")
		.argument("<id>", "the agent")
		.action((id: string, options: CommonOptions) =>
			ask(session, options, { event: "agent:info", data: { agent_id: id }, show: agentText }),
		);
}

function agentText(reply: ServerReply, { paint }: Terminal): string {
	const agent = rowOf(reply.agent);
	return `${paint.name(visible(textOf(agent.agent_id)))}  ${paintStatus(textOf(agent.status), agent.status, paint)}\n${facts(
		[
			["description", textOf(agent.description)],
			["profile", textOf(agent.profile)],
			["definition", textOf(agent.component)],
			["parent", textOf(agent.parent)],
			["children", textsOf(agent.children).join(", ")],
			["groups", textsOf(agent.groups).join(", ")],
			["session", textOf(agent.session_id)],
			["owner", textOf(agent.owner)],
			["waiting messages", textOf(agent.queued)],
			["writ", textOf(agent.writ_digest)],
			["made", localTime(agent.created_at)],
		],
		paint,
	)}`;
}
