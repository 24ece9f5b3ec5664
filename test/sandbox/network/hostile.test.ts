import { connect, createServer } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { startProxy, statusOf } from "./start-proxy.ts";

const PUBLIC = "93.184.216.34";
const open: { close(): void }[] = [];
afterEach(() => {
	for (const one of open.splice(0)) one.close();
});

/** A proxy whose one allowed host answers every connection with this text. */
async function hostThatSays(text: string | null) {
	const server = createServer((socket) => {
		socket.on("error", () => undefined);
		if (text === null) socket.resetAndDestroy();
		else socket.once("data", () => socket.end(Buffer.from(text, "latin1")));
	});
	await new Promise<void>((settle) => server.listen(0, "127.0.0.1", settle));
	const address = server.address();
	const port = typeof address === "object" && address !== null ? address.port : 0;
	const proxy = await startProxy({
		allow: ["good.example"],
		names: { "good.example": [[PUBLIC]] },
		places: { [`${PUBLIC}:80`]: port },
		limits: { idleMs: 1000 },
	});
	open.push(server, proxy);
	return proxy;
}

const GET = "GET http://good.example/ HTTP/1.1\r\nConnection: close\r\n\r\n";

describe("a hostile host", () => {
	it.each([
		["nothing", ""],
		["no HTTP", "SSH-2.0-OpenSSH\r\n"],
		["a status below 100", "HTTP/1.1 099 Odd\r\nContent-Length: 0\r\n\r\n"],
		["a status of 000", "HTTP/1.1 000 Odd\r\nContent-Length: 0\r\n\r\n"],
		["another protocol", "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\nxx"],
		["two lengths", "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab"],
		["both framings", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\n0\r\n\r\n"],
		["a control character in the reason", "HTTP/1.1 200 O\x01K\r\nContent-Length: 0\r\n\r\n"],
		["a control character in a header", "HTTP/1.1 200 OK\r\nX: a\x01b\r\nContent-Length: 0\r\n\r\n"],
		["a head without end", `HTTP/1.1 200 OK\r\nX: ${"a".repeat(200_000)}`],
		["broken chunks", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n"],
		["a body that stops short", "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nshort"],
		["a reset", null],
	])("[sandbox-8-hostile] that answers with %s breaks its own connection and nothing else", async (_what, text) => {
		const proxy = await hostThatSays(text);
		expect([0, 200, 502]).toContain(statusOf(await proxy.send(GET)));
		expect(statusOf(await proxy.send("GET http://evil.example/ HTTP/1.1\r\nConnection: close\r\n\r\n"))).toBe(403);
	});

	it("[sandbox-8-hostile] cannot put a header of the proxy's connection into the agent's", async () => {
		const proxy = await hostThatSays(
			"HTTP/1.1 200 OK\r\nConnection: x-hop\r\nX-Hop: 1\r\nProxy-Authenticate: Basic\r\nContent-Length: 2\r\n\r\nok",
		);
		const text = await proxy.send(GET);
		expect(text).toMatch(/\r\n\r\nok$/);
		expect(text.toLowerCase()).not.toMatch(/x-hop|proxy-authenticate/);
	});
});

describe("a hostile agent", () => {
	it("[sandbox-8-hostile] that opens and resets connections by the thousand still has its network afterwards", async () => {
		const proxy = await hostThatSays("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");
		for (let round = 0; round < 11; round++) {
			await Promise.all(
				Array.from(
					{ length: 100 },
					() =>
						new Promise<void>((settle) => {
							const socket = connect(proxy.port, "127.0.0.1", () => {
								socket.write("CONNECT");
								socket.resetAndDestroy();
							});
							socket.once("error", () => undefined);
							socket.once("close", () => settle());
						}),
				),
			);
		}
		await expect.poll(async () => statusOf(await proxy.send(GET)), { timeout: 4000 }).toBe(200);
	});

	it.each([
		"\0\0\0\0",
		"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
		"\x16\x03\x01\x02\x00\x01",
		"\x05\x01\x00",
		"GET http://good.example/ HTTP/9.9\r\n\r\n",
	])("[sandbox-8-hostile] that speaks something else (%j) is cut off", async (text) => {
		const proxy = await hostThatSays("HTTP/1.1 200 OK\r\n\r\n");
		expect([0, 400, 505]).toContain(statusOf(await proxy.send(text)));
		expect(proxy.connections).toEqual([]);
	});
});
