import { type Command, InvalidArgumentError, Option } from "commander";
import { configurationHome } from "../../platform/index.ts";
import { type Ready, runServer } from "../serve/run-server.ts";
import { describeFailure, processLog } from "../serve/start-failure.ts";
import { type CommonOptions, type Define, EXIT, type ExitCode } from "../subcommand.ts";
import type { Terminal } from "../terminal.ts";

interface ServeOptions extends CommonOptions {
	readonly port: number;
	readonly database?: string;
	readonly daemon?: boolean;
	readonly idleSeconds?: number;
}

/** `writ serve`: the authority of a home on its socket, and the playground, until it is told to stop. */
export const serveCommand: Define = (command, { terminal, end }) => {
	addOptions(command)
		.description(
			"Serve the authority of the home on its socket, and the playground on this machine only: a page where you pick or edit a profile, type a request and see the decision. One server per home; SIGTERM or Ctrl-C stops it.",
		)
		.action(async (options: ServeOptions) => end(await serve(terminal, options)));
};

function addOptions(command: Command): Command {
	return command
		.option("--port <number>", "the port on 127.0.0.1; 0 takes a free one", parsePort, 7171)
		.addOption(
			new Option(
				"--database <location>",
				"a file, or postgres://… (default: writ.db in the home); in the environment no other user sees it",
			).env("WRIT_DATABASE"),
		)
		.addOption(new Option("--daemon", "no page; the one line is also printed when the start fails").hideHelp())
		.addOption(new Option("--idle-seconds <number>", "end when there was no client for so long").argParser(parseSeconds).hideHelp());
}

async function serve(terminal: Terminal, options: ServeOptions): Promise<ExitCode> {
	const { json = false, daemon = false, port, database, idleSeconds = null } = options;
	const home = configurationHome(options.home);
	const log = processLog(terminal.complain);
	const ready = async (line: Ready, loginLink: () => Promise<string | null>): Promise<void> => {
		if (json || daemon) {
			log(`ready: process ${line.pid}, socket ${line.socket}${line.url === null ? "" : `, page ${line.url}`}`);
			terminal.write(`${JSON.stringify(line)}\n`);
		} else terminal.write(readyText(line, await loginLink(), terminal));
	};
	try {
		await runServer({ home, port: daemon ? null : port, idleSeconds, log, ...(database === undefined ? {} : { database }) }, ready);
		return EXIT.ok;
	} catch (error) {
		const { code, message, exit } = describeFailure(error, home);
		if (daemon) terminal.write(`${JSON.stringify({ error: message, code, exit })}\n`);
		terminal.complain(`${terminal.paintComplaint.bad("writ:")} ${message}\n`);
		return exit;
	}
}

function readyText({ url, mcp_url, socket, home, admin_key_file: key }: Ready, login: string | null, { paint }: Terminal): string {
	const rows = [
		["page", paint.name(url ?? "")],
		["log in, within 60 s", login ?? "writ open"],
		["tools (MCP)", mcp_url ?? ""],
		["socket", socket],
		["home", home],
		["administrator's key", key],
	] as const;
	return [
		`${paint.good("✓")} writ is ready`,
		...rows.map(([label, text]) => `  ${label.padEnd(20)} ${text}`),
		paint.faint("Press Ctrl-C to stop."),
		"",
	].join("\n");
}

function parsePort(text: string): number {
	const port = Number(text);
	if (!/^\d+$/.test(text) || port > 65_535) throw new InvalidArgumentError("A port is a number from 0 to 65535.");
	return port;
}

function parseSeconds(text: string): number {
	const seconds = Number(text);
	if (!Number.isFinite(seconds) || seconds <= 0 || seconds > 86_400) throw new InvalidArgumentError("A number of seconds, at most 86400.");
	return seconds;
}
