/** The program that runs inside: `DESCRIPTOR PROXY_PORT [FORWARDED_PORT…]`; it says `ready` once, on a standard output that it then gives up. */
import { closeSync, openSync, writeSync } from "node:fs";
import { Socket } from "node:net";
import { relay } from "./relay.ts";

const [descriptor, proxy, ...forwards] = process.argv.slice(1).map(Number);
const link = new Socket({ fd: descriptor ?? -1, readable: true, writable: true });
link.once("close", () => process.exit(0));
relay(link, { proxy: proxy ?? 0, forwards }).then(
	() => {
		writeSync(1, "ready");
		// A process that waits for the end of our output continues now; the number stays taken, so that no connection gets it.
		closeSync(1);
		openSync("/dev/null", "w");
	},
	() => process.exit(1),
);
