import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openServer, type TestServer } from "../rest/open-server.ts";

let server: TestServer;
let service: Server;
let base = "";
const seen: unknown[] = [];
let busy = 1;

const ANSWERS: Readonly<Record<string, (response: ServerResponse, body: { readonly content: string }) => void>> = {
	"/echo": (response, { content }) => response.end(JSON.stringify({ content: `heard ${content}` })),
	"/redirect": (response) => response.writeHead(302, { Location: "/echo" }).end(),
	"/fault": (response) => response.writeHead(500).end("a secret stack"),
	"/long": (response) => response.end(JSON.stringify({ content: "x".repeat(2_000_000) })),
	"/odd": (response) => response.end("[]"),
	"/never": () => undefined,
	"/busy": (response) => {
		if (busy-- > 0) response.writeHead(503).end();
		else response.end(JSON.stringify({ content: "free now" }));
	},
};

beforeAll(async () => {
	service = createServer((request, response) => {
		let text = "";
		request.on("data", (part) => {
			text += part;
		});
		request.on("end", () => {
			const body = JSON.parse(text);
			seen.push(body);
			ANSWERS[request.url ?? ""]?.(response, body);
		});
	});
	await new Promise<void>((resolve) => {
		service.listen(0, "127.0.0.1", resolve);
	});
	base = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
	server = await openServer();
});
afterAll(async () => {
	await server.close();
	service.closeAllConnections();
	service.close();
});

async function asked(name: string, url: string, more: object = {}) {
	const made = await server.admin("POST", "/v1/agents", { id: name, runner: { kind: "http", url, ...more } });
	if (made.status !== 201) throw new Error(made.text);
	return server.admin("POST", `/api/agents/${name}/chat`, { message: "hello" });
}

describe("a program that listens", () => {
	it("[runner-http] is given the message as JSON, and its content is the answer", async () => {
		expect((await asked("h-echo", `${base}/echo`)).body.response).toBe("heard hello");
		expect(seen.at(-1)).toEqual({
			message_id: expect.stringMatching(/^message/),
			from: "user:admin@localhost",
			content: "hello",
			correlation_id: expect.any(String),
		});
	});

	it("[runner-http-bounds] redirects, faults, too long and odd answers, and late ones fail each with its reason", async () => {
		const detail = async (name: string, more: object = {}): Promise<readonly unknown[]> => {
			const { status, body } = await asked(`h-${name}`, `${base}/${name}`, more);
			return [status, body.detail];
		};
		expect(await detail("redirect")).toEqual([502, "The agent answered with a redirect"]);
		expect(await detail("fault")).toEqual([502, "The agent answered HTTP 500"]);
		expect(await detail("long")).toEqual([502, "The answer is longer than 1048576 bytes"]);
		expect(await detail("odd")).toEqual([502, "The answer is not JSON with a text `content`"]);
		expect(await detail("never", { timeout_seconds: 1 })).toEqual([504, "There was no answer within 1 s"]);
	});

	it("[runner-http-unavailable] one that does not listen is unavailable, to be tried again", async () => {
		expect(await asked("h-nobody", "http://127.0.0.1:1/")).toMatchObject({ status: 503, body: { code: "unavailable", retryable: true } });
	});

	it("[runner-busy] one that is busy gets the message again later", async () => {
		expect((await asked("h-busy", `${base}/busy`)).body.response).toBe("free now");
		expect(seen.at(-1)).toMatchObject({ redelivered: true });
	});

	it("[runner-http-hosts] only this machine and hosts of the setting are asked, also when the setting changes later", async () => {
		await server.admin("PUT", "/v1/settings", { "runners.http_hosts": ["agents.example"] });
		const made = await server.admin("POST", "/v1/agents", { id: "h-far", runner: { kind: "http", url: "http://agents.example/" } });
		expect(made.status).toBe(201);
		await server.admin("PUT", "/v1/settings", { "runners.http_hosts": [] });
		const refused = await server.admin("POST", "/api/agents/h-far/chat", { message: "hello" });
		expect(refused.body.detail).toBe("agents.example is neither this machine nor in the setting runners.http_hosts");
	});
});
