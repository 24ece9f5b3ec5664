import { type Command, Option } from "commander";
import { rowOf, rowsOf, type ServerReply, textOf, textsOf } from "../../client/index.ts";
import { present, SANDBOX_MODES } from "../../engine/index.ts";
import { ask } from "../ask.ts";
import { complainOfWords } from "../output/problems.ts";
import { facts, listText, localTime } from "../output/table.ts";
import { visible } from "../output/visible.ts";
import type { CommonOptions, Define, Invocation } from "../subcommand.ts";
import type { Palette } from "../terminal.ts";
import { addPaging, type PagingOptions } from "../words/numbers.ts";
import { addCaches } from "./sandbox-caches.ts";
import { addPlan } from "./sandbox-plan.ts";

interface CreateOptions extends CommonOptions {
	readonly mode?: string;
	readonly session?: string;
	readonly parent?: string;
	readonly parentShare?: string;
	readonly sessionShare?: boolean;
}

/** `writ sandbox`: the directories of agents. */
export const sandboxCommand: Define = (command, session) => {
	command.description("See, make and remove the directories in which agents work, and see what confines a program there.");
	command
		.command("create")
		.summary("make the directories of an agent")
		.description(
			"Make the directories of an agent. One that has them keeps them; an unknown id becomes an agent on the profile restricted.",
		)
		.argument("<id>", "the agent")
		.addOption(new Option("--mode <mode>", "how much it shares").choices([...SANDBOX_MODES]))
		.option("--session <id>", "the session whose directory it shares")
		.option("--parent <id>", "in whose sandbox it is nested")
		.addOption(new Option("--parent-share <share>", "what it sees of its parent's").choices(["none", "read_only", "read_write"]))
		.option("--session-share", "see the session's directory too")
		.action((id: string, options: CreateOptions) => {
			const { mode, session: session_id, parent, parentShare, sessionShare } = options;
			const config = present({ mode, session_id, parent_agent_id: parent, parent_share: parentShare, session_share: sessionShare });
			return ask(session, options, {
				event: "sandbox:create",
				data: { agent_id: id, config },
				show: (reply, { paint }) => sandboxText(reply, paint),
			});
		});
	command
		.command("get")
		.summary("show the sandbox of an agent")
		.description("Show where an agent works, and with whom it shares.")
		.argument("<id>", "the agent")
		.action((id: string, options: CommonOptions) =>
			ask(session, options, { event: "sandbox:get", data: { agent_id: id }, show: (reply, { paint }) => sandboxText(reply, paint) }),
		);
	const list = command
		.command("list")
		.summary("show all sandboxes")
		.description("Show all sandboxes; a shared one is shown once, with its agents.");
	addPaging(list).action(({ limit, cursor, ...options }: CommonOptions & PagingOptions) =>
		ask(session, options, {
			event: "sandbox:list",
			data: { limit, cursor },
			show: (reply, terminal) =>
				listText(reply, rowsOf(reply.sandboxes), terminal, "There are no sandboxes. Every agent gets one: writ agent spawn ID", [
					{ head: "AGENTS", of: (row) => textsOf(row.agents).join(", "), paint: terminal.paint.name },
					{ head: "MODE", of: (row) => textOf(rowOf(row.config).mode) },
					{ head: "SESSION", of: (row) => textOf(rowOf(row.config).session_id) },
					{ head: "PATH", of: (row) => textOf(row.path), paint: terminal.paint.faint },
				]),
		}),
	);
	command
		.command("remove")
		.summary("remove a sandbox")
		.description("Remove an agent's directories, or a session's, with everything in them; what a session exported is kept.")
		.argument("[id]", "the agent")
		.option("--session <id>", "a session's directory instead")
		.option("--force", "even when agents still work in it; they end first")
		.action((id: string | undefined, options: CommonOptions & { readonly force?: boolean; readonly session?: string }) => {
			if ((id === undefined) === (options.session === undefined))
				return session.end(complainOfWords("name an agent, or a session with --session", session.terminal));
			return ask(session, options, {
				event: "sandbox:remove",
				data: { agent_id: id, session_id: options.session, force: options.force },
				show: ({ removed }, { paint }) => (removed === true ? `${paint.good("✓")} removed\n` : "There was no sandbox to remove\n"),
			});
		});
	addStats(command, session);
	addPlan(command, session);
	addCaches(command, session);
	command
		.command("sweep")
		.summary("remove what killed processes left")
		.description(
			"End agents whose supervisor was killed, and remove directories that nobody owns and what killed runs left in workspaces. The sandbox of a living agent stays.",
		)
		.action((options: CommonOptions) =>
			ask(session, options, {
				event: "sandbox:sweep",
				data: {},
				show: ({ agents, directories, stubs, unscanned }, { paint }) =>
					facts(
						[
							["agents that ended", textsOf(agents).join(", ") || "none"],
							["directories removed", textOf(directories)],
							["stubs removed", textOf(stubs)],
							["not scanned", textsOf(unscanned).map(visible).join(", ") || "none"],
						],
						paint,
					),
			}),
		);
};

function sandboxText(reply: ServerReply, paint: Palette): string {
	const { agent_id: agent, path, config, created_at: made } = rowOf(reply.sandbox);
	const { mode, session_id, parent_share } = rowOf(config);
	return `${paint.name(visible(textOf(agent)))}\n${facts(
		[
			["mode", textOf(mode)],
			["path", textOf(path)],
			["session", textOf(session_id)],
			["sees of its parent's", textOf(parent_share)],
			["made", localTime(made)],
		],
		paint,
	)}`;
}

/** `writ sandbox stats`: how many there are, and what they take. */
function addStats(command: Command, session: Invocation): void {
	command
		.command("stats")
		.summary("count sandboxes by kind")
		.description("Count sandboxes by kind, session and parent, and the bytes that they use and may use.")
		.action((options: CommonOptions) =>
			ask(session, options, {
				event: "sandbox:stats",
				data: {},
				show: (reply, { paint }) => {
					const { bytes_used, bytes_allowed, ...counts } = rowOf(reply.stats);
					const rows = Object.entries(counts).map(([name, value]) => [name.replaceAll("_", " "), countsText(value)] as const);
					// How strongly it holds is each writ's own: `writ sandbox plan` says it beside the figure.
					const allowed = bytes_allowed === null ? "no limit" : `${sizeText(bytes_allowed)} (soft, unless an agent's quota is hard)`;
					return facts([...rows, ["bytes used", sizeText(bytes_used)], ["bytes allowed", allowed]], paint);
				},
			}),
		);
}

function countsText(value: unknown): string {
	if (typeof value !== "object") return textOf(value);
	return Object.entries(rowOf(value))
		.map(([name, count]) => `${name}: ${textOf(count)}`)
		.join(", ");
}

const UNITS = ["B", "kB", "MB", "GB", "TB", "PB"];

function sizeText(bytes: unknown): string {
	let size = typeof bytes === "number" ? bytes : 0;
	let unit = 0;
	for (; size >= 1024 && unit < UNITS.length - 1; unit++) size /= 1024;
	return `${unit === 0 || size >= 100 ? Math.round(size) : size.toFixed(1)} ${UNITS[unit]}`;
}
