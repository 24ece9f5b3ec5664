import { Command, CommanderError } from "commander";
import { EXIT, type ExitCode, type Invocation, type Subcommand } from "./subcommand.ts";
import { sweepLeft } from "./sweep-left.ts";
import type { Terminal } from "./terminal.ts";
import { VERSION } from "./version.ts";

/** Runs one command line (without the program's name) and tells how it ended. */
export async function runCommandLine(words: readonly string[], terminal: Terminal, subcommands: readonly Subcommand[]): Promise<number> {
	let ended: number = EXIT.ok;
	const session: Invocation = {
		words,
		terminal,
		end: (code) => {
			ended = code;
		},
		wholeProgram: () => makeProgram(session, subcommands, () => true),
	};
	sweepLeft(words);
	try {
		const program = await makeProgram(session, subcommands, (name) => words.includes(name));
		if (words.length === 0) return showHelp(program);
		await program.parseAsync(withoutHelpVerb(words, program), { from: "user" });
		return ended;
	} catch (error) {
		if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.invalid;
		// The shell stands in a directory that has been removed since.
		if (error instanceof Error && "syscall" in error && error.syscall === "uv_cwd") {
			terminal.complain("writ: The current directory was removed: go to one that is there, and try again\n");
			return EXIT.broken;
		}
		terminal.complain(`writ: this should not have happened: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
		return EXIT.broken;
	}
}

/** `help agent spawn` means `agent spawn --help`; with a word that is not a command it means what it does without `help`: a mistake. */
function withoutHelpVerb([verb, ...names]: readonly string[], program: Command): string[] {
	if (verb !== "help") return verb === undefined ? [] : [verb, ...names];
	let command = program;
	for (const [position, name] of names.entries()) {
		// SECURITY: what follows the name of a command is left out: `help run x` must not run x ("help never runs anything").
		if (command.commands.length === 0) return [...names.slice(0, position), "--help"];
		const named = command.commands.find((one) => one.name() === name);
		if (named === undefined) return names.slice(0, position + 1);
		command = named;
	}
	return [...names, "--help"];
}

/** The whole command; only the subcommands that `isNeeded` names know their words. */
export async function makeProgram(
	session: Invocation,
	subcommands: readonly Subcommand[],
	isNeeded: (name: string) => boolean,
): Promise<Command> {
	const program = new Command("writ")
		.description("Permissions for AI agents: what may this agent do, and why.")
		.version(VERSION, "-V, --version", "print the version")
		.helpOption("-h, --help", "print this help")
		.helpCommand("help [command...]", "print the help of a command")
		.addHelpText("after", "\nExit codes: 0 allowed or done, 1 denied, 2 wrong usage or an invalid definition, 3 something is broken.");
	dress(program, session.terminal);
	for (const subcommand of subcommands) await addSubcommand(program, subcommand, session, isNeeded(subcommand.name));
	return program;
}

async function addSubcommand(program: Command, { name, summary, load }: Subcommand, session: Invocation, isNeeded: boolean): Promise<void> {
	const command = program.command(name).summary(summary).description(summary);
	dress(command, session.terminal);
	if (!isNeeded) return;
	const define = await load();
	define(command, session);
	const [, ...verbs] = withVerbs(command);
	for (const verb of verbs) dress(verb, session.terminal);
	for (const one of [command, ...verbs].filter(({ commands }) => commands.length === 0))
		one.option("--json", "answer in JSON").option("--home <dir>", "the home of definitions and state (default: $WRIT_HOME, else ~/.writ)");
}

/** A command with everything below it. */
function withVerbs(command: Command): readonly Command[] {
	return [command, ...command.commands.flatMap(withVerbs)];
}

/** Colours, streams and endings; every command needs its own. */
function dress(command: Command, { write, complain, paint, paintComplaint }: Terminal): void {
	command
		.exitOverride()
		.configureOutput({
			writeOut: write,
			writeErr: complain,
			// The text brings its own colours, or none.
			getOutHasColors: () => true,
			getErrHasColors: () => true,
			outputError: (text, writeError) => writeError(`${paintComplaint.bad("writ:")} ${text.replace(/^error: /, "")}`),
		})
		.configureHelp({ styleTitle: paint.strong, styleCommandText: paint.name, styleSubcommandText: paint.name, styleOptionText: paint.name })
		.showHelpAfterError(`Run ${fullName(command)} --help for usage.`);
}

/** As a person types it: `writ agent spawn`. */
function fullName(command: Command): string {
	return command.parent === null ? command.name() : `${fullName(command.parent)} ${command.name()}`;
}

function showHelp(program: Command): ExitCode {
	program.outputHelp();
	return EXIT.ok;
}
