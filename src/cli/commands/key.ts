import { Option } from "commander";
import { rowOf, rowsOf, type ServerReply, type SocketClient, type SocketFault, textOf, textsOf } from "../../client/index.ts";
import { present, ROLES } from "../../engine/index.ts";
import { ask, complain, withClient } from "../ask.ts";
import { complainOfWords, plural } from "../output/problems.ts";
import { facts, listText, localTime } from "../output/table.ts";
import { visible } from "../output/visible.ts";
import { type CommonOptions, type Define, EXIT, type Invocation } from "../subcommand.ts";
import type { Terminal } from "../terminal.ts";
import { parseFuture } from "../words/moments.ts";
import { addPaging, type PagingOptions, parseCount } from "../words/numbers.ts";

interface CreateOptions extends CommonOptions, HolderOptions {
	readonly expires?: string;
	readonly description?: string;
	readonly compat?: boolean;
}

/** `writ key`: keys of people, agents and systems. */
export const keyCommand: Define = (command, session) => {
	command
		.description("Make and end keys. The value of a key is shown once, when it is made; the server keeps only its hash.")
		.addHelpText("after", EXAMPLES);
	command
		.command("create")
		.summary("make a key")
		.description(
			"Make a key for a person (--email), an agent (--agent), a system (--scope system) or yourself (--scope user); its value is shown this once.",
		)
		.argument("<name>", "what it is for")
		.addOption(new Option("--scope <scope>", "for whom; user without --email is you").choices(["user", "agent", "system"]))
		.option("--agent <id>", "the agent that it is for")
		.option("--email <address>", "the person that it is for")
		.addOption(
			new Option("--role <role>", "what a new person may do (default: user); a known person keeps the role that they have").choices([
				...ROLES,
			]),
		)
		.option("--expires <moment>", "when it ends: 30m, 12h, 90d, or a date", parseFuture)
		.option("--description <text>", "more about it")
		.option("--compat", "make it look like a Trinity key")
		.action((name: string, options: CreateOptions) => {
			const { agent, email, role, expires, description, compat } = options;
			const problem = holderProblem(options);
			if (problem !== null) return session.end(complainOfWords(problem, session.terminal));
			const scope = options.scope ?? (agent === undefined ? undefined : "agent");
			const data = { name, scope, agent_id: agent, email, role, expires_at: expires, description, compat };
			return ask(session, options, { event: "key:create", data, show: made });
		});
	const list = command
		.command("list")
		.summary("show keys, without their values")
		.description("Show keys, without their values.")
		.option("--agent <id>", "only this agent's");
	addPaging(list).action(({ agent, limit, cursor, ...options }: CommonOptions & PagingOptions & { readonly agent?: string }) =>
		ask(session, options, { event: "key:list", data: { agent_id: agent, limit, cursor }, show: listed }),
	);
	command
		.command("revoke")
		.summary("end a key at once")
		.description("End a key, what was derived from it, and for an agent's key those of its descendants.")
		.argument("<key>", KEY_WORD)
		.action((key: string, options: CommonOptions) =>
			askAboutKey(session, options, key, {
				event: "key:revoke",
				show: ({ revoked }, { paint }) => {
					const count = textsOf(revoked).length;
					return count === 0 ? "It had ended already\n" : `${paint.good("✓")} revoked ${plural(count, "key")}\n`;
				},
			}),
		);
	command
		.command("rotate")
		.summary("give a key a new value")
		.description("Give a key a new value; the old one ends at once, or after a grace period.")
		.argument("<key>", KEY_WORD)
		.option("--grace <seconds>", "how long the old value still works (default: 0)", parseCount(0))
		.action((key: string, options: CommonOptions & { readonly grace?: number }) =>
			askAboutKey(session, options, key, {
				event: "key:rotate",
				data: { grace_seconds: options.grace },
				show: (reply, terminal) => `${made(reply, terminal)}${oldValue(options.grace ?? 0)}`,
			}),
		);
};

const KEY_WORD = "its id, the beginning of it, or its name when only one key has it";

const EXAMPLES = `
Examples:
  writ key create laptop --email ann@example.com --role creator --expires 90d
  writ key create worker --agent worker
  writ key create deploy --scope system
  writ key list
  writ key rotate laptop --grace 300
  writ key revoke laptop

Use one: WRIT_KEY=… writ agent list, or curl -H "Authorization: Bearer …"`;

/** Asks about one key, by whatever the person calls it. */
function askAboutKey(
	session: Invocation,
	options: CommonOptions,
	word: string,
	{
		event,
		data = {},
		show,
	}: { readonly event: string; readonly data?: ServerReply; readonly show: (reply: ServerReply, terminal: Terminal) => string },
): Promise<void> {
	return withClient(session, options, async (client, terminal) => {
		const key = await findKey(client, word);
		if (!key.ok) return complain(key, event, terminal, options);
		const answer = await client.send(event, present({ key_id: key.id, ...data }));
		if (!answer.ok) return complain(answer, event, terminal, options);
		terminal.write(options.json === true ? `${JSON.stringify(answer.reply)}\n` : show(answer.reply, terminal));
		return EXIT.ok;
	});
}

function oldValue(grace: number): string {
	return grace === 0 ? "The old value has ended.\n" : `The old value works for another ${plural(grace, "second")}.\n`;
}

function made(reply: ServerReply, { paint }: Terminal): string {
	const key = rowOf(reply.key);
	const { id, name, expires_at: expires, role, scope } = key;
	return `${paint.good("✓")} ${paint.name(textOf(name))}\n${facts(
		[
			["holder", holderOf(key)],
			["scope", textOf(scope)],
			["role", textOf(role)],
			["id", textOf(id)],
			["until", localTime(expires)],
			["key", textOf(reply.api_key)],
		],
		paint,
	)}${paint.warn(`Anybody who has it can do everything that ${visible(holderOf(key))} may do. It is shown only once; keep it where only its holder can read it.\n`)}`;
}

function holderOf({ agent_name: agent, user_email: person, name }: ServerReply): string {
	if (typeof agent === "string") return `the agent ${agent}`;
	return typeof person === "string" ? person : `the system ${textOf(name)}`;
}

function listed(reply: ServerReply, terminal: Terminal): string {
	const { paint } = terminal;
	return listText(reply, rowsOf(reply.keys), terminal, "There are no keys. Make one: writ key create NAME --email ADDRESS", [
		{ head: "KEY", of: (row) => textOf(row.id), paint: paint.faint },
		{ head: "NAME", of: (row) => textOf(row.name), paint: paint.name },
		{ head: "BEGINS", of: (row) => `${textOf(row.key_prefix)}…` },
		{ head: "SCOPE", of: (row) => textOf(row.scope) },
		{ head: "HOLDER", of: (row) => textOf(row.agent_name ?? row.user_email ?? row.name) },
		{
			head: "STATUS",
			of: (row) => (row.is_active === true ? "active" : "ended"),
			paint: (text, row) => (row.is_active === true ? paint.good(text) : paint.faint(text)),
		},
		{ head: "LAST USED", of: (row) => localTime(row.last_used_at) },
		{ head: "EXPIRES", of: (row) => localTime(row.expires_at) },
	]);
}

const WHOLE = /^key_[0-9a-f]{32}$/;
const PAGE = 1_000;

/** The id of the key that a person means by its id, the beginning of it, or the name that only one living key has. */
async function findKey(client: SocketClient, word: string): Promise<{ readonly ok: true; readonly id: string } | SocketFault> {
	if (WHOLE.test(word)) return { ok: true, id: word };
	const found: ServerReply[] = [];
	let cursor: string | undefined;
	do {
		const answer = await client.send("key:list", { limit: PAGE, ...present({ cursor }) });
		if (!answer.ok) return answer;
		found.push(...rowsOf(answer.reply.keys).filter((row) => means(row, word)));
		const { next_cursor: next } = answer.reply;
		cursor = typeof next === "string" ? next : undefined;
	} while (cursor !== undefined);
	const [only, ...others] = found;
	if (only !== undefined && others.length === 0) return { ok: true, id: textOf(only.id) };
	if (only === undefined) return fault("not-found", "Key not found");
	return fault("ambiguous", `${found.length} keys have this name: choose one by its id, ${found.map(({ id }) => textOf(id)).join(" or ")}`);
}

/** A name is that of a key that still works; an id is an id. */
function means({ id, name, is_active: isActive }: ServerReply, word: string): boolean {
	return (word.length > SHORTEST && textOf(id).startsWith(word)) || (isActive === true && name === word);
}

/** Every id begins with `key_`. */
const SHORTEST = 4;

function fault(code: string, message: string): SocketFault {
	return { ok: false, code, message, reply: { error: message, code, status: "failed" } };
}

/** For whom a key is. */
interface HolderOptions {
	readonly scope?: string;
	readonly agent?: string;
	readonly email?: string;
	readonly role?: string;
}

/**
 * What is wrong with the words that say whose key is made.
 * SECURITY: a key for nobody in particular would be the caller's own, and on a laptop that is the administrator's.
 */
function holderProblem({ scope, agent, email, role }: HolderOptions): string | null {
	if (agent !== undefined && email !== undefined) return "a key is a person's or an agent's: leave out --email or --agent";
	if (role !== undefined && email === undefined) return "--role says what a new person may do, and needs their --email";
	if (scope === "agent" && agent === undefined) return "--scope agent needs --agent ID";
	if (scope !== undefined && scope !== "agent" && agent !== undefined) return `--agent goes with --scope agent, and not with ${scope}`;
	if (scope !== undefined && scope !== "user" && email !== undefined) return `--email goes with --scope user, and not with ${scope}`;
	if (scope !== undefined || agent !== undefined || email !== undefined) return null;
	return "say whose key it is: --email ADDRESS, --agent ID, --scope system, or --scope user for one of your own, which can do everything that you may do";
}
