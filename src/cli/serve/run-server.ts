import { readdirSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";
import { type Authority, type Caller, openAuthority } from "../../authority/index.ts";
import { closeDatabaseFiles, guardHome, socketPath } from "../../client/index.ts";
import { packageFolder, WritError } from "../../platform/index.ts";
import type { PageFile } from "../../points/rest/index.ts";
import { serveSocket } from "../../points/socket/index.ts";
import { VERSION } from "../version.ts";

interface ServerOptions {
	readonly home: string;
	readonly database?: string;
	/** `null` = no HTTP. */
	readonly port: number | null;
	/** How long a server without clients stays; `null` = until it is told to stop. */
	readonly idleSeconds: number | null;
	readonly log: (line: string) => void;
}

/** What a server says when it is ready. */
export interface Ready {
	readonly url: string | null;
	readonly socket: string;
	readonly pid: number;
	readonly home: string;
	readonly admin_key_file: string;
	/** `null` = no HTTP. */
	readonly mcp_url: string | null;
}

/** Opens the authority of a home with its socket and its HTTP server, and serves until told to stop; whatever is open is closed again. */
export async function runServer(
	{ home, database, port, idleSeconds, log }: ServerOptions,
	ready: (ready: Ready, loginLink: () => Promise<string | null>) => void | Promise<void>,
): Promise<void> {
	const socket = socketPath(home);
	if (!socket.ok) throw new WritError("socket-path-too-long", socket.message);
	guardHome(home, log);
	const stopping = stopSignal();
	const open: (() => void | Promise<void>)[] = [stopping.forget];
	try {
		const authority = await openAuthority({ home, log, ...(database === undefined ? {} : { database }) });
		open.push(authority.close, authority.keepInjected());
		closeDatabaseFiles(database ?? join(home, "writ.db"), log);
		const idle = idleTimer(idleSeconds, () => stopping.stop("no client for a while"));
		open.push(idle.cancel);
		let pageUrl: string | null = null;
		const served = await serveSocket({
			authority,
			path: socket.path,
			stop: () => stopping.stop("a client asked"),
			pageUrl: () => pageUrl,
			counted: idle.counted,
		});
		open.push(served.close);
		const web = port === null ? null : await serveHttp(authority, port, () => stopping.stop("a client asked"));
		if (web !== null) open.push(web.close);
		pageUrl = web?.url ?? null;
		idle.counted(0);
		await ready(
			{
				url: web?.url ?? null,
				socket: socket.path,
				pid: process.pid,
				home,
				admin_key_file: join(home, "admin.key"),
				mcp_url: web?.mcpUrl ?? null,
			},
			async () => {
				const code = web === null ? null : await authority.makeLoginCode(OWNER);
				return web === null || code === null || !code.ok ? null : `${web.url}login?code=${code.value}`;
			},
		);
		log(`stopping: ${await stopping.stopped}`);
	} finally {
		for (const close of open.toReversed()) await close();
	}
	log("stopped");
}

/** Whoever starts a server owns it. */
const OWNER: Caller = { principal: { kind: "person", email: "local", role: "admin", keyId: null }, point: "cli", correlationId: null };

/** The first reason to stop; while it is listened for, signals do not end the process by themselves. */
function stopSignal(): {
	readonly stop: (reason: string) => void;
	readonly stopped: Promise<string>;
	readonly forget: () => void;
} {
	const { promise: stopped, resolve: stop } = Promise.withResolvers<string>();
	const signals = ["SIGTERM", "SIGINT"] as const;
	const listener = (signal: NodeJS.Signals): void => stop(signal);
	for (const signal of signals) process.on(signal, listener);
	return {
		stop,
		stopped,
		forget: () => {
			for (const signal of signals) process.off(signal, listener);
		},
	};
}

/** Serves the authority and the playground over HTTP on this machine only; what that takes is loaded only here. */
async function serveHttp(
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

const TYPES: Readonly<Record<string, string>> = {
	".html": "text/html; charset=utf-8",
	".js": "text/javascript; charset=utf-8",
	".css": "text/css; charset=utf-8",
	".svg": "image/svg+xml",
};

/** The files of the playground as the build left them, or `undefined` when it was not built. */
function readPlayground(): ReadonlyMap<string, PageFile> | undefined {
	const folder = join(packageFolder(), "dist/playground");
	try {
		const names = readdirSync(folder).filter((name) => TYPES[extname(name)] !== undefined);
		const files = names.map((name): [string, PageFile] => [
			`/${name}`,
			{ type: TYPES[extname(name)] ?? "", content: readFileSync(join(folder, name)) },
		]);
		return files.length === 0 ? undefined : new Map(files);
	} catch {
		return undefined;
	}
}

/** Calls `end` when there has been no client for so long; `null` = never. */
function idleTimer(
	seconds: number | null,
	end: () => void,
): { readonly counted: (connections: number) => void; readonly cancel: () => void } {
	let timer: NodeJS.Timeout | undefined;
	return {
		counted: (connections) => {
			clearTimeout(timer);
			timer = connections > 0 || seconds === null ? undefined : setTimeout(end, seconds * 1000);
		},
		cancel: () => clearTimeout(timer),
	};
}
