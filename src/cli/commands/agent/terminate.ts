import { type Command, InvalidArgumentError } from "commander";
import type { ServerReply } from "../../../points/socket/index.ts";
import { ask } from "../../client/ask.ts";
import { rowsOf, textOf, textsOf } from "../../client/read-reply.ts";
import { complainOfWords } from "../../complain.ts";
import { EXIT } from "../../exit-code.ts";
import { plural } from "../../output/print-problems.ts";
import { visible } from "../../output/visible.ts";
import type { CommonOptions, Session } from "../../subcommand.ts";
import type { Terminal } from "../../terminal.ts";

interface TerminateOptions extends CommonOptions {
	readonly pattern?: string;
	readonly olderThan?: number;
	readonly agent?: string;
	readonly all?: boolean;
	readonly dryRun?: boolean;
}

/** `writ agent terminate`: ends agents with everything below them. */
export function addTerminate(agent: Command, session: Session): void {
	agent
		.command("terminate")
		.summary("end agents with everything below them")
		.description(
			"End agents and all their descendants: by id, pattern, age or definition. Their keys, edges, grants and sandboxes go with them.",
		)
		.argument("[ids...]", "the agents")
		.option("--pattern <pattern>", "those whose id fits; * and ? stand for any characters")
		.option("--older-than <hours>", "those that were made so many hours ago", parseHours)
		.option("--agent <definition>", "those made from a definition")
		.option("--all", "all that you may end")
		.option("--dry-run", "show who would end, and end nobody")
		.action((ids: readonly string[], options: TerminateOptions) => terminate(session, ids, options));
}

async function terminate(session: Session, ids: readonly string[], options: TerminateOptions): Promise<void> {
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
		show: shown,
		exit: (reply) => (rowsOf(reply.failed).length > 0 ? EXIT.denied : EXIT.ok),
	});
}

function shown(reply: ServerReply, { paint }: Terminal): string {
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
