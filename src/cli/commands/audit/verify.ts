import type { Command } from "commander";
import { openOfflineAudit } from "../../../authority/index.ts";
import { configurationHome } from "../../../platform/index.ts";
import type { ServerReply } from "../../../points/socket/index.ts";
import { complain } from "../../client/ask.ts";
import { isAbsent, openRunning } from "../../client/open-client.ts";
import { rowOf, rowsOf, textOf } from "../../client/read-reply.ts";
import { EXIT, type ExitCode } from "../../exit-code.ts";
import { plural } from "../../output/print-problems.ts";
import { localTime } from "../../output/table.ts";
import { visible } from "../../output/visible.ts";
import { describeFailure } from "../../serve/describe-failure.ts";
import type { CommonOptions, Session } from "../../subcommand.ts";
import type { Terminal } from "../../terminal.ts";

/** A long ledger takes its time. */
const MOST_SECONDS = 3_600;

/** `writ audit verify`: whether every chain is whole. */
export function addVerify(audit: Command, { terminal, end }: Session): void {
	audit
		.command("verify")
		.summary("prove that nothing was edited, deleted, reordered or cut off")
		.description(
			"Check every chain of the ledger against its hashes, its signed heads and the file of heads. Works without a server, too. Exit 0 when all is whole, 1 when not.",
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
