import { runCommandLine } from "./command-line.ts";
import { RUN } from "./run/run-subcommand.ts";
import { processTerminal } from "./terminal.ts";

// A program is seen to its end, even when nobody is left to tell.
process.stderr.on("error", () => undefined);

/** `writ run` alone: the same words and answers as with all subcommands, and less to read. */
void runCommandLine(process.argv.slice(2), processTerminal(), [RUN]).then((code) => {
	process.exitCode = code;
});
