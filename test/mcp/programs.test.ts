import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ToolResult, ToolSource } from "../../src/points/mcp/index.ts";
import { LEAD, openMcp, type TestMcp } from "./open-mcp.ts";
import { withKey } from "./with-key.ts";

const REPOSITORY = join(import.meta.dirname, "../..");
const WRIT = join(REPOSITORY, "src/cli/main.ts");
const PROGRAMS = join(REPOSITORY, "node_modules/@modelcontextprotocol");

let server: TestMcp;
let folder: string;
beforeAll(async () => {
	server = await openMcp();
	folder = mkdtempSync(join(tmpdir(), "writ-mcp-"));
});
afterAll(async () => {
	await server.close();
	rmSync(folder, { recursive: true, force: true });
});

/** What a program wrote, and how it ended. */
function run(
	args: readonly string[],
	env: NodeJS.ProcessEnv = {},
): Promise<{ readonly code: number; readonly out: string; readonly err: string }> {
	return new Promise((resolve) => {
		const child = execFile(process.execPath, [...args], { cwd: folder, env: { ...process.env, ...env }, timeout: 100_000 }, (_, out, err) =>
			resolve({ code: child.exitCode ?? -1, out, err }),
		);
		child.stdin?.end();
	});
}

describe("writ mcp", () => {
	const connect = async (key: string, options?: ConstructorParameters<typeof Client>[1]) => {
		const transport = new StdioClientTransport({
			command: process.execPath,
			args: [WRIT, "mcp"],
			env: { PATH: process.env.PATH ?? "", WRIT_URL: server.url.origin, WRIT_KEY: key },
			stderr: "pipe",
		});
		let complaints = "";
		transport.stderr?.on("data", (chunk) => {
			complaints += String(chunk);
		});
		const client = new Client({ name: "test", version: "0" }, options);
		await client.connect(transport);
		return { client, complaints: () => complaints };
	};

	it("[wire-5-stdio] is the same server on standard input and output", async () => {
		const key = await server.agentKey("piped", LEAD);
		await server.agentKey("friend", LEAD);
		await server.edge("piped", "friend");
		const direct = await server.connect(key);
		const { client, complaints } = await connect(key);
		expect((await client.listTools()).tools).toEqual((await direct.client.listTools()).tools);
		const sent = await client.callTool({ name: "nexus_send", arguments: { agent_id: "friend", content: "hi" } });
		expect(sent.structuredContent).toMatchObject({ status: "queued" });
		const denied = await client.callTool({ name: "nexus_send", arguments: { agent_id: "stranger", content: "hi" } });
		expect([denied.isError, denied.content]).toEqual([true, [{ type: "text", text: "Tool 'nexus_send' cannot target agent 'stranger'" }]]);
		await expect(client.callTool({ name: "nope", arguments: {} })).rejects.toMatchObject({ code: -32_602 });
		expect((await client.getPrompt({ name: "team_refresh" })).messages).toHaveLength(1);
		const steps: number[] = [];
		const giveUp = new AbortController();
		const waiting = client.callTool(
			{ name: "nexus_send", arguments: { agent_id: "friend", content: "?", wait: true } },
			{ onprogress: ({ progress }) => steps.push(progress), signal: giveUp.signal },
		);
		await expect.poll(() => steps.length, { timeout: 10_000 }).toBeGreaterThan(1);
		giveUp.abort();
		await expect(waiting).rejects.toThrow();
		await client.close();
		expect(complaints()).not.toContain(key);
	});

	it("[wire-5-stdio] speaks the newest revision too", async () => {
		const { client } = await connect(await server.agentKey("modern"), { versionNegotiation: { mode: { pin: "2026-07-28" } } });
		const result = await client.callTool({ name: "my_writ", arguments: {} });
		expect(result.structuredContent).toMatchObject({ agent: "modern" });
		await client.close();
	});

	it("[wire-5-stdio] tells its client when its tools are others", async () => {
		const key = await server.agentKey("told", LEAD);
		let told = 0;
		const { client } = await connect(key, { listChanged: { tools: { autoRefresh: false, onChanged: () => void told++ } } });
		const names = async () => (await client.listTools()).tools.map(({ name }) => name);
		expect(await names()).toContain("create_agent");
		const sealed = await server.home.pipe(
			`${JSON.stringify({ event: "permission:set_agent", data: { agent_id: "told", profile: "restricted" } })}\n`,
		);
		expect(sealed[0]).toMatchObject({ agent_id: "told" });
		await expect.poll(() => told, { timeout: 10_000 }).toBeGreaterThan(0);
		expect(await names()).not.toContain("create_agent");
		await client.close();
	});

	it("[wire-5-stdio] says what is missing, and never the key", async () => {
		expect((await run([WRIT, "mcp"], { WRIT_KEY: "" })).code).toBe(2);
		expect((await run([WRIT, "mcp"], { WRIT_KEY: "writ_secret", WRIT_URL: "nonsense" })).code).toBe(2);
		const far = await run([WRIT, "mcp"], { WRIT_KEY: "writ_secret", WRIT_URL: "http://example.org" });
		expect([far.code, far.err.includes("https://"), `${far.out}${far.err}`.includes("secret")]).toEqual([2, true, false]);
		const { client } = await connect("writ_wrong");
		await expect(client.listTools()).rejects.toThrow("does not know the key");
		await client.close();
	});
});

describe("other people's programs", () => {
	it("the inspector lists and calls the tools that the key has", async () => {
		const key = await server.agentKey("inspected");
		const inspect = (...args: readonly string[]) =>
			run([join(PROGRAMS, "inspector-cli/build/index.js"), process.execPath, WRIT, "mcp", ...args], {
				WRIT_URL: server.url.origin,
				WRIT_KEY: key,
			});
		const listed = await inspect("--method", "tools/list");
		const names = (JSON.parse(listed.out) as { tools: readonly { name: string }[] }).tools.map(({ name }) => name);
		expect(names).toEqual(await (await server.connect(key)).tools());
		const called = await inspect("--method", "tools/call", "--tool-name", "my_writ");
		expect(JSON.parse(called.out).structuredContent).toMatchObject({ agent: "inspected" });
	});

	it("the conformance suite passes wherever it needs nothing that writ does not serve", async () => {
		const demonstrating = await openMcp({ sources: [demonstration] });
		const way = await withKey(demonstrating.url, demonstrating.adminKey);
		const { out } = await run([join(PROGRAMS, "conformance/dist/index.js"), "server", "--url", way.url]);
		way.close();
		await demonstrating.close();
		const passed = [...out.matchAll(/^✓ ([\w-]+): /gm)].map(([, name]) => name);
		// The others need tools that ask the client, resources, logging, prompts of their own, or a revision older than 2025-06-18.
		expect(passed).toEqual([
			"server-initialize",
			"ping",
			"tools-list",
			"tools-call-simple-text",
			"tools-call-image",
			"tools-call-audio",
			"tools-call-embedded-resource",
			"tools-call-mixed-content",
			"tools-call-error",
			"tools-call-with-progress",
			"prompts-list",
			"dns-rebinding-protection",
		]);
	});
});

const PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const TEXT = { type: "text", text: "This is a simple text response for testing." } as const;
const IMAGE = { type: "image", data: PIXEL, mimeType: "image/png" } as const;
const RESOURCE = { type: "resource", resource: { uri: "test://embedded-resource", mimeType: "text/plain", text: "A resource" } } as const;

/** The tools that the suite calls, as a server behind writ would bring them. */
const RESULTS: Readonly<Record<string, ToolResult>> = {
	test_simple_text: { content: [TEXT] },
	test_image_content: { content: [IMAGE] },
	test_audio_content: { content: [{ type: "audio", data: "UklGRiQAAABXQVZF", mimeType: "audio/wav" }] },
	test_embedded_resource: { content: [RESOURCE] },
	test_multiple_content_types: { content: [TEXT, IMAGE, RESOURCE] },
	test_error_handling: { content: [{ type: "text", text: "This tool intentionally returns an error for testing" }], isError: true },
	test_tool_with_progress: { content: [TEXT] },
};

const demonstration: ToolSource = {
	list: async () => Object.keys(RESULTS).map((name) => ({ name, description: "A demonstration", inputSchema: { type: "object" } })),
	async call(_, name, __, { progress }) {
		if (name === "test_tool_with_progress")
			for (const done of [0, 50, 100]) {
				progress(done, 100);
				await new Promise((resolve) => setTimeout(resolve, 20));
			}
		return RESULTS[name] ?? null;
	},
};
