import { Option } from "commander";
import { CONFINEMENT_LEVELS, SANDBOX_MODES } from "../../engine/index.ts";
import { notRun, type RunOptions } from "../run/run-words.ts";
import type { Define } from "../subcommand.ts";

/** `writ run`: a program, confined. */
export const runCommand: Define = (command, { terminal, end, words }) => {
	command
		.exitOverride((error) => {
			// A program that reads the last line finds one, whatever was wrong with the arguments.
			const own = words.includes("--") ? words.slice(0, words.indexOf("--")) : words;
			if (error.exitCode !== 0 && own.includes("--json"))
				terminal.complain(`${JSON.stringify(notRun({ code: "invalid-request", error: error.message.replace(/^error: /, "") }))}\n`);
			throw error;
		})
		.usage("[options] -- <command...>")
		.description(
			"Run a program confined to what a profile grants: its files, hosts, processes and memory. Standard input, output and the exit code are the program's own; writ speaks on standard error, and only when something is wrong or was denied. What holds of the profile are its files, hosts and limits; its rules for tools, commands and confirmations are for agents that ask (MCP, socket, REST), and a program started here asks nobody.",
		)
		.argument("<command...>", "the program and its arguments, after --")
		.option("--profile <name>", "a profile by its name, or a file (default: interactive)")
		.option("--agent <file>", "an agent definition, by its name or a file")
		.option("--parent <id>", "whose child it is; it cannot get more than the parent holds")
		.addOption(new Option("--mode <mode>", "its sandbox (default: the profile's)").choices([...SANDBOX_MODES]))
		.option("--session <id>", "the session whose files it shares")
		.option("--workspace <dir>", "where it works (default: here; with --session or --mode a directory of its own)")
		.option("--managed", "work in a directory of its own, which goes when it ends")
		.addOption(new Option("--level <level>", "refuse to start below this level of confinement").choices([...CONFINEMENT_LEVELS]))
		.option("--id <id>", "the agent's id, a name for the record (default: one is made up)")
		.option("--env <name>", "pass a variable on; may be given several times", collect, [])
		.option("--run-as <user>", "when root starts it: the user it runs as")
		.option("--break-hardlinks", "replace files in the workspace that are hard-linked elsewhere with copies")
		.addOption(new Option("--hardlinks <treatment>", "how such files are treated otherwise").choices(["read-only", "refuse"]))
		.option("--keep", "keep the agent and its workspace when the program has ended")
		.action(async (program: readonly string[], options: RunOptions) => {
			const { runProgram } = await import("../run/run-program.ts");
			end(await runProgram(program, options, terminal));
		});
};

function collect(name: string, names: readonly string[]): readonly string[] {
	return [...names, name];
}
