import { complainOfWords } from "../complain.ts";
import { EXIT, type ExitCode } from "../exit-code.ts";
import type { Define } from "../subcommand.ts";
import type { Terminal } from "../terminal.ts";
import { VERSION } from "../version.ts";
import { addServerCommands } from "./mcp-servers.ts";

/** `writ mcp`: the tools of a server on standard input and output, for clients that start their servers themselves; and the servers behind it. */
export const mcpCommand: Define = (command, session) => {
	const { terminal, end } = session;
	addServerCommands(command, session);
	command
		.description(
			"Put the tools of a running server on standard input and output, for clients that start their servers themselves. WRIT_URL names the server (default: http://127.0.0.1:7171), WRIT_KEY holds the key of whoever calls. The subcommands mount other servers behind it.",
		)
		.action(async () => end(await bridge(terminal)));
};

async function bridge(terminal: Terminal): Promise<ExitCode> {
	const { WRIT_KEY: key, WRIT_URL: server = "http://127.0.0.1:7171" } = process.env;
	if (key === undefined || key === "") return complainOfWords("WRIT_KEY holds no key. Make one: writ key create", terminal);
	const url = endpointOf(server);
	if (url === null) return complainOfWords("WRIT_URL is no address of a server, such as http://127.0.0.1:7171", terminal);
	// SECURITY: a key is not sent in the clear to another machine.
	if (url.protocol === "http:" && !LOOPBACK.test(url.hostname))
		return complainOfWords("WRIT_URL is another machine: its address must begin with https://", terminal);
	const { bridgeStdio } = await import("../../points/mcp/index.ts");
	await bridgeStdio({ url, key, name: "writ", version: VERSION, input: process.stdin, output: process.stdout });
	return EXIT.ok;
}

const LOOPBACK = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/;

/** The endpoint of a server, which may be named with or without its path. */
function endpointOf(server: string): URL | null {
	if (!URL.canParse(server)) return null;
	const url = new URL(server);
	if (url.protocol !== "http:" && url.protocol !== "https:") return null;
	if (!url.pathname.endsWith("/mcp")) url.pathname = `${url.pathname.replace(/\/$/, "")}/mcp`;
	return url;
}
