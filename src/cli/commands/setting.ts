import { rowOf, textOf } from "../../client/index.ts";
import { ask } from "../ask.ts";
import { facts } from "../output/table.ts";
import { visible } from "../output/visible.ts";
import type { CommonOptions, Define } from "../subcommand.ts";

/** `writ setting`: settings of the server. */
export const settingCommand: Define = (command, session) => {
	command.description("See and change the settings of the server. A change is recorded.");
	command
		.command("list")
		.summary("show all settings")
		.description("Show all settings with their values.")
		.action((options: CommonOptions) =>
			ask(session, options, {
				event: "setting:list",
				data: {},
				show: (reply, { paint }) =>
					facts(
						Object.entries(rowOf(reply.settings)).map(([name, value]) => [name, value === null ? "no limit" : textOf(value)]),
						paint,
					),
			}),
		);
	command
		.command("set")
		.summary("change a setting")
		.description("Change one setting. Numbers, null (no limit) and lists are written as JSON; everything else is text.")
		.argument("<name>", "the setting")
		.argument("<value>", "its new value")
		.action((name: string, value: string, options: CommonOptions) =>
			ask(session, options, {
				event: "setting:set",
				data: { name, value: parseValue(value) },
				show: (reply, { paint }) => `${paint.good("✓")} ${paint.name(visible(name))} is ${visible(textOf(reply.value) || "no limit")}\n`,
			}),
		);
};

function parseValue(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return text;
	}
}
