import { CONFINEMENT_LEVELS, type ConfinementLevel, findTool, parseAgentId, TOOLS } from "../../engine/index.ts";
import { done, type Outcome, refuse } from "../refusal.ts";
import type { McpServerDefinition, McpServerSecrets } from "./server.ts";

/** A server that a person wants to have mounted, as it was said. */
export interface McpServerWish {
	readonly transport: "stdio" | "http";
	readonly command?: string;
	readonly args?: readonly string[];
	readonly env?: Readonly<Record<string, string>>;
	readonly url?: string;
	readonly headers?: Readonly<Record<string, string>>;
	readonly profile?: unknown;
	readonly level?: string;
}

export interface ReadWish {
	readonly definition: McpServerDefinition;
	readonly secrets: McpServerSecrets;
}

/**
 * An id under which a server can be mounted.
 * SECURITY: server and tool are told apart by `__`, and writ's own tools have names of this kind too, which no server takes
 * (test/mcp/gateway/mounts.test.ts).
 */
export function checkMcpServerId(id: string): Outcome<string> {
	const parsed = parseAgentId(id);
	if (!parsed.ok) return refuse("invalid-id", `Invalid server id: ${parsed.why.replace("an agent id", "a server id")}`);
	if (id.includes("__") || id.endsWith("_")) return refuse("invalid-id", "Invalid server id: it holds '__' or ends with '_'");
	if (OWN_SERVERS.has(id.toLowerCase()))
		return refuse("invalid-id", `Invalid server id: writ's own tools are named mcp__${id.toLowerCase()}__…`);
	return done(id);
}

const OWN_SERVERS = new Set(TOOLS.flatMap(({ name }) => /^mcp__(.+?)__/.exec(findTool(name)?.name ?? name)?.[1] ?? []));

/** Checks what was said, and takes the secrets out of it. */
export function readMcpServerWish(wish: McpServerWish): Outcome<ReadWish> {
	return wish.transport === "stdio" ? readProgram(wish) : readAddress(wish);
}

/** Set by the sandbox itself. */
const OWN_VARIABLES = new Set(["HOME", "PATH", "TMPDIR", "USER", "WRIT_AGENT_ID"]);
const MOST_WORDS = 256;
const LONGEST = 32_768;

function readProgram({ command, args = [], env = {}, url, headers, profile, level }: McpServerWish): Outcome<ReadWish> {
	if (url !== undefined || headers !== undefined) return wrong("url and headers are for the transport http");
	if (command === undefined || command === "") return wrong("A server of the transport stdio needs a command");
	if (command.includes("/") && !command.startsWith("/")) return wrong("Name the command by its absolute path, or by its bare name");
	if (args.length > MOST_WORDS || [command, ...args].some((word) => word.length > LONGEST || word.includes("\0")))
		return wrong("The words of the command are too many, too long, or hold a NUL");
	const names = Object.keys(env);
	const bad = names.find((name) => !/^[A-Za-z_][A-Za-z0-9_]{0,127}$/.test(name) || OWN_VARIABLES.has(name) || name.startsWith("WRIT_"));
	if (bad !== undefined) return wrong(`env: '${bad.slice(0, 64)}' is not the name of a variable, or is set by the sandbox itself`);
	if (names.length > MOST_WORDS || Object.values(env).some((value) => value.length > LONGEST || value.includes("\0")))
		return wrong("env: the values are too many, too long, or hold a NUL");
	const least = level === undefined ? undefined : CONFINEMENT_LEVELS.find((one) => one === level);
	if (level !== undefined && least === undefined) return wrong(`level is one of ${CONFINEMENT_LEVELS.join(", ")}`);
	return done({
		definition: { transport: "stdio", command, args, env: names, profile: profile ?? DEFAULT_PROFILE, ...levelOf(least) },
		secrets: { env, headers: {}, query: "" },
	});
}

/** Reads its own empty workspace, and nothing else. */
export const DEFAULT_PROFILE = "restricted";

function levelOf(level: ConfinementLevel | undefined): { readonly level?: ConfinementLevel } {
	return level === undefined ? {} : { level };
}

const LOOPBACK = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/;
/** What the protocol says itself. */
const OWN_HEADERS =
	/^(?:host|connection|content-length|content-type|transfer-encoding|accept|upgrade|te|trailer|keep-alive|expect|mcp-.*)$/i;

function readAddress({ url = "", headers = {}, command, args, env, profile, level }: McpServerWish): Outcome<ReadWish> {
	if ([command, args, env, profile, level].some((said) => said !== undefined))
		return wrong("command, args, env, profile and level are for the transport stdio");
	const address = URL.canParse(url) && url.length <= 2_048 ? new URL(url) : null;
	if (address === null || !/^https?:$/.test(address.protocol))
		return wrong("A server of the transport http needs a url that begins with http:// or https://");
	if (address.username !== "" || address.password !== "") return wrong("url: say who you are with headers, not in the address");
	const names = Object.keys(headers);
	const bad = names.find((name) => !/^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,128}$/.test(name) || OWN_HEADERS.test(name));
	if (bad !== undefined) return wrong(`headers: '${bad.slice(0, 64)}' is not the name of a header, or is set by the protocol itself`);
	if (names.length > 64 || Object.values(headers).some((value) => value.length > 8_192 || !/^[\t\x20-\x7e]*$/.test(value)))
		return wrong("headers: the values are too many, too long, or hold characters that no header has");
	// SECURITY: what is secret is not sent in the clear to another machine.
	if (address.protocol === "http:" && !LOOPBACK.test(address.hostname) && (names.length > 0 || address.search !== ""))
		return wrong("url: headers are sent to another machine only over https://");
	return done({
		definition: {
			transport: "http",
			url: `${address.origin}${address.pathname}`,
			headers: names,
			...(address.search === "" ? {} : { query: true }),
		},
		secrets: { env: {}, headers, query: address.search },
	});
}

function wrong(message: string): ReturnType<typeof refuse> {
	return refuse("invalid-request", message);
}
