import { openAuthority } from "../../src/authority/index.ts";
import { socketPath } from "../../src/client/index.ts";
import { serveSocket } from "../../src/points/socket/index.ts";

/** A server of one home in a process of its own, for tests that kill it. */
const [home = ""] = process.argv.slice(2);
const place = socketPath(home);
if (!place.ok) throw new Error(place.message);
const authority = await openAuthority({ home, log: (line) => process.stderr.write(`${line}\n`) });
await serveSocket({ authority, path: place.path, stop: () => process.exit(0), linesPerSecond: 0 });
process.stdout.write(`${JSON.stringify({ socket: place.path })}\n`);
