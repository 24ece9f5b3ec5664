import { openClient, type ServerReply, type SocketClient, type SocketFault } from "../client/index.ts";
import { present } from "../engine/index.ts";
import { configurationHome } from "../platform/index.ts";
import { exitOf, refusalLines } from "./output/refusal.ts";
import { type CommonOptions, EXIT, type ExitCode, type Invocation } from "./subcommand.ts";
import type { Terminal } from "./terminal.ts";

/** One event of a command, and how its answer is shown to people. */
export interface Asked {
	readonly event: string;
	readonly data: ServerReply;
	readonly show: (reply: ServerReply, terminal: Terminal) => string;
	/** What is still looked at when the answer was shown. */
	readonly after?: (client: SocketClient, terminal: Terminal) => Promise<void>;
	/** How the command ends; without it, well. */
	readonly exit?: (reply: ServerReply) => ExitCode;
	/** For events that wait themselves. */
	readonly timeoutSeconds?: number;
}

/** Sends an event to the authority of the home and shows the answer, or the refusal with its cure. */
export function ask(session: Invocation, options: CommonOptions, { event, data, show, after, exit, timeoutSeconds }: Asked): Promise<void> {
	return withClient(session, options, async (client, terminal) => {
		const answer = await client.send(event, present(data), timeoutSeconds);
		if (!answer.ok) return complain(answer, event, terminal, options);
		terminal.write(options.json === true ? `${JSON.stringify(answer.reply)}\n` : show(answer.reply, terminal));
		await after?.(client, terminal);
		return exit?.(answer.reply) ?? EXIT.ok;
	});
}

/** Works with the authority of the home, and ends the command. */
export async function withClient(
	{ terminal, end }: Invocation,
	options: CommonOptions,
	work: (client: SocketClient, terminal: Terminal) => Promise<ExitCode>,
): Promise<void> {
	const opened = await openClient(configurationHome(options.home));
	if (!opened.ok) return end(complain(opened, "", terminal, options));
	try {
		end(await work(opened.client, terminal));
	} finally {
		opened.client.close();
	}
}

/** Shows why an event was refused; with `--json` the answer as it came. */
export function complain(fault: SocketFault, event: string, terminal: Terminal, { json = false }: CommonOptions): ExitCode {
	const { code, message, reply } = fault;
	if (json) terminal.write(`${JSON.stringify(reply ?? { error: message, code, status: "failed" })}\n`);
	else terminal.complain(refusalLines(fault, event, terminal.paintComplaint));
	return exitOf(fault);
}
