import { type Command, InvalidArgumentError, Option } from "commander";
import { SANDBOX_MODES } from "../../../engine/index.ts";
import type { ServerReply } from "../../../points/socket/index.ts";
import { ask } from "../../client/ask.ts";
import { rowOf, textOf, textsOf } from "../../client/read-reply.ts";
import { complainOfWords } from "../../complain.ts";
import { EXIT } from "../../exit-code.ts";
import { facts } from "../../output/table.ts";
import type { CommonOptions, Session } from "../../subcommand.ts";
import type { Terminal } from "../../terminal.ts";
import { parseRunnerWords } from "../../words/parse-runner-words.ts";

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
export const KEY_SHOWN_ONCE = "The key is shown this once; keep it where only the agent can read it.\n";

/** The names under which NEXUS asks for a profile. */
const PRESETS: Readonly<Record<string, string>> = { sandboxed: "sandboxed", trusted: "nexus/trusted" };

/** `writ agent spawn` and `create`: a new agent, within its parent's writ. */
export function addSpawn(agent: Command, session: Session, name: "spawn" | "create"): void {
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

async function spawn(session: Session, id: string | undefined, options: SpawnOptions): Promise<void> {
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
		show: shown,
	});
}

function shown(reply: ServerReply, { paint }: Terminal): string {
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
