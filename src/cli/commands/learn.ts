import { rowOf, rowsOf, type ServerReply, textOf } from "../../client/index.ts";
import type { Profile } from "../../engine/index.ts";
import { ask } from "../ask.ts";
import { renderProfile } from "../output/profile.ts";
import { visible } from "../output/visible.ts";
import type { CommonOptions, Define } from "../subcommand.ts";
import type { Terminal } from "../terminal.ts";
import { parsePast } from "../words/moments.ts";

interface LearnOptions extends CommonOptions {
	readonly name: string;
	readonly since?: string;
	readonly until?: string;
}

/** Reading a long ledger takes its time. */
const PATIENCE = 600;
const SHOWN = 10;

/** `writ learn`: the smallest profile that allows what an agent really did. */
export const learnCommand: Define = (command, session) => {
	command
		.description(
			"Make the smallest profile that allows what an agent really did, from the ledger, and show how it differs from what the agent holds.",
		)
		.argument("<agent>", "the agent; it must still be alive")
		.option("--name <name>", "the name of the new profile", "learned")
		.option("--since <moment>", "only what was done from then on", parsePast)
		.option("--until <moment>", "only what was done before then", parsePast)
		.action((agent: string, { name, since, until, ...options }: LearnOptions) =>
			ask(session, options, { event: "audit:learn", data: { agent_id: agent, name, since, until }, show: shown, timeoutSeconds: PATIENCE }),
		);
};

function shown(reply: ServerReply, { paint }: Terminal): string {
	const profile = rowOf(reply.profile) as Profile;
	const yaml = renderProfile({ profile, origins: {} }).map(({ text }) => visible(text));
	const forbids = rowsOf(rowOf(reply.diff).forbids);
	const uncovered = Array.isArray(reply.uncovered) ? reply.uncovered.length : 0;
	const lines = [
		paint.faint(
			`# Learned from ${textOf(reply.decisions)} decisions: ${textOf(reply.covered)} different requests, all allowed by this profile.`,
		),
		...yaml,
		"",
		paint.faint(`# What the agent may do now and this profile does not allow (${forbids.length}):`),
		...forbids.slice(0, SHOWN).map((change) => paint.faint(`#   ${visible(textOf(change.message))}`)),
		...(forbids.length > SHOWN ? [paint.faint(`#   and ${forbids.length - SHOWN} more; --json shows all`)] : []),
		...(uncovered > 0 ? [paint.faint(`# ${uncovered} requests could not be turned into rules; --json shows them.`)] : []),
	];
	return `${lines.join("\n")}\n`;
}
