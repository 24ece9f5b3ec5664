import { readFileSync } from "node:fs";
import { type Command, Option } from "commander";
import { rowOf, rowsOf, type ServerReply, textOf } from "../../client/index.ts";
import { CONFINEMENT_LEVELS } from "../../engine/index.ts";
import { ask, complain, withClient } from "../ask.ts";
import { complainOfWords, plural } from "../output/problems.ts";
import { listText } from "../output/table.ts";
import { visible, visibleLine } from "../output/visible.ts";
import { type CommonOptions, type Define, EXIT, type ExitCode, type Invocation } from "../subcommand.ts";
import type { Terminal } from "../terminal.ts";
import { VERSION } from "../version.ts";

/** `writ mcp`: the tools of a server on standard input and output, for clients that start their servers themselves; and the servers behind it. */
export const mcpCommand: Define = (command, session) => {
	const { terminal, end } = session;
	addServerCommands(command, session);
	command
		.description(
			"Offer the tools of a running server on standard input and output, for clients that start their servers themselves. WRIT_URL names the server (default: http://127.0.0.1:7171), WRIT_KEY holds the caller's key. The subcommands mount other servers behind it.",
		)
		.action(async () => end(await bridge(terminal)));
};

async function bridge(terminal: Terminal): Promise<ExitCode> {
	const { WRIT_KEY: key, WRIT_URL: server = "http://127.0.0.1:7171" } = process.env;
	if (key === undefined || key === "") return complainOfWords("WRIT_KEY holds no key. Make one: writ key create", terminal);
	const url = endpointOf(server);
	if (url === null) return complainOfWords("WRIT_URL is not an address of a server, such as http://127.0.0.1:7171", terminal);
	// SECURITY: a key is not sent in the clear to another machine.
	if (url.protocol === "http:" && !LOOPBACK.test(url.hostname))
		return complainOfWords("WRIT_URL is another machine: its address must begin with https://", terminal);
	const { bridgeStdio } = await import("../../points/mcp/index.ts");
	await bridgeStdio({ url, key, name: "writ", version: VERSION, input: process.stdin, output: process.stdout });
	return EXIT.ok;
}

const LOOPBACK = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/;

/** The endpoint of a server, which may be named with or without its path. */
function endpointOf(server: string): URL | null {
	if (!URL.canParse(server)) return null;
	const url = new URL(server);
	if (url.protocol !== "http:" && url.protocol !== "https:") return null;
	if (!url.pathname.endsWith("/mcp")) url.pathname = `${url.pathname.replace(/\/$/, "")}/mcp`;
	return url;
}

interface MountOptions extends CommonOptions {
	readonly url?: string;
	readonly profile?: string;
	readonly level?: string;
	readonly env?: readonly string[];
	readonly secrets?: string;
}

/** A start can take as long as the server waits for it. */
const MOUNT_SECONDS = 90;

/** `writ mcp mount|list|show|refresh|review|unmount`: servers whose tools agents get through this one. */
function addServerCommands(command: Command, session: Invocation): void {
	addMount(command, session);
	command
		.command("list")
		.summary("show mounted servers")
		.description("Show the mounted servers, and how many of their tools can be called.")
		.action((options: CommonOptions) => ask(session, options, { event: "mcp:list", data: {}, show: listed }));
	const one = (name: string, summary: string, description: string): Command =>
		command.command(name).summary(summary).description(description).argument("<id>", "the server");
	one(
		"show",
		"show a server and its tools",
		"Show a mounted server and its tools; for a tool that waits for review, also what it was before.",
	).action((id: string, options: CommonOptions) => ask(session, options, { event: "mcp:show", data: { server_id: id }, show: shown }));
	one("refresh", "look at the tools of a server again", "List the tools of a server again, and start it when it does not run.").action(
		(id: string, options: CommonOptions) =>
			ask(session, options, { event: "mcp:refresh", data: { server_id: id }, show: shown, timeoutSeconds: MOUNT_SECONDS }),
	);
	one(
		"review",
		"accept a tool that is new or changed",
		"Accept a tool as it is now, or with --reject take it away. Look at it first: writ mcp show ID.",
	)
		.argument("<tool>", "its name, as the server calls it")
		.option("--digest <digest>", "the version you looked at (default: the current one)")
		.option("--reject", "nobody may use it")
		.action((id: string, tool: string, options: CommonOptions & { readonly digest?: string; readonly reject?: boolean }) =>
			review(session, options, id, tool),
		);
	one("unmount", "end a server", "End a mounted server, and forget it and its accepted tools.").action(
		(id: string, options: CommonOptions) =>
			ask(session, options, {
				event: "mcp:unmount",
				data: { server_id: id },
				show: (_, { paint }) => `${paint.good("✓")} unmounted ${visibleLine(id)}\n`,
			}),
	);
}

function addMount(command: Command, session: Invocation): void {
	command
		.command("mount")
		.summary("put a server behind this one")
		.description(
			"Start a server in a sandbox (command after --) or reach it (--url), and accept its tools as they are. Agents get those that a rule of their profile names: mcp__ID__TOOL.",
		)
		.argument("<id>", "a name for it")
		.argument("[command...]", "the program and its arguments, after --")
		.option("--url <address>", "a server that is reached over HTTP")
		.option("--profile <name>", "what its program may do: a profile, or a file.json (default: restricted)")
		.addOption(new Option("--level <level>", "how strongly its program must be confined").choices([...CONFINEMENT_LEVELS]))
		.option("--env <name...>", "a variable that it gets: NAME takes the value from here, NAME=VALUE is for what is not secret")
		.option("--secrets <file>", `a file in JSON, or - for standard input: {"env": {…}, "headers": {…}}`)
		.action((id: string, words: readonly string[], options: MountOptions) => {
			const data = wishOf(id, words, options);
			if (typeof data === "string") return session.end(complainOfWords(data, session.terminal));
			return ask(session, options, { event: "mcp:mount", data, show: shown, timeoutSeconds: MOUNT_SECONDS });
		});
}

/** What is asked for; a text says what is wrong with it. */
function wishOf(
	id: string,
	[command, ...args]: readonly string[],
	{ url, profile, level, env = [], secrets }: MountOptions,
): ServerReply | string {
	if ((command === undefined) === (url === undefined)) return "Name either a program after -- or an address with --url";
	const kept = secrets === undefined ? {} : readJson(secrets === "-" ? 0 : secrets);
	if (kept === null) return `${secrets} cannot be read, or is not an object in JSON`;
	const variables: Record<string, unknown> = { ...rowOf(kept.env) };
	for (const said of env) {
		const [name = "", ...value] = said.split("=");
		const found = value.length > 0 ? value.join("=") : process.env[name];
		if (found === undefined) return `There is no variable ${name} here`;
		variables[name] = found;
	}
	const permissions = profile?.endsWith(".json") === true ? readJson(profile) : profile;
	if (permissions === null) return `${profile} cannot be read, or is not an object in JSON`;
	if (url !== undefined) return { server_id: id, transport: "http", url, headers: kept.headers };
	return { server_id: id, transport: "stdio", command, args, env: variables, profile: permissions, level };
}

function readJson(file: string | number): ServerReply | null {
	try {
		const read: unknown = JSON.parse(readFileSync(file, "utf8"));
		return typeof read === "object" && read !== null && !Array.isArray(read) ? { ...read } : null;
	} catch {
		return null;
	}
}

/** Without a digest what is there now is meant, which a person sees in the answer. */
function review(
	session: Invocation,
	options: CommonOptions & { readonly digest?: string; readonly reject?: boolean },
	id: string,
	tool: string,
): Promise<void> {
	return withClient(session, options, async (client, terminal) => {
		const found = options.digest === undefined ? await client.send("mcp:show", { server_id: id }) : null;
		if (found !== null && !found.ok) return complain(found, "mcp:show", terminal, options);
		const now = found === null ? undefined : rowsOf(rowOf(found.reply.server).tools).find(({ name }) => name === tool);
		const digest = options.digest ?? textOf(now?.digest);
		const answer = await client.send("mcp:review", { server_id: id, tool, digest, accept: options.reject !== true });
		if (!answer.ok) return complain(answer, "mcp:review", terminal, options);
		terminal.write(options.json === true ? `${JSON.stringify(answer.reply)}\n` : shown(answer.reply, terminal));
		return EXIT.ok;
	});
}

function listed(reply: ServerReply, terminal: Terminal): string {
	const { paint } = terminal;
	return listText(reply, rowsOf(reply.servers), terminal, "No server is mounted. Mount one: writ mcp mount ID -- PROGRAM", [
		{ head: "SERVER", of: (row) => textOf(row.id), paint: paint.name },
		{ head: "STATE", of: (row) => textOf(row.state), paint: (text) => (text === "failed" ? paint.bad(text) : text) },
		{ head: "TOOLS", of: (row) => countOf(row, "active") },
		{ head: "TO REVIEW", of: (row) => countOf(row, "quarantined"), paint: (text) => (text === "0" ? text : paint.warn(text)) },
		{ head: "WHERE", of: (row) => [row.url ?? row.command, ...(Array.isArray(row.args) ? row.args : [])].map(textOf).join(" ") },
	]);
}

function countOf(server: ServerReply, state: string): string {
	return String(rowsOf(server.tools).filter((tool) => tool.state === state).length);
}

function shown(reply: ServerReply, { paint }: Terminal): string {
	const server = rowOf(reply.server);
	const tools = rowsOf(server.tools);
	const lines = tools.map((tool) => {
		const mark = tool.state === "active" ? paint.good("✓") : paint.warn("?");
		const name = `mcp__${textOf(server.id)}__${textOf(tool.name)}`;
		return `  ${mark} ${paint.name(visibleLine(name))}  ${paint.faint(textOf(tool.state))}\n${tool.state === "active" ? "" : why(tool)}`;
	});
	const problem = textOf(server.problem);
	return [
		`${paint.name(visibleLine(textOf(server.id)))}  ${textOf(server.state)}, ${plural(tools.length, "tool")}\n`,
		problem === "" ? "" : `  ${paint.bad(visibleLine(problem))}\n`,
		...lines,
	].join("");
}

/** What a person looks at before a tool is accepted. */
function why({ digest, current, accepted, problem }: ServerReply): string {
	const lines = [
		...(textOf(problem) === "" ? [] : [`it cannot be accepted: ${textOf(problem)}`]),
		`digest: ${textOf(digest)}`,
		...(accepted === null || accepted === undefined ? [] : [`was: ${textOf(accepted)}`]),
		`is now: ${textOf(current)}`,
	];
	return lines.map((line) => `      ${visible(line)}\n`).join("");
}
