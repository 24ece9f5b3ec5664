import { rowsOf, type ServerReply, textOf } from "../../client/index.ts";
import { type Request, requestText } from "../../engine/index.ts";
import { ask } from "../ask.ts";
import { openCatalog } from "../open-catalog.ts";
import { complainOfProblems, complainOfWords } from "../output/problems.ts";
import { visible } from "../output/visible.ts";
import type { CommonOptions, Define } from "../subcommand.ts";
import type { Terminal } from "../terminal.ts";
import { parsePast } from "../words/moments.ts";
import { composeSubject, nameSubject } from "../words/subject.ts";

interface ReplayOptions extends CommonOptions {
	readonly profile?: string;
	readonly agent?: string;
	readonly since?: string;
	readonly until?: string;
}

const PATIENCE = 600;

/** `writ replay`: what a definition would have answered to what was really asked. */
export const replayCommand: Define = (command, session) => {
	command
		.description(
			"Try a definition on the recorded decisions: what would change, counted, with examples. Nothing is changed and nothing recorded.",
		)
		.argument("[definition]", "a profile or an agent definition: a name, or a file")
		.option("--profile <name>", "a profile: a name, or a file")
		.option("--agent <id>", "only the decisions about this agent")
		.option("--since <moment>", "only decisions from then on", parsePast)
		.option("--until <moment>", "only decisions before then", parsePast)
		.action(async (word: string | undefined, { profile, agent, since, until, ...options }: ReplayOptions) => {
			const { terminal, end } = session;
			if (word === undefined && profile === undefined)
				return end(complainOfWords("name a profile or a file: writ replay --profile ./reviewer.yaml", terminal));
			const named = nameSubject({ word, profile }, openCatalog(options.home, terminal.directory), terminal.directory);
			const composed = named.ok ? composeSubject(named.subject) : named;
			if (!composed.ok) return end(complainOfProblems(composed.problems, terminal, options.json ?? false));
			return ask(session, options, {
				event: "audit:replay",
				data: { profile: composed.composition.profile, agent_id: agent, since, until },
				show: shown,
				timeoutSeconds: PATIENCE,
			});
		});
};

function shown(reply: ServerReply, { paint }: Terminal): string {
	const changes = rowsOf(reply.changes);
	const head = `${textOf(reply.decisions)} decisions: ${textOf(reply.same)} stay as they were`;
	const aside = Number(reply.not_comparable) > 0 ? `, ${textOf(reply.not_comparable)} cannot be compared` : "";
	if (changes.length === 0) return `${paint.good("✓")} ${head}${aside}, none would change\n`;
	const lines = changes.flatMap((change) => [
		"",
		`${textOf(change.count)} × ${textOf(change.before)} → ${paint.name(textOf(change.after))}`,
		...rowsOf(change.examples).map(
			(example) => `  ${visible(requestText(example.request as Request))}  ${paint.faint(visible(textOf(example.message)))}`,
		),
	]);
	return `${[`${head}${aside}`, ...lines].join("\n")}\n`;
}
