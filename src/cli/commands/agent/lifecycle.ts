import type { Command } from "commander";
import type { ServerReply } from "../../../points/socket/index.ts";
import { ask } from "../../client/ask.ts";
import { rowOf, textOf } from "../../client/read-reply.ts";
import { facts } from "../../output/table.ts";
import type { CommonOptions, Session } from "../../subcommand.ts";
import type { Terminal } from "../../terminal.ts";
import { KEY_SHOWN_ONCE } from "./spawn.ts";

const VERBS = [
	{ name: "start", summary: "let a stopped agent act again" },
	{ name: "stop", summary: "deny everything an agent asks until it is started again; its mailbox still accepts" },
	{ name: "restart", summary: "begin anew under the same writ; grants for the session end" },
] as const;

/** `writ agent start`, `stop`, `restart`, `recreate` and `rename`. */
export function addLifecycle(agent: Command, session: Session): void {
	for (const { name, summary } of VERBS)
		agent
			.command(name)
			.summary(summary)
			.description(`${summary[0]?.toUpperCase()}${summary.slice(1)}.`)
			.argument("<id>", "the agent")
			.action((id: string, options: CommonOptions) =>
				ask(session, options, {
					event: `agent:${name}`,
					data: { agent_id: id },
					show: ({ agent_id, status }, { paint }) => `${paint.good("✓")} ${paint.name(textOf(agent_id))} is ${textOf(status)}\n`,
				}),
			);
	agent
		.command("recreate")
		.summary("give an agent a new sandbox and a new key")
		.description(
			"Give an agent a new, empty sandbox and a new key. Its writ, parent, children, edges, groups and grants stay; what it exported is kept. Its old key ends.",
		)
		.argument("<id>", "the agent")
		.action((id: string, options: CommonOptions) =>
			ask(session, options, { event: "agent:recreate", data: { agent_id: id }, show: recreated }),
		);
	agent
		.command("rename")
		.summary("give an agent another id")
		.description("Give an agent another id; its children, keys, edges and grants follow.")
		.argument("<id>", "the agent")
		.argument("<to>", "its new id")
		.action((id: string, to: string, options: CommonOptions) =>
			ask(session, options, {
				event: "agent:rename",
				data: { agent_id: id, to },
				show: ({ agent_id }, { paint }) => `${paint.good("✓")} It is called ${paint.name(textOf(agent_id))} now\n`,
			}),
		);
}

function recreated(reply: ServerReply, { paint }: Terminal): string {
	const { path, mode } = rowOf(reply.sandbox);
	return [
		`${paint.good("✓")} ${paint.name(textOf(reply.agent_id))} is ${textOf(reply.status)}\n`,
		facts(
			[
				["sandbox", `${textOf(mode)}, ${textOf(path)}`],
				["writ", textOf(reply.writ_digest)],
				["key", textOf(reply.api_key)],
			],
			paint,
		),
		...(reply.api_key === undefined ? [] : [paint.warn(KEY_SHOWN_ONCE)]),
	].join("");
}
