import { join } from "node:path";
import { openAuthority } from "../../src/authority/index.ts";
import { serveSocket } from "../../src/points/socket/index.ts";
import { createDurableEcho } from "./durable-echo.ts";
import { spawnAgents } from "./in-process.ts";
import { createLineServer } from "./line-server.ts";

/** A process of its own: the authority on one socket, a bare echo of lines on another, and on a third one that is durable. Prints one line when all answer. */
const home = process.argv[2] ?? "";
const authority = await openAuthority({ home });
await spawnAgents(authority, 20);
await serveSocket({ authority, path: join(home, "run/daemon.sock"), stop: () => process.exit(0), linesPerSecond: 0 });
const durable = createDurableEcho(join(home, "echo.db"));
await new Promise<void>((resolve) => durable.listen(join(home, "run/durable.sock"), resolve));
createLineServer((lines, socket) => {
	for (const line of lines) socket.write(`${JSON.stringify(JSON.parse(line))}\n`);
}).listen(join(home, "run/echo.sock"), () => console.log("ready"));
process.on("SIGTERM", () => authority.close().then(() => process.exit(0)));
