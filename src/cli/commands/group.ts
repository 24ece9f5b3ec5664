import { rowOf, rowsOf, type ServerReply, textOf, textsOf } from "../../client/index.ts";
import { ask } from "../ask.ts";
import { listText } from "../output/table.ts";
import { visible } from "../output/visible.ts";
import type { CommonOptions, Define } from "../subcommand.ts";
import type { Palette } from "../terminal.ts";
import { addPaging, type PagingOptions } from "../words/numbers.ts";

/** `writ group`: agents under one name, for edges. */
export const groupCommand: Define = (command, session) => {
	command.description("Put agents under one name, so that edges can name it: writ edge set group:NAME TARGET.");
	command
		.command("set")
		.summary("make these agents the members of a group")
		.description("Make exactly these agents the members of a group; without members it is empty.")
		.argument("<name>", "the group")
		.argument("[members...]", "the agents")
		.action((name: string, members: readonly string[], options: CommonOptions) =>
			ask(session, options, { event: "group:set", data: { name, members }, show: (reply, { paint }) => groupText(reply, paint) }),
		);
	command
		.command("show")
		.summary("show one group")
		.description("Show the members of a group.")
		.argument("<name>", "the group")
		.action((name: string, options: CommonOptions) =>
			ask(session, options, { event: "group:get", data: { name }, show: (reply, { paint }) => groupText(reply, paint) }),
		);
	const list = command.command("list").summary("show all groups").description("Show all groups with their members.");
	addPaging(list).action(({ limit, cursor, ...options }: CommonOptions & PagingOptions) =>
		ask(session, options, {
			event: "group:list",
			data: { limit, cursor },
			show: (reply, terminal) =>
				listText(reply, rowsOf(reply.groups), terminal, "There are no groups. Make one: writ group set NAME AGENT…", [
					{ head: "GROUP", of: (row) => textOf(row.name), paint: terminal.paint.name },
					{ head: "MEMBERS", of: (row) => textsOf(row.members).join(", ") || "none" },
				]),
		}),
	);
	command
		.command("remove")
		.summary("remove a group and its edges")
		.description("Remove a group and its edges; its members live on.")
		.argument("<name>", "the group")
		.action((name: string, options: CommonOptions) =>
			ask(session, options, {
				event: "group:remove",
				data: { name },
				show: ({ status }, { paint }) =>
					status === "removed" ? `${paint.good("✓")} removed\n` : "There was no such group. See what there is: writ group list\n",
			}),
		);
};

function groupText(reply: ServerReply, paint: Palette): string {
	const { name, members } = rowOf(reply.group);
	const who = textsOf(members).map((member) => `  ${visible(member)}\n`);
	return `${paint.name(visible(textOf(name)))}\n${who.length === 0 ? paint.faint("  no members\n") : who.join("")}`;
}
