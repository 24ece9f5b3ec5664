/**
 * A process of its own: an authority with REST and MCP on one port, and an empty Fastify route on another. It says over its channel
 * where they are, with keys, and whenever it is asked what it has used up.
 */
import Fastify from "fastify";
import { type Authority, openAuthority } from "../../src/authority/index.ts";
import { serveMcp } from "../../src/points/mcp/index.ts";
import { serveRest } from "../../src/points/rest/index.ts";
import { LOCAL } from "../authority/in-process.ts";
import type { ServerPlace, Usage } from "./start-server.ts";

const [home = "", ...agents] = process.argv.slice(2);
const authority = await openAuthority({ home, log: (line) => console.error(line) });
const unlimited = await authority.changeSettings(LOCAL, { "rate.requests_per_second": null, "rate.failed_logins_per_minute": null });
if (!unlimited.ok) throw new Error(unlimited.refusal.message);
const stop = (): void => undefined;
const mcp = await serveMcp({ authority, version: "0", stop });
const rest = await serveRest({ authority, port: 0, mounted: [{ path: "/mcp", handle: mcp.handle }] });
const empty = Fastify({ forceCloseConnections: true });
empty.get("/", async () => ({ status: "ok" }));

const place: ServerPlace = {
	port: Number(new URL(rest.url).port),
	emptyPort: Number(new URL(await empty.listen({ port: 0, host: "127.0.0.1" })).port),
	admin: await makeKey({ name: "admin" }),
	system: await makeKey({ name: "system", scope: "system" }),
	agents: await Promise.all(agents.map((agent) => makeKey({ name: agent, scope: "agent", agent }))),
};
process.on("message", (asked) => tell(usage(asked === "memory")));
process.on("disconnect", () => void close());
tell(place);

async function makeKey(wish: Parameters<Authority["makeKey"]>[1]): Promise<string> {
	const made = await authority.makeKey(LOCAL, wish);
	if (!made.ok) throw new Error(made.refusal.message);
	return made.value.value;
}

function usage(collect: boolean): Usage {
	const { user, system } = process.cpuUsage();
	if (collect) globalThis.gc?.();
	const { rss, heapUsed, external } = process.memoryUsage();
	return { cpuSeconds: (user + system) / 1e6, residentBytes: rss, heldBytes: heapUsed + external };
}

function tell(what: ServerPlace | Usage): void {
	process.send?.(what);
}

async function close(): Promise<void> {
	await mcp.close();
	await rest.close();
	await empty.close();
	await authority.close();
}
