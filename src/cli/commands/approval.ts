import { Argument, Option } from "commander";
import { rowOf, rowsOf, type ServerReply, textOf } from "../../client/index.ts";
import { ask } from "../ask.ts";
import { complainOfWords } from "../output/problems.ts";
import { listText, localTime } from "../output/table.ts";
import { type CommonOptions, type Define, EXIT } from "../subcommand.ts";
import type { Terminal } from "../terminal.ts";
import { addPaging, type PagingOptions, parseCount } from "../words/numbers.ts";
import { paintStatus } from "./agent-list.ts";
import { addScope, type ScopeOptions, scopeOf, scopeProblem } from "./grant.ts";

interface ListOptions extends CommonOptions, PagingOptions {
	readonly agent?: string;
	readonly status: string;
}

/** What the server is given beyond the time that it waits itself. */
const GRACE = 10;

/** `writ approval`: questions that wait for a person. */
export const approvalCommand: Define = (command, session) => {
	command.description("See and answer what agents ask people for. What nobody answers in time is denied.");
	const list = command
		.command("list")
		.summary("show what waits for an answer")
		.description("Show the questions that wait for a person, or those that were answered.")
		.option("--agent <id>", "only this agent's")
		.addOption(new Option("--status <status>", "which").choices(["pending", "approved", "denied", "expired", "all"]).default("pending"));
	addPaging(list).action(({ agent, status, limit, cursor, ...options }: ListOptions) =>
		ask(session, options, {
			event: "approval:list",
			data: { agent_id: agent, status: status === "all" ? undefined : status, limit, cursor },
			show: listed,
		}),
	);
	addScope(
		command
			.command("answer")
			.summary("allow or deny what is asked for")
			.description("Answer a question. Allowing makes a grant: for one call unless told otherwise.")
			.argument("<approval>", "its id")
			.addArgument(new Argument("<effect>", "the answer").choices(["allow", "deny"])),
	).action((approval: string, effect: string, options: CommonOptions & ScopeOptions) => {
		const problem = effect === "allow" ? scopeProblem(options) : null;
		if (problem !== null) return session.end(complainOfWords(problem, session.terminal));
		return ask(session, options, {
			event: "permission:answer",
			data: { request_id: approval, effect, ...(effect === "allow" ? scopeOf(options) : {}), reason: options.reason },
			show: ({ status, grant_id }, { paint }) =>
				`${paint.good("✓")} ${textOf(status)}${grant_id === undefined ? "" : `  ${paint.faint(`grant ${textOf(grant_id)}`)}`}\n`,
		});
	});
	command
		.command("wait")
		.summary("wait until a question is answered")
		.description("Wait until a question is answered or its time is over. Exit 0 only when it was approved.")
		.argument("<approval>", "its id")
		.option("--seconds <count>", "how long", parseCount(0, 600), 60)
		.action((approval: string, options: CommonOptions & { readonly seconds: number }) =>
			ask(session, options, {
				event: "approval:wait",
				data: { request_id: approval, wait_seconds: options.seconds },
				show: ({ status }, { paint }) => `${paintStatus(status === "pending" ? "not answered yet" : textOf(status), status, paint)}\n`,
				exit: ({ status }) => (status === "approved" ? EXIT.ok : EXIT.denied),
				timeoutSeconds: options.seconds + GRACE,
			}),
		);
};

function listed(reply: ServerReply, terminal: Terminal): string {
	const { paint } = terminal;
	return listText(
		reply,
		rowsOf(reply.approvals),
		terminal,
		"Nothing is waiting for an answer. To see earlier ones: writ approval list --status all",
		[
			{ head: "APPROVAL", of: (row) => textOf(row.id), paint: paint.faint },
			{ head: "AGENT", of: (row) => textOf(row.agent), paint: paint.name },
			{ head: "ASKS FOR", of: askedText },
			{ head: "STATUS", of: (row) => textOf(row.status), paint: (text, row) => paintStatus(text, row.status, paint) },
			{ head: "UNTIL", of: (row) => localTime(row.expires_at) },
			{ head: "BY", of: (row) => textOf(row.answered_by), paint: paint.faint },
			{ head: "RULE", of: (row) => (row.request === null ? "" : textOf(row.rule ?? "once only")), paint: paint.faint },
			{ head: "REASON", of: (row) => textOf(row.reason) },
		],
	);
}

/** What the agent wants to do, or else the rule that it asks for. */
function askedText({ request, rule }: ServerReply): string {
	const { kind, command, tool, input } = rowOf(request);
	if (kind === "command") return textOf(command);
	if (kind === "tool") return `${textOf(tool)} ${textOf(rowOf(input).command ?? input)}`;
	return textOf(request ?? rule);
}
