import { ask } from "../client/ask.ts";
import { textOf } from "../client/read-reply.ts";
import { visible } from "../output/visible.ts";
import type { CommonOptions, Define } from "../subcommand.ts";

/** `writ open`: the way into the page. */
export const openCommand: Define = (command, session) => {
	command
		.description("Print a link that opens the page of the running server, once and within 60 seconds, as the person who owns it.")
		.action((options: CommonOptions) =>
			ask(session, options, { event: "system:login_link", data: {}, show: (reply) => `${visible(textOf(reply.url))}\n` }),
		);
};
