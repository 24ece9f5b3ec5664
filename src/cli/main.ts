import { runCommandLine } from "./command-line.ts";
import { EXIT } from "./exit-code.ts";
import { SUBCOMMANDS } from "./subcommands.ts";
import { processTerminal } from "./terminal.ts";

// Whoever read the answers has gone; there is nobody left to tell.
process.stdout.on("error", () => process.exit(EXIT.broken));
process.stderr.on("error", () => undefined);

process.exitCode = await runCommandLine(process.argv.slice(2), processTerminal(), SUBCOMMANDS);
