import type { Command } from "commander";
import type { ServerReply } from "../../../points/socket/index.ts";
import { ask } from "../../client/ask.ts";
import { rowOf, textOf, textsOf } from "../../client/read-reply.ts";
import { facts, localTime } from "../../output/table.ts";
import { visible } from "../../output/visible.ts";
import type { CommonOptions, Session } from "../../subcommand.ts";
import type { Terminal } from "../../terminal.ts";
import { paintStatus } from "./list.ts";

/** `writ agent show`: one agent, with what is known around it. */
export function addShow(agent: Command, session: Session): void {
	agent
		.command("show")
		.summary("show one agent")
		.description("Show one agent: its status, lineage, groups, profile and the digest of its writ.")
		.argument("<id>", "the agent")
		.action((id: string, options: CommonOptions) => ask(session, options, { event: "agent:info", data: { agent_id: id }, show: shown }));
}

function shown(reply: ServerReply, { paint }: Terminal): string {
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
