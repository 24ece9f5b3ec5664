import { getSystemErrorMessage } from "node:util";
import { runCommandLine } from "./command-line.ts";
import { EXIT } from "./subcommand.ts";
import { SUBCOMMANDS } from "./subcommands.ts";
import { processTerminal } from "./terminal.ts";

const terminal = processTerminal();

// INVARIANT: an answer that got lost never ends with 0: the caller could take that for an allow.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
	// The reader of the answers has gone; there is nobody left to tell.
	if (error.code !== "EPIPE")
		terminal.complain(`${terminal.paintComplaint.bad("writ:")} the answer could not be written: ${causeOf(error)}\n`);
	process.exit(EXIT.broken);
});
process.stderr.on("error", () => undefined);

process.exitCode = await runCommandLine(process.argv.slice(2), terminal, SUBCOMMANDS);

function causeOf({ errno, code, message }: NodeJS.ErrnoException): string {
	return errno === undefined || code === undefined ? message : `${getSystemErrorMessage(errno)} (${code})`;
}
