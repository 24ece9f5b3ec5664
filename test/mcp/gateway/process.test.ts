import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PROGRAM } from "./open-gateway.ts";

const MAIN = fileURLToPath(new URL("../../../src/cli/main.ts", import.meta.url));
const SCRIPT = fileURLToPath(new URL("hostile-server.mjs", import.meta.url));

let home: string;
let profile: string;
beforeAll(() => {
	home = mkdtempSync(join(tmpdir(), "w-serve-"));
	profile = join(home, "program.json");
	writeFileSync(profile, JSON.stringify(PROGRAM));
});
afterAll(() => {
	for (const child of started) child.kill("SIGKILL");
	rmSync(home, { recursive: true });
});

/** Tells the programs of this test from those of another run. */
const MARK = `of-process-test-${process.pid}`;
const started: ChildProcess[] = [];

interface Ready {
	readonly child: ChildProcess;
	readonly mcpUrl: string;
}

async function serve(): Promise<Ready> {
	const child = spawn(process.execPath, [MAIN, "serve", "--json", "--port", "0", "--home", home], { stdio: ["ignore", "pipe", "ignore"] });
	started.push(child);
	const line = await new Promise<string>((resolve) => createInterface(child.stdout as NodeJS.ReadableStream).once("line", resolve));
	return { child, mcpUrl: JSON.parse(line).mcp_url };
}

function writ(...words: readonly string[]): string {
	return execFileSync(process.execPath, [MAIN, ...words], {
		encoding: "utf8",
		env: { ...process.env, WRIT_HOME: home, SECRET_KEY: "told-by-variable" },
	});
}

/** Programs of mounted servers of this test, whoever started them. */
function programs(): readonly string[] {
	const lines = execFileSync("ps", ["-eo", "pid,args"], { encoding: "utf8" }).split("\n");
	return lines.filter((line) => line.includes("hostile-server.mjs") && line.includes(MARK));
}

async function end({ child }: Ready, signal: NodeJS.Signals): Promise<void> {
	const ended = new Promise((resolve) => child.once("exit", resolve));
	child.kill(signal);
	await ended;
}

async function echo(mcpUrl: string): Promise<unknown> {
	const key = readFileSync(join(home, "admin.key"), "utf8").trim();
	const client = new Client({ name: "t", version: "1" });
	await client.connect(
		new StreamableHTTPClientTransport(new URL(mcpUrl), { requestInit: { headers: { Authorization: `Bearer ${key}` } } }),
	);
	const { content } = await client.callTool({ name: "mcp__h__echo", arguments: { a: 1 } });
	await client.close();
	return content;
}

describe("writ serve with a mounted server", () => {
	it("[gateway-cli] mounts, shows, reviews and unmounts by command, and leaves no program behind, however it ends", async () => {
		const first = await serve();
		const mounted = writ("mcp", "mount", "h", "--profile", profile, "--env", "SECRET_KEY", "--", process.execPath, SCRIPT, "plain", MARK);
		expect(mounted).toContain("mcp__h__echo");
		expect(writ("mcp", "review", "h", "slow", "--reject")).toMatch(/\? mcp__h__slow +quarantined/);
		expect(writ("mcp", "list")).toMatch(/h +running +24 +1/);
		expect(programs().length).toBeGreaterThan(0);
		await end(first, "SIGTERM");
		expect(programs()).toEqual([]);

		const second = await serve();
		expect(programs()).toEqual([]);
		expect(await echo(second.mcpUrl)).toEqual([{ type: "text", text: '{"a":1}' }]);
		expect(programs().length).toBeGreaterThan(0);
		await end(second, "SIGKILL");
		await expect.poll(programs, { timeout: 5_000 }).toEqual([]);

		const third = await serve();
		expect(await echo(third.mcpUrl)).toEqual([{ type: "text", text: '{"a":1}' }]);
		expect(writ("mcp", "unmount", "h")).toContain("unmounted");
		expect(programs()).toEqual([]);
		await end(third, "SIGTERM");
		expect(readFileSync(join(home, "ledger", "heads.jsonl"), "utf8")).not.toContain("told-by-variable");
	});
});
