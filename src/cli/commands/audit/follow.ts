import type { Command } from "commander";
import type { ServerReply } from "../../../points/socket/index.ts";
import { complain, withClient } from "../../client/ask.ts";
import { rowOf, textOf } from "../../client/read-reply.ts";
import { EXIT } from "../../exit-code.ts";
import { localTime } from "../../output/table.ts";
import { visible } from "../../output/visible.ts";
import type { CommonOptions, Session } from "../../subcommand.ts";
import type { Palette } from "../../terminal.ts";
import { collect } from "../../words/parse-number.ts";
import { paintEffect } from "./list.ts";

type FollowOptions = CommonOptions & { readonly pattern?: readonly string[] };

/** `writ audit follow`: what happens, as it happens. */
export function addFollow(audit: Command, session: Session): void {
	audit
		.command("follow")
		.summary("show what happens, as it happens")
		.description("Show what happens, as it happens, until Ctrl-C. With --json one event a line.")
		.option("--pattern <pattern>", "only these events, such as permission:*; can be repeated", collect)
		.action((options: FollowOptions) => follow(session, options));
}

function follow(session: Session, options: FollowOptions): Promise<void> {
	return withClient(session, options, async (client, terminal) => {
		let stopped = false;
		const stop = (): void => {
			stopped = true;
			client.close();
		};
		process.once("SIGINT", stop).once("SIGTERM", stop);
		try {
			for await (const line of client.follow(options.pattern ?? ["*"])) {
				if (!line.ok) return stopped ? EXIT.ok : complain(line, "monitor:subscribe", terminal, options);
				if (line.reply.event === undefined) {
					if (options.json !== true) terminal.complain(terminal.paintComplaint.faint("Following; Ctrl-C ends it.\n"));
				} else terminal.write(options.json === true ? `${JSON.stringify(line.reply)}\n` : eventLine(line.reply, terminal.paint));
			}
			return EXIT.ok;
		} finally {
			process.off("SIGINT", stop).off("SIGTERM", stop);
		}
	});
}

function eventLine({ event, data }: ServerReply, paint: Palette): string {
	const { at, agent_id: agent, by, effect, code, dropped } = rowOf(data);
	if (event === "monitor:gap") return paint.warn(`… ${textOf(dropped)} events are missing here: writ audit list has them\n`);
	const parts = [
		paint.faint(localTime(at)),
		paint.strong(visible(textOf(event))),
		paint.name(visible(textOf(agent))),
		paintEffect(textOf(effect), effect, paint),
		visible(textOf(code)),
		by === undefined ? "" : paint.faint(`by ${visible(textOf(by))}`),
	];
	return `${parts.filter((part) => part !== "").join("  ")}\n`;
}
