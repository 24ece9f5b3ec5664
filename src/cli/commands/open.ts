import { configurationHome } from "../../platform/index.ts";
import { ask } from "../client/ask.ts";
import { hasBrowser, openInBrowser } from "../client/open-in-browser.ts";
import { textOf } from "../client/read-reply.ts";
import { visible } from "../output/visible.ts";
import type { CommonOptions, Define } from "../subcommand.ts";

interface OpenOptions extends CommonOptions {
	readonly print?: boolean;
}

/** `writ open`: the way into the page. */
export const openCommand: Define = (command, session) => {
	command
		.description(
			"Open the page of the running server in your browser, as the person who owns the server. The link is printed too; it works once, within 60 seconds. Without a display it is only printed.",
		)
		.option("--print", "only print the link")
		.addHelpText(
			"after",
			"\nExamples:\n  writ serve            (in another terminal, first)\n  writ open\n  writ open --print     (to open it by hand, or through an SSH tunnel)\n\nThe reference of the HTTP interface is at /reference of the same server.",
		)
		.action((options: OpenOptions) => {
			let url = "";
			return ask(session, options, {
				event: "system:login_link",
				data: {},
				show: (reply) => {
					url = textOf(reply.url);
					return `${visible(url)}\n`;
				},
				async after(_, { complain, isTyped }) {
					if (url === "" || options.print === true || !isTyped || !hasBrowser(process.env, process.platform)) return;
					const opened = await openInBrowser(configurationHome(options.home), url);
					complain(opened ? "It is being opened in your browser.\n" : "No browser could be started: open the link by hand.\n");
				},
			});
		});
};
