import { closeSync, openSync, writeSync } from "node:fs";
import { resolve } from "node:path";
import { type Command, Option } from "commander";
import { EXPORT_FORMATS, type ExportFormat, exportRecords, type LedgerRecord, openOfflineAudit } from "../../../authority/index.ts";
import { configurationHome, WritError } from "../../../platform/index.ts";
import type { SocketClient } from "../../../points/socket/index.ts";
import { complain, present } from "../../client/ask.ts";
import { isAbsent, openRunning } from "../../client/open-client.ts";
import { EXIT, type ExitCode } from "../../exit-code.ts";
import { plural } from "../../output/print-problems.ts";
import { describeFailure } from "../../serve/describe-failure.ts";
import type { CommonOptions, Session } from "../../subcommand.ts";
import type { Terminal } from "../../terminal.ts";
import { addFilter, type FilterOptions, filterOf } from "./filter.ts";
import { offlineFilter } from "./offline-filter.ts";

interface ExportOptions extends CommonOptions, FilterOptions {
	readonly format: ExportFormat;
	readonly output?: string;
}

const PAGE = 1_000;

/** `writ audit export`: records for other programs. */
export function addExport(audit: Command, { terminal, end }: Session): void {
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
