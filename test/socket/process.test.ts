import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { connectClient, pipe } from "./socket-client.ts";

const WRIT = join(import.meta.dirname, "../../bin/writ");
const home = mkdtempSync(join(tmpdir(), "w-"));
afterAll(() => rmSync(home, { recursive: true, force: true }));

/** `writ serve` as people start it. */
async function serve(): Promise<{ readonly child: ChildProcess; readonly ready: Readonly<Record<string, unknown>> }> {
	const child = spawn(WRIT, ["serve", "--json", "--port", "0", "--home", home], { stdio: ["ignore", "pipe", "ignore"] });
	const [line] = await Promise.race([once(child.stdout ?? child, "data"), once(child, "exit")]);
	return { child, ready: typeof line === "number" ? { exit: line } : JSON.parse(String(line)) };
}

async function ended(child: ChildProcess): Promise<unknown> {
	return child.exitCode ?? (await once(child, "exit"))[0];
}

describe("writ serve", () => {
	it("[socket-process] answers the plan's first command, refuses a second server, and survives a kill", async () => {
		const first = await serve();
		const path = String(first.ready.socket);
		expect(path).toBe(join(home, "run", "daemon.sock"));
		const [command = ""] = /(?<=echo ')[^']+/.exec(readFileSync(join(import.meta.dirname, "seed-001-commands.sh"), "utf8")) ?? [];
		expect(await pipe(path, `${command}\n`)).toMatchObject([{ agent_id: "my_agent", status: "created" }]);
		const second = await serve();
		expect(await ended(second.child)).toBe(3);
		expect(await pipe(path, '{"event":"system:health"}\n')).toMatchObject([{ status: "healthy" }]);
		const killed = once(first.child, "exit");
		process.kill(Number(first.ready.pid), "SIGKILL");
		await killed;
		expect(existsSync(path)).toBe(true);
		const third = await serve();
		expect(await pipe(path, '{"event":"permission:get_agent","data":{"agent_id":"my_agent"}}\n')).toMatchObject([
			{ permissions: { level: "restricted" } },
		]);
		const client = await connectClient(path);
		expect(await client.ask("system:shutdown")).toMatchObject({ status: "shutting_down" });
		expect(await ended(third.child)).toBe(0);
	});
});
