import { type Command, InvalidArgumentError, Option } from "commander";
import { rowOf, rowsOf, type ServerReply, textOf, textsOf } from "../../client/index.ts";
import { SANDBOX_MODES } from "../../engine/index.ts";
import { ask } from "../ask.ts";
import { complainOfWords, plural } from "../output/problems.ts";
import { facts } from "../output/table.ts";
import { visible } from "../output/visible.ts";
import { type CommonOptions, type Define, EXIT, type Invocation } from "../subcommand.ts";
import type { Terminal } from "../terminal.ts";
import { addList, addShow } from "./agent-list.ts";
import { addAnswer, addHistory, addMessages, addSend } from "./agent-messages.ts";

/** `writ agent`: who lives, and what becomes of them. */
export const agentCommand: Define = (command, session) => {
	command.description(
		"Start, see, reach and end agents. Each holds one sealed writ, never wider than its parent's. The authority of the home answers; a small daemon is started when no server runs.",
	);
	addSpawn(command, session, "spawn");
	addSpawn(command, session, "create");
	addList(command, session);
	addShow(command, session);
	addSend(command, session);
	addMessages(command, session);
	addAnswer(command, session);
	addHistory(command, session);
	addLifecycle(command, session);
	addTerminate(command, session);
};

interface SpawnOptions extends CommonOptions {
	readonly profile?: string;
	readonly preset?: string;
	readonly agent?: string;
	readonly parent?: string;
	readonly mode?: string;
	readonly session?: string;
	readonly runner?: unknown;
	readonly description?: string;
	readonly override?: unknown;
	readonly clamp?: boolean;
	readonly dryRun?: boolean;
}

/** What is said beside an agent's key. */
const KEY_SHOWN_ONCE = "The key is shown only once; keep it where only the agent can read it.\n";

/** The names under which NEXUS asks for a profile. */
const PRESETS: Readonly<Record<string, string>> = { sandboxed: "sandboxed", trusted: "nexus/trusted" };

/** `writ agent spawn` and `create`: a new agent, within its parent's writ. */
function addSpawn(agent: Command, session: Invocation, name: "spawn" | "create"): void {
	agent
		.command(name)
		.summary(name === "spawn" ? "make an agent" : "the same as spawn")
		.description("Make an agent from a profile, a preset or a definition, within its parent's writ. Its key is shown this once.")
		.argument("[id]", "its id; one is made up when it is left out")
		.addOption(new Option("--profile <name>", "its profile (default: the definition's, else standard)").conflicts("preset"))
		.option("--preset <name>", "a profile by its NEXUS name: sandboxed or trusted")
		.option("--agent <definition>", "an agent definition")
		.option("--parent <id>", "whose child it is; it cannot get more than the parent holds")
		.addOption(new Option("--mode <mode>", "its sandbox").choices([...SANDBOX_MODES]))
		.option("--session <id>", "the session whose files it shares")
		.option(
			"--runner <runner>",
			"how a message becomes work: mailbox, command:WORDS (or a JSON list of them), or http:URL",
			parseRunnerWords,
		)
		.option("--description <text>", "what it is for")
		.option("--override <json>", "changes to the profile, as definitions write them under overrides", parseOverride)
		.option("--clamp", "cut the wish down to what the parent holds instead of refusing it")
		.option("--dry-run", "say what would happen, and change nothing")
		.action((id: string | undefined, options: SpawnOptions) => spawn(session, id, options));
}

async function spawn(session: Invocation, id: string | undefined, options: SpawnOptions): Promise<void> {
	const { terminal, end } = session;
	const { preset, mode } = options;
	if (preset === "yolo") {
		terminal.complain(
			`${terminal.paintComplaint.bad("writ:")} the preset yolo grants everything, and nobody can ask for it from outside. Choose sandboxed or trusted, or name a --profile\n`,
		);
		return end(EXIT.denied);
	}
	if (preset !== undefined && !Object.hasOwn(PRESETS, preset))
		return end(complainOfWords(`unknown preset ${preset}: sandboxed or trusted`, terminal));
	if (mode === "shared" && options.session === undefined)
		return end(complainOfWords("--mode shared needs --session NAME: whose files it shares", terminal));
	if (mode === "nested" && options.parent === undefined)
		return end(complainOfWords("--mode nested needs --parent ID: below whose directory it works", terminal));
	return ask(session, options, {
		event: "agent:spawn",
		data: {
			agent_id: id,
			permission_profile: preset === undefined ? options.profile : PRESETS[preset],
			permission_overrides: options.override,
			profile: options.agent,
			parent_agent_id: options.parent,
			session_id: options.session,
			sandbox_config: mode === undefined ? undefined : { mode },
			runner: options.runner,
			description: options.description,
			fit: options.clamp === true ? "clamp" : undefined,
			dry_run: options.dryRun,
		},
		show: spawnedText,
	});
}

function spawnedText(reply: ServerReply, { paint }: Terminal): string {
	const isDry = reply.status === "valid";
	const { path, mode } = rowOf(reply.sandbox);
	return [
		`${paint.good("✓")} ${isDry ? "Nothing was changed; this would make" : "Made"} the agent ${paint.name(textOf(reply.agent_id))}\n`,
		facts(
			[
				["profile", textOf(reply.profile)],
				["definition", textOf(reply.composition)],
				["session", textOf(reply.session_id)],
				["sandbox", isDry ? textOf(mode) : `${textOf(mode)}, ${textOf(path)}`],
				["writ", textOf(reply.writ_digest)],
				["key", textOf(reply.api_key)],
			],
			paint,
		),
		...(reply.api_key === undefined ? [] : [paint.warn(KEY_SHOWN_ONCE)]),
		...textsOf(reply.warnings).map((warning) => `${paint.warn("warning:")} ${warning}\n`),
	].join("");
}

function parseOverride(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		throw new InvalidArgumentError('Overrides are JSON, such as {"capabilities": {"spawn_agents": true}}.');
	}
}

const VERBS = [
	{ name: "start", summary: "let a stopped agent act again" },
	{ name: "stop", summary: "deny everything an agent asks until it is started again; its mailbox still takes messages" },
	{ name: "restart", summary: "start over under the same writ; grants for the session end" },
] as const;

/** `writ agent start`, `stop`, `restart`, `recreate` and `rename`. */
function addLifecycle(agent: Command, session: Invocation): void {
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

interface TerminateOptions extends CommonOptions {
	readonly pattern?: string;
	readonly olderThan?: number;
	readonly agent?: string;
	readonly all?: boolean;
	readonly dryRun?: boolean;
}

/** `writ agent terminate`: ends agents with everything below them. */
function addTerminate(agent: Command, session: Invocation): void {
	agent
		.command("terminate")
		.summary("end agents with everything below them")
		.description(
			"End agents and all their descendants: by id, pattern, age or definition. Their keys, edges, grants and sandboxes go with them.",
		)
		.argument("[ids...]", "the agents")
		.option("--pattern <pattern>", "those whose id matches; * and ? stand for any characters")
		.option("--older-than <hours>", "those made at least this many hours ago", parseHours)
		.option("--agent <definition>", "those made from a definition")
		.option("--all", "all that you may end")
		.option("--dry-run", "show who would end, and end nobody")
		.action((ids: readonly string[], options: TerminateOptions) => terminate(session, ids, options));
}

async function terminate(session: Invocation, ids: readonly string[], options: TerminateOptions): Promise<void> {
	const { pattern, olderThan, agent, all, dryRun } = options;
	const isChosen = [pattern, olderThan, agent, all].some((choice) => choice !== undefined);
	if (ids.length === 0 && !isChosen)
		return session.end(complainOfWords("name agents, or choose them with --pattern, --older-than, --agent or --all", session.terminal));
	if (ids.length > 0 && isChosen) return session.end(complainOfWords("name agents or choose them, not both", session.terminal));
	return ask(session, options, {
		event: "agent:terminate",
		data: {
			agent_id: ids.length === 1 ? ids[0] : undefined,
			agent_ids: ids.length > 1 ? ids : undefined,
			pattern,
			older_than_hours: olderThan,
			component: agent,
			all,
			dry_run: dryRun,
		},
		show: terminatedText,
		exit: (reply) => (rowsOf(reply.failed).length > 0 ? EXIT.denied : EXIT.ok),
	});
}

function terminatedText(reply: ServerReply, { paint }: Terminal): string {
	if (reply.dry_run === true) {
		const ids = textsOf(reply.agents_to_terminate);
		return `Nobody was ended; this would end ${plural(ids.length, "agent")}:\n${ids.map((id) => `  ${paint.name(visible(id))}\n`).join("")}`;
	}
	const ended = reply.agent_id === undefined ? textsOf(reply.succeeded) : [...textsOf(reply.cascaded), textOf(reply.agent_id)];
	const failed = rowsOf(reply.failed).map(({ agent_id, error }) => `${paint.bad("✗")} ${textOf(agent_id)}: ${visible(textOf(error))}\n`);
	return [...ended.map((id) => `${paint.good("✓")} ended ${paint.name(visible(id))}\n`), ...failed].join("");
}

function parseHours(text: string): number {
	const hours = Number(text);
	if (text.trim() === "" || !Number.isFinite(hours) || hours < 0) throw new InvalidArgumentError("A number of hours.");
	return hours;
}

/** A runner as a person writes it: `mailbox`, `command:sh -c …` (words between spaces, or a JSON list), `http:URL` or the URL itself. */
export function parseRunnerWords(text: string): unknown {
	if (/^https?:\/\//.test(text)) return { kind: "http", url: text };
	if (text.startsWith("http:")) return { kind: "http", url: text.slice("http:".length) };
	if (!text.startsWith("command:")) return text;
	const words = text.slice("command:".length).trim();
	return { kind: "command", command: words.startsWith("[") ? parseList(words) : words.split(/\s+/).filter((word) => word !== "") };
}

function parseList(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		throw new InvalidArgumentError('A command is words, or a JSON list of them such as command:["sh","-c","cat"].');
	}
}
