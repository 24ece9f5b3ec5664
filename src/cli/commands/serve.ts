import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { InvalidArgumentError } from "commander";
import { configurationHome, errorCode } from "../../platform/index.ts";
import { EXIT, type ExitCode } from "../exit-code.ts";
import { readPlayground } from "../playground/read-playground.ts";
import { serveFiles } from "../playground/serve-files.ts";
import type { CommonOptions, Define } from "../subcommand.ts";
import type { Terminal } from "../terminal.ts";

interface ServeOptions extends CommonOptions {
	readonly port: number;
}

/** `writ serve`: the playground, on this machine only, until it is told to stop. */
export const serveCommand: Define = (command, { terminal, end }) => {
	command
		.description(
			"Serve the playground: a page where you pick or edit a profile, type a request and see the decision. Only this machine can reach it.",
		)
		.option("--port <number>", "the port on 127.0.0.1; 0 takes a free one", parsePort, 7171)
		.action(async (options: ServeOptions) => end(await serve(terminal, options)));
};

async function serve(terminal: Terminal, { port, json = false, home }: ServeOptions): Promise<ExitCode> {
	const files = readPlayground();
	if (files === undefined) {
		terminal.complain("writ: the playground is not built. Run: npm run build\n");
		return EXIT.broken;
	}
	const server = serveFiles(files);
	const failure = await listen(server, port);
	if (failure !== undefined) {
		terminal.complain(
			failure === "EADDRINUSE"
				? `writ: port ${port} is taken. Choose another one with --port, or 0 for a free one\n`
				: `writ: cannot listen on port ${port} (${failure})\n`,
		);
		return EXIT.broken;
	}
	const stopped = Promise.race([once(process, "SIGTERM"), once(process, "SIGINT")]);
	const url = `http://127.0.0.1:${portOf(server)}/`;
	const ready = { url, socket: null, pid: process.pid, home: configurationHome(home), admin_key_file: null, mcp_url: null };
	terminal.write(json ? `${JSON.stringify(ready)}\n` : `The playground is at ${terminal.paint.name(url)}\nPress Ctrl-C to stop.\n`);
	await stopped;
	server.closeAllConnections();
	server.close();
	return EXIT.ok;
}

async function listen(server: Server, port: number): Promise<string | undefined> {
	try {
		server.listen({ port, host: "127.0.0.1" });
		await once(server, "listening");
		return undefined;
	} catch (error) {
		return errorCode(error);
	}
}

function portOf(server: Server): number {
	const address: AddressInfo | string | null = server.address();
	return typeof address === "object" && address !== null ? address.port : 0;
}

function parsePort(text: string): number {
	const port = Number(text);
	if (!/^\d+$/.test(text) || port > 65_535) throw new InvalidArgumentError("A port is a number from 0 to 65535.");
	return port;
}
