import type { ConfinementLevel } from "../../engine/index.ts";
import { plainText, type SeenTool, type ShownTool } from "../../mcp-client/index.ts";
import { findMcpServerRow, type McpServerRow, mcpServerRows, saveMcpServerRow } from "../../state/mcp-servers/index.ts";
import type { Connection, Transaction } from "../../store/index.ts";

/** What a person said of a server; of secrets only the names. */
export interface McpServerDefinition {
	readonly transport: "stdio" | "http";
	readonly command?: string;
	readonly args?: readonly string[];
	readonly env?: readonly string[];
	readonly url?: string;
	readonly headers?: readonly string[];
	/** The address goes on after its path, with what is kept as a secret. */
	readonly query?: true;
	/** A name, or the permissions themselves. */
	readonly profile?: unknown;
	readonly level?: ConfinementLevel;
}

/** SECURITY: handed to the server itself, and never shown, recorded or logged. */
export interface McpServerSecrets {
	readonly env: Readonly<Record<string, string>>;
	readonly headers: Readonly<Record<string, string>>;
	/** The part of an address after its path. */
	readonly query: string;
}

/** A tool that was accepted as it was at that moment, and as it is now. */
export interface McpTool {
	readonly name: string;
	readonly pinned: { readonly digest: string; readonly shown: ShownTool } | null;
	/** `null` = the server does not have it now. */
	readonly seen: Omit<SeenTool, "name"> | null;
}

/** A mounted server. */
export interface McpServer {
	readonly id: string;
	readonly uid: string;
	readonly definition: McpServerDefinition;
	readonly secrets: McpServerSecrets;
	readonly tools: readonly McpTool[];
	readonly createdAt: number;
	readonly createdBy: string;
	readonly defined: number;
	readonly version: number;
}

/** INVARIANT: only what is now exactly what a person accepted is listed and called. */
export function isActive({ pinned, seen }: McpTool): boolean {
	return pinned !== null && seen !== null && seen.problem === null && pinned.digest === seen.digest;
}

export async function allMcpServers(connection: Connection): Promise<readonly McpServer[]> {
	return (await mcpServerRows(connection)).map(read);
}

/** The server of an id, or of one that is the same but for case. */
export async function findMcpServer(connection: Connection, id: string): Promise<McpServer | null> {
	const row = await findMcpServerRow(connection, id);
	return row === null ? null : read(row);
}

/** Writes a server, and has everybody who keeps it look again. */
export async function saveMcpServer(transaction: Transaction, mount: McpServer): Promise<void> {
	const { definition, secrets, tools, ...rest } = mount;
	await saveMcpServerRow(transaction, {
		...rest,
		definition: JSON.stringify(definition),
		secrets: JSON.stringify(secrets),
		tools: JSON.stringify(tools),
	});
	transaction.touch(MCP_SERVER, mount.id);
}

/** What is said to be out of date when a server was changed. */
export const MCP_SERVER = "mount";

function read({ definition, secrets, tools, ...row }: McpServerRow): McpServer {
	// Written by `saveMount` and by nobody else.
	return { ...row, definition: JSON.parse(definition), secrets: JSON.parse(secrets), tools: JSON.parse(tools) };
}

/** What a server says of its failure, as people may read it. */
export function toldBy(words: string, secrets: McpServerSecrets): string {
	return withoutSecrets(plainText(words).slice(0, 1_000), secrets);
}

const SHORTEST = 4;

/** SECURITY: what a server says of its failure can hold what it was given (test/mcp/gateway/mounts.test.ts). */
function withoutSecrets(text: string, { env, headers, query }: McpServerSecrets): string {
	const values = [
		...Object.values(env),
		...Object.values(headers),
		...Object.values(headers).map((value) => value.replace(/^\S+ /, "")),
		query,
	];
	const kept = values.filter((value) => value.length >= SHORTEST).toSorted((one, other) => other.length - one.length);
	return kept.reduce((clean, value) => clean.replaceAll(value, "…"), text);
}
