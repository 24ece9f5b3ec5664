import { once } from "node:events";
import type { Server } from "node:http";
import { errorCode, WritError } from "../../platform/index.ts";
import { readPlayground } from "../playground/read-playground.ts";
import { serveFiles } from "../playground/serve-files.ts";

/** The page while it is served. */
export interface ServedPage {
	readonly url: string;
	readonly close: () => void;
}

/** Serves the playground on this machine only. */
export async function servePage(port: number): Promise<ServedPage> {
	const files = readPlayground();
	if (files === undefined) throw new WritError("not-built", "The playground is not built. Run: npm run build");
	const server = serveFiles(files);
	try {
		server.listen({ port, host: "127.0.0.1" });
		await once(server, "listening");
	} catch (error) {
		throw listenFailure(port, errorCode(error));
	}
	return {
		url: `http://127.0.0.1:${portOf(server)}/`,
		close: () => {
			server.closeAllConnections();
			server.close();
		},
	};
}

function listenFailure(port: number, code: string): WritError {
	if (code === "EADDRINUSE")
		return new WritError("port-taken", `Port ${port} is taken. Choose another one with --port, or 0 for a free one`);
	return new WritError("port-unusable", `Cannot listen on port ${port} (${code}). Choose another one with --port`);
}

function portOf(server: Server): number {
	const address = server.address();
	return typeof address === "object" && address !== null ? address.port : 0;
}
