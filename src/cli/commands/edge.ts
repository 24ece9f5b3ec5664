import type { Command } from "commander";
import { rowOf, rowsOf, type ServerReply, textOf } from "../../client/index.ts";
import { ask } from "../ask.ts";
import { listText, localTime } from "../output/table.ts";
import { visible } from "../output/visible.ts";
import type { CommonOptions, Define, Invocation } from "../subcommand.ts";
import type { Palette, Terminal } from "../terminal.ts";
import { parseFuture } from "../words/moments.ts";
import { addPaging, type PagingOptions, parseRate } from "../words/numbers.ts";

interface SetOptions extends CommonOptions {
	readonly block?: boolean;
	readonly expires?: string;
	readonly rate?: ServerReply;
	readonly reason?: string;
}

interface ListOptions extends CommonOptions, PagingOptions {
	readonly source?: string;
	readonly target?: string;
}

/** `writ edge`: who may talk to whom. */
export const edgeCommand: Define = (command, session) => {
	command
		.description("Say who may talk to whom. An edge has a direction; a block beats every allow. Either end may be group:NAME.")
		.addHelpText("after", EXAMPLES);
	addSetting(command, "allow", "let one agent reach another", session).option(...RATE);
	addSetting(command, "block", "forbid one agent to reach another, whatever else allows it", session);
	addSetting(command, "set", "the same as allow; with --block the same as block", session)
		.option("--block", "forbid it instead")
		.option(...RATE);
	command
		.command("remove")
		.summary("remove an edge")
		.description("Remove the edge from one end to the other.")
		.argument("<source>", "who talks")
		.argument("<target>", "who is reached")
		.action((source: string, target: string, options: CommonOptions) =>
			ask(session, options, {
				event: "edge:remove",
				data: { source, target },
				show: ({ status }, { paint }) =>
					status === "removed" ? `${paint.good("✓")} removed\n` : "There was no such edge. See what there is: writ edge list\n",
			}),
		);
	const list = command
		.command("list")
		.summary("show edges")
		.description("Show edges, all or by one end.")
		.option("--source <end>", "only those from here")
		.option("--target <end>", "only those to here");
	addPaging(list).action(({ source, target, limit, cursor, ...options }: ListOptions) =>
		ask(session, options, { event: "edge:list", data: { source, target, limit, cursor }, show: shown }),
	);
};

const EXAMPLES = `
Examples:
  writ edge allow lead worker                       lead may write to worker, not the other way round
  writ edge allow worker lead --expires 12h --rate 10/60 --reason "answers"
  writ edge block worker guest
  writ edge allow group:team archive                everybody in the group
  writ edge list --source worker
  writ edge remove worker lead`;

const RATE = ["--rate <count/seconds>", "how often: 10/60 = ten times in sixty seconds", parseRate] as const;

/** A word that writes an edge; one that is there is replaced. */
function addSetting(command: Command, name: "allow" | "block" | "set", summary: string, session: Invocation): Command {
	return command
		.command(name)
		.summary(summary)
		.description(`${summary[0]?.toUpperCase()}${summary.slice(1)}. An edge that is there is replaced.`)
		.argument("<source>", "who talks: an agent, or group:NAME")
		.argument("<target>", "who is reached: an agent, or group:NAME")
		.option("--expires <moment>", "when it ends: 30m, 12h, 7d, or a date", parseFuture)
		.option("--reason <text>", "why, for the record")
		.action((source: string, target: string, options: SetOptions) => {
			const { block, expires, rate, reason } = options;
			const effect = name === "block" || block === true ? "block" : undefined;
			return ask(session, options, {
				event: "edge:set",
				data: { source, target, effect, expires_at: expires, rate, reason },
				show: (reply, { paint }) => `${paint.good("✓")} ${textOf(reply.status)}: ${edgeText(rowOf(reply.edge), paint)}\n`,
			});
		});
}

function shown(reply: ServerReply, terminal: Terminal): string {
	const { paint } = terminal;
	return listText(reply, rowsOf(reply.edges), terminal, "There are no edges. Let one agent reach another: writ edge allow SOURCE TARGET", [
		{ head: "SOURCE", of: (row) => textOf(row.source), paint: paint.name },
		{
			head: "",
			of: (row) => (row.effect === "allow" ? "→" : "✗"),
			paint: (text, row) => (row.effect === "allow" ? paint.good(text) : paint.bad(text)),
		},
		{ head: "TARGET", of: (row) => textOf(row.target), paint: paint.name },
		{
			head: "EFFECT",
			of: (row) => textOf(row.effect),
			paint: (text, row) => (row.effect === "allow" ? paint.good(text) : paint.bad(text)),
		},
		{ head: "RATE", of: (row) => rateText(row.rate) },
		{ head: "EXPIRES", of: (row) => `${localTime(row.expires_at)}${isOver(row.expires_at) ? " (ended)" : ""}` },
		{ head: "BY", of: (row) => textOf(row.granted_by), paint: paint.faint },
		{ head: "REASON", of: (row) => textOf(row.reason), paint: paint.faint },
	]);
}

function isOver(moment: unknown): boolean {
	return typeof moment === "string" && Date.parse(moment) <= Date.now();
}

function edgeText({ source, target, effect, rate, expires_at: expires }: ServerReply, paint: Palette): string {
	const sign = effect === "allow" ? paint.good("may reach") : paint.bad("may not reach");
	const more = [rateText(rate), expires === null ? "" : `until ${localTime(expires)}`].filter((part) => part !== "");
	return `${paint.name(visible(textOf(source)))} ${sign} ${paint.name(visible(textOf(target)))}${more.length === 0 ? "" : `, ${more.join(", ")}`}`;
}

function rateText(rate: unknown): string {
	const { count, per_seconds: seconds } = rowOf(rate);
	return count === undefined ? "" : `${textOf(count)} in ${textOf(seconds)} s`;
}
