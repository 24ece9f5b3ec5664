import { closeSync, openSync, writeSync } from "node:fs";
import { resolve } from "node:path";
import { type Command, Option } from "commander";
import {
	EXPORT_FORMATS,
	type ExportFormat,
	exportRecords,
	type LedgerFilter,
	type LedgerRecord,
	openOfflineAudit,
} from "../../authority/index.ts";
import { isAbsent, openRunning, rowOf, rowsOf, type ServerReply, type SocketClient, textOf } from "../../client/index.ts";
import { present } from "../../engine/index.ts";
import { configurationHome, WritError } from "../../platform/index.ts";
import { ask, complain, withClient } from "../ask.ts";
import { plural } from "../output/problems.ts";
import { listText, localTime } from "../output/table.ts";
import { visible } from "../output/visible.ts";
import { describeFailure } from "../serve/start-failure.ts";
import { type CommonOptions, type Define, EXIT, type ExitCode, type Invocation } from "../subcommand.ts";
import type { Palette, Terminal } from "../terminal.ts";
import { parsePast } from "../words/moments.ts";
import { addPaging, collect, type PagingOptions } from "../words/numbers.ts";

/** `writ audit`: the chained record of everything that was decided and changed. */
export const auditCommand: Define = (command, session) => {
	command.description("Read, follow, verify and export the ledger: the chained record of everything that was decided and changed.");
	addList(command, session);
	addFollow(command, session);
	addVerify(command, session);
	addExport(command, session);
	addRetain(command, session);
};

interface ListOptions extends CommonOptions, PagingOptions, FilterOptions {
	readonly oldest?: boolean;
}

/** `writ audit list`: records of the ledger. */
function addList(audit: Command, session: Invocation): void {
	const list = audit.command("list").summary("show records").description("Show records of the ledger, the newest first.");
	addPaging(addFilter(list).option("--oldest", "the oldest first")).action((options: ListOptions) => {
		const { limit, cursor, oldest } = options;
		return ask(session, options, {
			event: "audit:list",
			data: { ...filterOf(options), order: oldest === true ? "oldest" : undefined, limit, cursor },
			show: shown,
		});
	});
}

function shown(reply: ServerReply, terminal: Terminal): string {
	const { paint } = terminal;
	return listText(reply, rowsOf(reply.records), terminal, "No records match. To see all of them: writ audit list", [
		{ head: "TIME", of: (row) => localTime(row.at), paint: paint.faint },
		{ head: "KIND", of: (row) => [textOf(row.kind), textOf(rowOf(row.request).action)].filter((word) => word !== "").join(" ") },
		{ head: "EFFECT", of: (row) => textOf(row.effect), paint: (text, row) => paintEffect(text, row.effect, paint) },
		{ head: "CODE", of: (row) => textOf(row.code) },
		{ head: "AGENT", of: (row) => textOf(row.agent), paint: paint.name },
		{ head: "BY", of: (row) => textOf(row.principal) },
		{ head: "POINT", of: (row) => textOf(row.point) },
		{ head: "RECORD", of: (row) => textOf(row.id), paint: paint.faint },
	]);
}

/** The effect of a record in its colour. */
function paintEffect(text: string, effect: unknown, paint: Palette): string {
	if (effect === "allow") return paint.good(text);
	return effect === "deny" ? paint.bad(text) : effect === "ask" ? paint.warn(text) : text;
}

type FollowOptions = CommonOptions & { readonly pattern?: readonly string[] };

/** `writ audit follow`: what happens, as it happens. */
function addFollow(audit: Command, session: Invocation): void {
	audit
		.command("follow")
		.summary("show what happens, as it happens")
		.description("Show what happens, as it happens, until Ctrl-C. With --json one event a line.")
		.option("--pattern <pattern>", "only these events, such as permission:*; can be repeated", collect)
		.action((options: FollowOptions) => follow(session, options));
}

function follow(session: Invocation, options: FollowOptions): Promise<void> {
	return withClient(session, options, async (client, terminal) => {
		let stopped = false;
		const stop = (): void => {
			stopped = true;
			client.close();
		};
		process.once("SIGINT", stop).once("SIGTERM", stop);
		try {
			for await (const line of client.follow(options.pattern ?? ["*"])) {
				if (!line.ok) return stopped ? EXIT.ok : complain(line, "monitor:subscribe", terminal, options);
				if (line.reply.event === undefined) {
					if (options.json !== true) terminal.complain(terminal.paintComplaint.faint("Following; Ctrl-C ends it.\n"));
				} else terminal.write(options.json === true ? `${JSON.stringify(line.reply)}\n` : eventLine(line.reply, terminal.paint));
			}
			return EXIT.ok;
		} finally {
			process.off("SIGINT", stop).off("SIGTERM", stop);
		}
	});
}

function eventLine({ event, data }: ServerReply, paint: Palette): string {
	const { at, agent_id: agent, by, effect, code, dropped } = rowOf(data);
	if (event === "monitor:gap") return paint.warn(`… ${textOf(dropped)} events are missing here: writ audit list has them\n`);
	const parts = [
		paint.faint(localTime(at)),
		paint.strong(visible(textOf(event))),
		paint.name(visible(textOf(agent))),
		paintEffect(textOf(effect), effect, paint),
		visible(textOf(code)),
		by === undefined ? "" : paint.faint(`by ${visible(textOf(by))}`),
	];
	return `${parts.filter((part) => part !== "").join("  ")}\n`;
}

/** A long ledger takes its time. */
const MOST_SECONDS = 3_600;

/** `writ audit verify`: whether every chain is whole. */
function addVerify(audit: Command, { terminal, end }: Invocation): void {
	audit
		.command("verify")
		.summary("prove that nothing was edited, deleted, reordered or cut off")
		.description(
			"Check every chain of the ledger against its hashes, its signed heads and the file of heads. Works without a server, too. Exit 0 when everything is intact, 1 when not.",
		)
		.action(async (options: CommonOptions) => end(await verify(terminal, options)));
}

async function verify(terminal: Terminal, options: CommonOptions): Promise<ExitCode> {
	const home = configurationHome(options.home);
	const opened = await openRunning(home);
	if (!opened.ok) return isAbsent(opened) ? verifyStopped(home, terminal, options) : complain(opened, "audit:verify", terminal, options);
	const answer = await opened.client.send("audit:verify", {}, MOST_SECONDS);
	opened.client.close();
	return answer.ok ? tell(answer.reply, terminal, options) : complain(answer, "audit:verify", terminal, options);
}

async function verifyStopped(home: string, terminal: Terminal, options: CommonOptions): Promise<ExitCode> {
	try {
		const audit = await openOfflineAudit(home, process.env.WRIT_DATABASE);
		try {
			return tell({ ...(await audit.verify()) }, terminal, options);
		} finally {
			await audit.close();
		}
	} catch (error) {
		const { code, message, exit } = describeFailure(error, home);
		complain({ ok: false, code, message, reply: null }, "audit:verify", terminal, options);
		return exit;
	}
}

function tell(found: ServerReply, { write, paint }: Terminal, { json = false }: CommonOptions): ExitCode {
	const isWhole = found.ok === true;
	if (json) write(`${JSON.stringify(found)}\n`);
	else if (isWhole) {
		write(
			`${paint.good("✓")} The ledger is whole: ${plural(Number(found.records), "record")} in ${plural(rowsOf(found.heads).length, "chain")}\n`,
		);
		for (const { node, seq, at, hash } of rowsOf(found.heads))
			write(`  ${textOf(node)}  ${paint.faint(`up to ${textOf(seq)}, ${localTime(at)}, head ${textOf(hash)}`)}\n`);
	} else {
		write(`${paint.bad("✗")} The ledger is not whole\n`);
		const bad = rowsOf(found.bad);
		for (const { node, seq, fault, message } of bad.length === 0 ? [rowOf(found.first_bad)] : bad) {
			write(`  record ${textOf(seq)} of ${visible(textOf(node))}: ${paint.bad(textOf(fault))}\n`);
			if (typeof message === "string") write(`    ${visible(message)}\n`);
		}
		write("Nothing after such a record can be trusted. Compare it with a backup, and find out who could write to the database.\n");
	}
	return isWhole ? EXIT.ok : EXIT.denied;
}

interface ExportOptions extends CommonOptions, FilterOptions {
	readonly format: ExportFormat;
	readonly output?: string;
}

const PAGE = 1_000;

/** `writ audit export`: records for other programs. */
function addExport(audit: Command, { terminal, end }: Invocation): void {
	const command = audit
		.command("export")
		.summary("write records for other programs")
		.description(
			"Write records, the oldest first: exactly the texts that were hashed (jsonl), a table (csv), or OCSF events. Works without a server, too.",
		)
		.addOption(new Option("--format <format>", "how").choices([...EXPORT_FORMATS]).default("jsonl"))
		.option("--output <file>", "into a new file that only you can read, instead of standard output");
	addFilter(command).action(async (options: ExportOptions) => end(await exportLedger(terminal, options)));
}

async function exportLedger(terminal: Terminal, options: ExportOptions): Promise<ExitCode> {
	const home = configurationHome(options.home);
	const opened = await openRunning(home);
	if (!opened.ok && !isAbsent(opened)) return complain(opened, "audit:list", terminal, options);
	try {
		if (opened.ok) return await writeAll(recordsOf(opened.client, options), terminal, options);
		const audit = await openOfflineAudit(home, process.env.WRIT_DATABASE);
		try {
			return await writeAll(audit.records(offlineFilter(options)), terminal, options);
		} finally {
			await audit.close();
		}
	} catch (error) {
		const { code, message, exit } = describeFailure(error, home);
		complain({ ok: false, code, message, reply: null }, "audit:list", terminal, { json: false });
		return exit;
	} finally {
		if (opened.ok) opened.client.close();
	}
}

async function* recordsOf(client: SocketClient, options: FilterOptions): AsyncGenerator<LedgerRecord> {
	let cursor: unknown;
	do {
		const page = await client.send("audit:list", present({ ...filterOf(options), order: "oldest", limit: PAGE, cursor }));
		if (!page.ok) throw new WritError(page.code, page.message);
		// The server's own records, as it wrote them.
		yield* page.reply.records as readonly LedgerRecord[];
		cursor = page.reply.next_cursor ?? undefined;
	} while (cursor !== undefined);
}

async function writeAll(
	records: AsyncIterable<LedgerRecord>,
	terminal: Terminal,
	{ format, output, json }: ExportOptions,
): Promise<ExitCode> {
	const file = output === undefined ? null : resolve(terminal.directory, output);
	const descriptor = file === null ? null : openSync(file, "wx", 0o600);
	let lines = 0;
	try {
		for await (const line of exportRecords(format, records)) {
			if (descriptor === null) terminal.write(line);
			else writeSync(descriptor, line);
			lines++;
		}
	} finally {
		if (descriptor !== null) closeSync(descriptor);
	}
	const count = format === "csv" ? lines - 1 : lines;
	if (file !== null)
		terminal.write(
			json === true
				? `${JSON.stringify({ path: file, format, records: count })}\n`
				: `${terminal.paint.good("✓")} Wrote ${plural(count, "record")} to ${file}\n`,
		);
	return EXIT.ok;
}

/** As many as one call of the server takes away. */
const ONE_CALL = 100_000;

/** `writ audit retain`: replaces old records by one signed record. */
function addRetain(audit: Command, session: Invocation): void {
	audit
		.command("retain")
		.summary("replace old records by one signed record")
		.description(
			"Replace the records from before a moment by one signed record, so that the rest still verifies. They are gone: export them first.",
		)
		.requiredOption("--before <moment>", "how old: 90d, 52w, or a date", parsePast)
		.action((options: CommonOptions & { readonly before: string }) =>
			ask(session, options, {
				event: "audit:retain",
				data: { before: options.before },
				show: ({ removed }, { paint }) => {
					const count = Number(removed);
					if (count === 0) return "No record is that old; nothing was removed\n";
					return `${paint.good("✓")} removed ${plural(count, "record")}${count >= ONE_CALL ? ". There may be more: run it again" : ""}\n`;
				},
				timeoutSeconds: 600,
			}),
		);
}

/** Which records. */
interface FilterOptions {
	readonly agent?: string;
	readonly point?: string;
	readonly effect?: "allow" | "deny" | "ask";
	readonly code?: string;
	readonly kind?: string;
	readonly since?: string;
	readonly until?: string;
	readonly correlation?: string;
}

/** Gives a command the options that choose records. */
function addFilter(command: Command): Command {
	return command
		.option("--agent <id>", "only about this agent")
		.option("--point <point>", "only what came through this point: socket, rest, mcp, …")
		.addOption(new Option("--effect <effect>", "only these decisions").choices(["allow", "deny", "ask"]))
		.option("--code <code>", "only with this reason code")
		.option("--kind <kind>", "only of this kind: decision, spawn, edge, grant, …")
		.option("--since <moment>", "from then on: 30m, 12h, 7d ago, or a date", parsePast)
		.option("--until <moment>", "up to then", parsePast)
		.option("--correlation <id>", "only what one request led to");
}

/** The same in the words of the wire. */
function filterOf({ agent, point, effect, code, kind, since, until, correlation }: FilterOptions): ServerReply {
	return { agent, point, effect, code, kind, since, until, correlation_id: correlation };
}

/** The same filter for a ledger that is read without its server. */
function offlineFilter({ agent, point, effect, code, kind, since, until, correlation }: FilterOptions): LedgerFilter {
	return present({
		agent,
		point,
		effect,
		code,
		// One that there is not finds nothing.
		kind: kind as LedgerFilter["kind"],
		since: since === undefined ? undefined : Date.parse(since),
		until: until === undefined ? undefined : Date.parse(until),
		correlationId: correlation,
	});
}
