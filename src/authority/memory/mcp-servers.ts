import { isMemoryOn, memoOf } from "../../memory/index.ts";
import type { Connection, Touched } from "../../store/index.ts";
import { allMcpServers, MCP_SERVER, type McpServer } from "../mcp-servers/server.ts";

/**
 * The mounted servers as they were read last.
 * INVARIANT: it is read and filled only inside works of the store, which says beforehand what is out of date.
 */
export interface McpServerMemory {
	all(connection: Connection): Promise<ReadonlyMap<string, McpServer>>;
	outdated(touched: readonly Touched[] | null): void;
}

export function createMcpServerMemory(onOutdated: () => void): McpServerMemory {
	let remembered: ReadonlyMap<string, McpServer> | null = null;
	return {
		async all(connection) {
			if (remembered !== null && isMemoryOn()) return remembered;
			remembered = new Map((await allMcpServers(connection)).map((mount) => [mount.id, mount]));
			return remembered;
		},
		outdated(touched) {
			if (touched !== null && !touched.some(({ entity }) => entity === MCP_SERVER)) return;
			remembered = null;
			onOutdated();
		},
	};
}

/** The same function of the servers as they were read last. */
export function rememberServers<Made>(
	make: (servers: ReadonlyMap<string, McpServer>) => Made,
): (servers: ReadonlyMap<string, McpServer>) => Made {
	return memoOf(make);
}
