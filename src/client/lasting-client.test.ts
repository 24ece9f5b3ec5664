import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterEach, expect, it } from "vitest";
import { lastingClient } from "./lasting-client.ts";
import { openRunning } from "./open-client.ts";

const home = mkdtempSync(join(tmpdir(), "writ-run-client-"));
const server = createServer();
const lines: Socket[] = [];

afterEach(() => {
	for (const line of lines) line.destroy();
	server.close();
	rmSync(home, { recursive: true, force: true });
});

it("[sandbox-11-ended] an end that comes while the connection is made again is heard of: the question follows the subscription", async () => {
	mkdirSync(join(home, "run"), { mode: 0o700 });
	const asked: string[] = [];
	let connections = 0;
	let isEnded = false;
	server.on("connection", (socket) => {
		const connection = ++connections;
		lines.push(socket);
		createInterface({ input: socket }).on("line", (line) => {
			const { event, correlation_id } = JSON.parse(line);
			if (connection === 2) asked.push(event);
			// The agent ends just before the subscription holds, so no event tells of it.
			if (connection === 2 && event === "monitor:subscribe") isEnded = true;
			const answer = event === "agent:info" && isEnded ? { error: "No such agent", code: "not-found" } : { subscription_id: "one" };
			socket.write(`${JSON.stringify({ ...answer, correlation_id })}\n`);
			if (connection === 1 && event === "monitor:subscribe") socket.destroy();
		});
	});
	await new Promise<void>((resolve) => server.listen(join(home, "run/daemon.sock"), resolve));
	const opened = await openRunning(home, "");
	if (!opened.ok) throw new Error(opened.message);
	const client = lastingClient(home, opened.client);
	await client.untilTerminated("worker");
	client.close();
	expect(asked).toEqual(["system:connect", "monitor:subscribe", "agent:info"]);
});
