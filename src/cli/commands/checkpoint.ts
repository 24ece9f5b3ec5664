import { resolve } from "node:path";
import { rowOf, type ServerReply, textOf } from "../../client/index.ts";
import { ask } from "../ask.ts";
import { facts } from "../output/table.ts";
import { visible } from "../output/visible.ts";
import type { CommonOptions, Define } from "../subcommand.ts";
import type { Terminal } from "../terminal.ts";

type CheckpointOptions = CommonOptions & { readonly dryRun?: boolean };

/** `writ checkpoint`: everything but the ledger, in one file. */
export const checkpointCommand: Define = (command, session) => {
	const { directory } = session.terminal;
	command.description("Write everything but the ledger into one file that only you can read, and read it into an empty home.");
	command
		.command("collect")
		.summary("write a checkpoint")
		.description("Write agents, edges, groups, grants, budgets, mailboxes and the hashes of keys into one file.")
		.argument("[file]", "where (default: the folder checkpoints of the home)")
		.option("--dry-run", "count, and write nothing")
		.action((file: string | undefined, options: CheckpointOptions) =>
			ask(session, options, {
				event: "checkpoint:collect",
				data: { path: file === undefined ? undefined : resolve(directory, file), dry_run: options.dryRun },
				show: (reply, terminal) => shown(reply, options.dryRun === true ? "Would write" : "Wrote", terminal),
			}),
		);
	command
		.command("restore")
		.summary("read a checkpoint into an empty home")
		.description("Read a checkpoint into an empty home, whole or not at all.")
		.argument("<file>", "the checkpoint")
		.option("--dry-run", "count, and change nothing")
		.action((file: string, options: CheckpointOptions) =>
			ask(session, options, {
				event: "checkpoint:restore",
				data: { path: resolve(directory, file), dry_run: options.dryRun },
				show: (reply, terminal) => shown(reply, options.dryRun === true ? "Would read" : "Read", terminal),
			}),
		);
};

function shown(reply: ServerReply, did: string, { paint }: Terminal): string {
	const counts = Object.entries(rowOf(reply.counts)).map(([name, count]): [string, string] => [name, textOf(count)]);
	return `${paint.good("✓")} ${did} ${visible(textOf(reply.path))}\n${facts(counts, paint)}`;
}
