import { createServer } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { startHost } from "./start-host.ts";
import { freePort, send, startProxy, statusOf, type World } from "./start-proxy.ts";

const PUBLIC = "93.184.216.34";
const OTHER = "93.184.216.35";
let good: Awaited<ReturnType<typeof startHost>>;
let evil: Awaited<ReturnType<typeof startHost>>;
const open: { close(): void }[] = [];

beforeEach(async () => {
	good = await startHost("good");
	evil = await startHost("evil");
	open.push(good, evil);
});
afterEach(() => {
	for (const one of open.splice(0)) one.close();
});

async function start(world: Partial<World> = {}) {
	const proxy = await startProxy({
		allow: ["good.example"],
		names: { "good.example": [[PUBLIC]], "evil.example": [[OTHER]] },
		places: { [`${PUBLIC}:80`]: good.port, [`${PUBLIC}:443`]: good.port, [`${OTHER}:80`]: evil.port },
		...world,
	});
	open.push(proxy);
	return proxy;
}

const GET = "GET http://good.example/ HTTP/1.1\r\nHost: good.example\r\nConnection: close\r\n\r\n";

describe("the target", () => {
	it("[sandbox-8-target] is the request line: a Host header that names another host changes nothing, either way", async () => {
		const proxy = await start();
		const listedInHost = await proxy.send("GET http://evil.example/ HTTP/1.1\r\nHost: good.example\r\nConnection: close\r\n\r\n");
		expect(statusOf(listedInHost)).toBe(403);
		const listedInLine = await proxy.send("GET http://good.example/a HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n");
		expect(listedInLine).toContain("good /a");
		expect(good.seen.map(({ host }) => host)).toEqual(["good.example"]);
		expect(evil.seen).toEqual([]);
	});

	it("[sandbox-8-target] a request with two Host headers, or none, reaches its target with one", async () => {
		const proxy = await start();
		await proxy.send("GET http://good.example/ HTTP/1.1\r\nHost: a\r\nHost: evil.example\r\nConnection: close\r\n\r\n");
		await proxy.send("GET http://good.example/ HTTP/1.1\r\nConnection: close\r\n\r\n");
		expect(good.seen.map(({ headers }) => headers.filter((name) => name.toLowerCase() === "host").length)).toEqual([1, 1]);
		expect(good.seen.map(({ host }) => host)).toEqual(["good.example", "good.example"]);
	});

	it("[sandbox-8-denied] a denial is 403 with the reason code, in a header and in the body", async () => {
		const proxy = await start();
		const text = await proxy.send("CONNECT evil.example:443 HTTP/1.1\r\n\r\n");
		expect(text).toMatch(/^HTTP\/1\.1 403 Forbidden\r\n/);
		expect(text).toContain("x-writ-code: host-not-allowed\r\n");
		expect(JSON.parse(text.split("\r\n\r\n")[1] ?? "")).toMatchObject({ code: "host-not-allowed" });
	});
});

describe("a kept-alive connection", () => {
	it("[sandbox-8-per-request] is decided for every request: the second one, to another host, is denied and the third answered", async () => {
		const proxy = await start();
		const line = (host: string, more = ""): string => `GET http://${host}/ HTTP/1.1\r\nHost: ${host}\r\n${more}\r\n`;
		const text = await proxy.send(line("good.example") + line("evil.example") + line("good.example", "Connection: close\r\n"));
		expect([...text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => status)).toEqual(["200", "403", "200"]);
		expect(evil.seen).toEqual([]);
		expect(
			proxy.events
				.filter(({ event }) => event === "decided")
				.map(({ host, effect }) => `${host} ${effect}`)
				.toSorted(),
		).toEqual(["evil.example deny", "good.example allow", "good.example allow"]);
	});

	it("[sandbox-8-per-request] bytes after CONNECT belong to the tunnel, not to a next request", async () => {
		const proxy = await start();
		const inner = "GET / HTTP/1.1\r\nHost: inner\r\nConnection: close\r\n\r\n";
		const text = await proxy.send(`CONNECT good.example:443 HTTP/1.1\r\n\r\n${inner}`);
		expect(text).toContain("good / ");
		expect(good.seen.map(({ host }) => host)).toEqual(["inner"]);
	});
});

describe("names and addresses", () => {
	it("[sandbox-8-rebinding] a name is looked up once for a request, and the address that was checked is the one connected to", async () => {
		const proxy = await start({ names: { "good.example": [[PUBLIC], ["127.0.0.1"]] } });
		expect(statusOf(await proxy.send(GET))).toBe(200);
		expect(proxy.lookups).toEqual(["good.example"]);
		expect(proxy.connections).toEqual([`${PUBLIC}:80`]);
		expect(statusOf(await proxy.send(GET))).toBe(403);
		expect(proxy.connections).toEqual([`${PUBLIC}:80`]);
	});

	it.each([
		"127.0.0.1",
		"10.0.0.1",
		"172.16.0.1",
		"192.168.1.1",
		"100.64.0.1",
		"169.254.1.1",
		"224.0.0.1",
		"0.0.0.0",
		"::1",
		"fe80::1",
		"fc00::1",
		"ff02::1",
		"::ffff:10.0.0.1",
		"64:ff9b::a00:1",
		"fe80::1%eth0",
		"not an address",
	])("[sandbox-8-private] a listed name that leads to %s is not connected", async (address) => {
		const proxy = await start({ names: { "good.example": [[address]] } });
		expect([403, 502]).toContain(statusOf(await proxy.send(GET)));
		expect(proxy.connections).toEqual([]);
	});

	it("[sandbox-8-localhost] an exact localhost:PORT entry reaches this machine, without a lookup, at that port only", async () => {
		const proxy = await start({
			allow: ["localhost:3000", "localhost"],
			places: { "127.0.0.1:3000": good.port, "127.0.0.1:3001": evil.port },
		});
		const ask = (port: number): Promise<string> => proxy.send(`GET http://localhost:${port}/ HTTP/1.1\r\nConnection: close\r\n\r\n`);
		expect(statusOf(await ask(3000))).toBe(200);
		expect(statusOf(await ask(3001))).toBe(403);
		expect(proxy.lookups).toEqual([]);
	});

	it("[sandbox-8-localhost] a star gives neither this machine nor an address", async () => {
		const proxy = await start({ allow: ["*"], places: { "127.0.0.1:80": evil.port, [`${PUBLIC}:80`]: good.port } });
		for (const host of ["localhost", "127.0.0.1", PUBLIC])
			expect(statusOf(await proxy.send(`GET http://${host}/ HTTP/1.1\r\nConnection: close\r\n\r\n`))).toBe(403);
		expect(statusOf(await proxy.send(GET))).toBe(200);
	});

	it("[sandbox-8-forward] a listed 127.0.0.1:PORT answers inside at that address, and a port that is not listed is denied", async () => {
		const [listed, unlisted] = [await freePort(), await freePort()];
		const proxy = await start({
			allow: [`127.0.0.1:${listed}`],
			places: { [`127.0.0.1:${listed}`]: good.port, [`127.0.0.1:${unlisted}`]: evil.port },
			forwards: [listed, unlisted],
		});
		expect(await send(listed, "GET /direct HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")).toContain("good /direct");
		expect(await send(unlisted, "GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")).toBe("");
		expect(evil.seen).toEqual([]);
		expect(proxy.events.filter(({ event }) => event === "decided").map(({ form, effect }) => `${form} ${effect}`)).toEqual([
			"forward allow",
			"forward deny",
		]);
	});

	it("a host that is allowed and does not answer is 502, not a denial", async () => {
		const proxy = await start({ places: {} });
		expect(statusOf(await proxy.send(GET))).toBe(502);
		expect(statusOf(await proxy.send("CONNECT good.example:443 HTTP/1.1\r\n\r\n"))).toBe(502);
	});
});

describe("requests that mean two things", () => {
	const smuggled = "GET http://evil.example/ HTTP/1.1\r\nHost: evil.example\r\n\r\n";
	it.each([
		["both lengths", `POST http://good.example/ HTTP/1.1\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${smuggled}`],
		["two different lengths", `POST http://good.example/ HTTP/1.1\r\nContent-Length: 0\r\nContent-Length: 60\r\n\r\n${smuggled}`],
		["an unknown encoding", `POST http://good.example/ HTTP/1.1\r\nTransfer-Encoding: xchunked\r\n\r\n0\r\n\r\n${smuggled}`],
		["an encoding before chunked", `POST http://good.example/ HTTP/1.1\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n${smuggled}`],
		["a space before the colon", `POST http://good.example/ HTTP/1.1\r\nContent-Length : 60\r\n\r\n${smuggled}`],
		["a folded header", `GET http://good.example/ HTTP/1.1\r\nX: a\r\n Host: evil.example\r\n\r\n${smuggled}`],
		["a bare line feed", `GET http://good.example/ HTTP/1.1\nHost: evil.example\n\n${smuggled}`],
		["a bare carriage return", `GET http://good.example/ HTTP/1.1\r\nX: a\rHost: evil.example\r\n\r\n`],
		["a line break in the target", `GET http://good.example/\r\nHost: evil.example HTTP/1.1\r\n\r\n`],
		["a tab in the target", `GET http://good.example\t.evil.example/ HTTP/1.1\r\n\r\n`],
		["a space in the target", `GET http://good.example/ http://evil.example/ HTTP/1.1\r\n\r\n`],
		["a NUL in a header", `GET http://good.example/ HTTP/1.1\r\nX: a\0b\r\n\r\n`],
		["a line break in CONNECT", `CONNECT good.example:80\r\nX: HTTP/1.1\r\n\r\n`],
	])(
		"[sandbox-8-smuggling] %s: nothing reaches a host that is not listed, and the listed one sees one request at most",
		async (_what, text) => {
			const proxy = await start();
			await proxy.send(text, /HTTP\/1\.1 4\d\d|evil/);
			expect(evil.seen).toEqual([]);
			expect(good.seen.length).toBeLessThanOrEqual(1);
			expect(good.seen.every(({ host, body }) => host === "good.example" && body === "")).toBe(true);
			expect(proxy.events.every(({ host, effect }) => host === "good.example" || effect === "deny")).toBe(true);
		},
	);

	it("[sandbox-8-smuggling] what Connection names is left out, but never the length of the body", async () => {
		const proxy = await start();
		const body = "GET http://evil.example/ HTTP/1.1\r\n\r\n";
		const head =
			"POST http://good.example/ HTTP/1.1\r\nConnection: close, content-length, x-own\r\nX-Own: 1\r\nProxy-Authorization: secret\r\n";
		await proxy.send(`${head}Content-Length: ${body.length}\r\n\r\n${body}`);
		expect(good.seen.map((request) => request.body)).toEqual([body]);
		expect(good.seen[0]?.headers.map((text) => text.toLowerCase())).not.toContain("x-own");
		expect(good.seen[0]?.headers).not.toContain("secret");
	});

	it("[sandbox-8-http] a body in chunks arrives whole", async () => {
		const proxy = await start();
		const text = "PUT http://good.example/x HTTP/1.1\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n5\r\nhello\r\n0\r\n\r\n";
		expect(await proxy.send(text)).toContain("good /x hello");
	});
});

describe("what is recorded", () => {
	it("[sandbox-8-record] each request is decided once, before the answer, and an allowed one ended once, with its bytes", async () => {
		const proxy = await start();
		const text = await proxy.send("CONNECT good.example:443 HTTP/1.1\r\n\r\nGET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
		const received = text.length - "HTTP/1.1 200 Connection established\r\n\r\n".length;
		await expect.poll(() => proxy.events.length).toBe(2);
		expect(proxy.events).toMatchObject([
			{
				event: "decided",
				form: "connect",
				host: "good.example",
				port: 443,
				effect: "allow",
				code: "granted",
				address: PUBLIC,
				sentBytes: 0,
			},
			{ event: "ended", host: "good.example", address: PUBLIC, sentBytes: 46, receivedBytes: received },
		]);
	});

	it("[sandbox-8-record] what cannot be recorded is denied", async () => {
		const proxy = await start({ record: () => Promise.reject(new Error("full disk")) });
		expect(await proxy.send(GET)).toContain("x-writ-code: authority-unavailable");
		expect(proxy.connections).toEqual([]);
	});

	it("[sandbox-8-record] who cannot decide, or asks, has denied", async () => {
		const broken = await start({ decide: () => Promise.reject(new Error("gone")) });
		expect(await broken.send(GET)).toContain("x-writ-code: authority-unavailable");
		const asks = await start({ decide: async () => ({ effect: "ask", code: "needs-confirmation", message: "?" }) });
		expect(await asks.send(GET)).toMatch(/^HTTP\/1\.1 403 .*\r\n(.*\r\n)*x-writ-code: needs-confirmation\r\n/);
	});

	it("[sandbox-8-record] a password in a target never reaches the record", async () => {
		const proxy = await start();
		await proxy.send("GET http://user:secret@good.example/?token=secret HTTP/1.1\r\nConnection: close\r\n\r\n");
		expect(proxy.events).toHaveLength(1);
		expect(JSON.stringify(proxy.events)).not.toContain("secret");
	});
});

describe("limits", () => {
	it("[sandbox-8-limits] a head that is too large is refused", async () => {
		const proxy = await start();
		const text = await proxy.send(`GET http://good.example/ HTTP/1.1\r\nX: ${"a".repeat(20_000)}\r\n\r\n`);
		expect(statusOf(text)).toBe(431);
		expect(good.seen).toEqual([]);
	});

	it("[sandbox-8-limits] a head that never ends and a tunnel in which nothing moves are closed", async () => {
		const silent = createServer(() => undefined);
		await new Promise<void>((settle) => silent.listen(0, "127.0.0.1", settle));
		open.push(silent);
		const address = silent.address();
		const port = typeof address === "object" && address !== null ? address.port : 0;
		const proxy = await start({ limits: { headersMs: 100, idleMs: 200 }, places: { [`${PUBLIC}:443`]: port } });
		const started = performance.now();
		await proxy.send("GET http://good.example/ HTTP/1.1\r\nX: ");
		await proxy.send("CONNECT good.example:443 HTTP/1.1\r\n\r\n");
		expect(performance.now() - started).toBeLessThan(3000);
	});

	it("[sandbox-8-limits] a connection beyond the limit is told so, and the next one after that finds room", async () => {
		const proxy = await start({ limits: { connections: 1 } });
		const held = proxy.send("CONNECT good.example:443 HTTP/1.1\r\n\r\n", /closed/);
		await expect.poll(() => proxy.connections.length).toBe(1);
		expect(await proxy.send(GET)).toContain("x-writ-code: too-many-connections");
		good.close();
		await held;
		await expect.poll(async () => statusOf(await proxy.send(GET))).not.toBe(503);
	});

	it("ending the proxy ends its connections", async () => {
		const proxy = await start();
		const waiting = proxy.send("CONNECT good.example:443 HTTP/1.1\r\n\r\n");
		await expect.poll(() => proxy.events.length).toBe(1);
		proxy.close();
		expect(await waiting).toContain("200 Connection established");
	});
});

describe("large bodies", () => {
	it("[sandbox-8-connect] four megabytes pass through a tunnel in both directions, unchanged", async () => {
		const echo = createServer({ allowHalfOpen: true }, (socket) => socket.pipe(socket));
		await new Promise<void>((settle) => echo.listen(0, "127.0.0.1", settle));
		open.push(echo);
		const address = echo.address();
		const port = typeof address === "object" && address !== null ? address.port : 0;
		const proxy = await start({ places: { [`${PUBLIC}:443`]: port } });
		const payload = "0123456789abcdef".repeat(262_144);
		const text = await proxy.send(`CONNECT good.example:443 HTTP/1.1\r\n\r\n${payload}END`, /END$/);
		expect(text.slice(text.indexOf("\r\n\r\n") + 4) === `${payload}END`).toBe(true);
	});
});
