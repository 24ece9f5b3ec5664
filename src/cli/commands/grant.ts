import { Option } from "commander";
import { GRANT_SCOPES } from "../../authority/index.ts";
import { rowOf, rowsOf, type ServerReply, type SocketClient, textOf, textsOf } from "../../client/index.ts";
import { ask } from "../ask.ts";
import { complainOfWords } from "../output/problems.ts";
import { facts, listText, localTime } from "../output/table.ts";
import { visible } from "../output/visible.ts";
import type { CommonOptions, Define } from "../subcommand.ts";
import type { Terminal } from "../terminal.ts";
import { addPaging, type PagingOptions, parseCount } from "../words/numbers.ts";
import { paintStatus } from "./agent-list.ts";

/** For how long a grant holds. */
export interface ScopeOptions {
	readonly scope?: string;
	readonly minutes?: number;
	readonly calls?: number;
	readonly reason?: string;
}

/** `writ grant`: temporary widenings. */
export const grantCommand: Define = (command, session) => {
	command.description("Widen one agent's writ for a while. A grant stays under the ceiling, and never beats a deny rule.");
	addScope(
		command
			.command("create")
			.summary("widen an agent's writ for a while")
			.description("Widen one agent's writ for one call, a task, a session, some minutes or some calls.")
			.argument("<agent>", "the agent")
			.argument("<rule>", "what it may do, as a profile writes it: a tool, or Bash(git push:*)"),
	).action((agent: string, rule: string, options: CommonOptions & ScopeOptions) => {
		const problem = scopeProblem(options);
		if (problem !== null) return session.end(complainOfWords(problem, session.terminal));
		return ask(session, options, {
			event: "grant:create",
			data: { agent_id: agent, rule, ...scopeOf(options), reason: options.reason },
			show: granted,
			after: (client, terminal) => warnOfUselessGrant(client, agent, rule, terminal),
		});
	});
	const list = command
		.command("list")
		.summary("show grants")
		.description("Show grants, the newest first.")
		.option("--agent <id>", "only this agent's");
	addPaging(list).action(({ agent, limit, cursor, ...options }: CommonOptions & PagingOptions & { readonly agent?: string }) =>
		ask(session, options, { event: "grant:list", data: { agent_id: agent, limit, cursor }, show: listed }),
	);
	command
		.command("revoke")
		.summary("take a grant back at once")
		.description("Take a grant back; the next decision no longer sees it.")
		.argument("<grant>", "the grant's id")
		.action((grant: string, options: CommonOptions) =>
			ask(session, options, {
				event: "grant:revoke",
				data: { grant_id: grant },
				show: (_, { paint }) => `${paint.good("✓")} revoked\n`,
			}),
		);
};

/** Gives a command the options that say for how long something is granted. */
export function addScope<Words extends Parameters<Define>[0]>(command: Words): Words {
	command
		.addOption(
			new Option("--scope <scope>", "for how long (default: once; minutes or calls when those are given)").choices([...GRANT_SCOPES]),
		)
		.option("--minutes <count>", "for this many minutes", parseCount(1))
		.option("--calls <count>", "for this many calls", parseCount(1))
		.option("--reason <text>", "why, for the record");
	return command;
}

/** What is wrong with the options that say for how long; the server would say it in the words of its events. */
export function scopeProblem({ scope, minutes, calls }: ScopeOptions): string | null {
	if (minutes !== undefined && calls !== undefined) return "a grant is for some minutes or for some calls: leave out --minutes or --calls";
	for (const [unit, count] of Object.entries({ minutes, calls })) {
		if (scope === unit && count === undefined) return `--scope ${unit} needs --${unit} COUNT, such as --${unit} 10`;
		if (scope !== undefined && scope !== unit && count !== undefined) return `--${unit} goes with --scope ${unit}, and not with ${scope}`;
	}
	return null;
}

/** The scope that the options say. */
export function scopeOf({ scope, minutes, calls }: ScopeOptions): ServerReply {
	return { scope: scope ?? (minutes !== undefined ? "minutes" : calls !== undefined ? "calls" : "once"), minutes, calls };
}

function granted(reply: ServerReply, { paint }: Terminal): string {
	const { id, agent, rule, scope, expires_at: expires, uses_left: uses } = rowOf(reply.grant);
	return `${paint.good("✓")} granted to ${paint.name(textOf(agent))}\n${facts(
		[
			["rule", textOf(rule)],
			["scope", textOf(scope)],
			["until", localTime(expires)],
			["uses", textOf(uses)],
			["grant", textOf(id)],
		],
		paint,
	)}`;
}

function listed(reply: ServerReply, terminal: Terminal): string {
	const { paint } = terminal;
	return listText(reply, rowsOf(reply.grants), terminal, "There are no grants. Make one: writ grant create AGENT RULE --minutes 10", [
		{ head: "GRANT", of: (row) => textOf(row.id), paint: paint.faint },
		{ head: "AGENT", of: (row) => textOf(row.agent), paint: paint.name },
		{ head: "RULE", of: (row) => textOf(row.rule) },
		{ head: "SCOPE", of: (row) => textOf(row.scope) },
		{ head: "STATUS", of: (row) => textOf(row.status), paint: (text, row) => paintStatus(text, row.status, paint) },
		{ head: "USES LEFT", of: (row) => textOf(row.uses_left) },
		{ head: "EXPIRES", of: (row) => localTime(row.expires_at) },
		{ head: "BY", of: (row) => textOf(row.granted_by), paint: paint.faint },
		{ head: "REASON", of: (row) => textOf(row.reason), paint: paint.faint },
	]);
}

/** Says on standard error when the agent's writ disallows what was just granted: the grant is there, and changes nothing. */
async function warnOfUselessGrant(client: SocketClient, agent: string, rule: string, terminal: Terminal): Promise<void> {
	const answer = await client.send("permission:get_agent", { agent_id: agent });
	if (!answer.ok) return;
	const tool = rule.trim().split("(", 1)[0];
	const denying = textsOf(rowOf(rowOf(answer.reply.permissions).tools).disallowed).find((one) => one === tool || one === rule.trim());
	if (denying === undefined) return;
	terminal.complain(
		`${terminal.paintComplaint.warn("warning:")} the writ of ${visible(agent)} disallows ${visible(denying)}, and no grant beats that: it changes nothing\n`,
	);
}
