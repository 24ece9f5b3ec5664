import type { Authority } from "../../authority/index.ts";
import { WritError } from "../../platform/index.ts";
import { readPlayground } from "../playground/read-playground.ts";
import { VERSION } from "../version.ts";

/** Serves the authority and the playground over HTTP on this machine only; what that takes is loaded only here. */
export async function serveHttp(
	authority: Authority,
	port: number,
	stop: () => void,
): Promise<{ readonly url: string; readonly mcpUrl: string; readonly close: () => Promise<void> }> {
	const page = readPlayground();
	if (page === undefined) throw new WritError("not-built", "The playground is not built. Run: npm run build");
	const { serveRest } = await import("../../points/rest/index.ts");
	const { mcpPolicy, serveMcp } = await import("../../points/mcp/index.ts");
	const mcp = await serveMcp({ authority, version: VERSION, stop });
	const served = await serveRest({ authority, port, page, mcpPolicy: mcpPolicy(), mounted: [{ path: "/mcp", handle: mcp.handle }] });
	return {
		url: served.url,
		mcpUrl: `${served.url}mcp`,
		close: async () => {
			await mcp.close();
			await served.close();
		},
	};
}
