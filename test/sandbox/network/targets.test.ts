import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startHost } from "./start-host.ts";
import { startProxy, statusOf } from "./start-proxy.ts";

const PUBLIC = "93.184.216.34";
let host: Awaited<ReturnType<typeof startHost>>;
let proxy: Awaited<ReturnType<typeof startProxy>>;

beforeAll(async () => {
	host = await startHost("good");
	proxy = await startProxy({
		allow: [
			"good.example",
			"*.wild.example",
			"good.example:8080",
			"xn--bcher-kva.example",
			"mixed.example",
			"localhost",
			"inner.example",
			"10.9.8.7:80",
			"meta.example",
			"corp.example",
			"169.254.169.254",
		],
		names: {
			"good.example": [[PUBLIC]],
			"a.wild.example": [[PUBLIC]],
			"xn--bcher-kva.example": [[PUBLIC]],
			"mixed.example": [["10.0.0.1", PUBLIC]],
			"inner.example": [["10.9.8.7"]],
			"meta.example": [["169.254.169.254"]],
			"corp.example": [["10.0.0.1"]],
		},
		places: {
			[`${PUBLIC}:80`]: host.port,
			[`${PUBLIC}:443`]: host.port,
			[`${PUBLIC}:8080`]: host.port,
			"10.9.8.7:80": host.port,
			"10.0.0.1:80": host.port,
		},
	});
});
afterAll(() => {
	proxy.close();
	host.close();
});

const get = (target: string): Promise<string> => proxy.send(`GET ${target} HTTP/1.1\r\nHost: good.example\r\nConnection: close\r\n\r\n`);
const connect = (target: string): Promise<string> => proxy.send(`CONNECT ${target} HTTP/1.1\r\nHost: good.example\r\n\r\n`, /\r\n\r\n/);

describe("targets that are listed", () => {
	it.each([
		"http://good.example/",
		"http://GOOD.example/",
		"http://good.example./",
		"http://good.example:80/",
		"http://good.example:8080/",
		"http://good.example",
		"http://good.example?query",
		"HTTP://good.example/",
		"http://a.wild.example/",
		"http://b\u00fccher.example/".replace("b\u00fccher", "xn--bcher-kva"),
		"http://10.9.8.7/",
		"http://0xa.9.8.7/",
		"http://168364039/",
		"http://[::ffff:10.9.8.7]/",
	])("[sandbox-8-canonical] %s is answered", async (target) => {
		expect(statusOf(await get(target))).toBe(200);
	});

	it.each(["good.example:443", "good.example.:443", "GOOD.EXAMPLE:443", "a.wild.example:80"])(
		"[sandbox-8-connect] CONNECT %s is answered",
		async (target) => {
			expect(statusOf(await connect(target))).toBe(200);
		},
	);

	it("[sandbox-8-listed-literal] a name that leads to a private address is answered when that address is listed itself", async () => {
		expect(statusOf(await get("http://inner.example/"))).toBe(200);
	});

	it("[address-not-public] a listed name that leads to one that is not has its own code, and the entry to add", async () => {
		const answer = await get("http://corp.example/");
		expect([statusOf(answer), answer]).toEqual([403, expect.stringContaining('"code":"address-not-public"')]);
		expect(answer).toContain("add '10.0.0.1:80' to network.allow");
		expect(await get("http://meta.example/")).toContain('"code":"host-denied"');
		expect(await get("http://10.0.0.1/")).toContain('"code":"host-not-allowed"');
	});

	it("[sandbox-8-private] of several addresses only the public ones are used", async () => {
		expect(statusOf(await get("http://mixed.example/"))).toBe(200);
		expect(proxy.connections).not.toContain("10.0.0.1:80");
	});
});

/** Spellings that must not get out, as a plain request and as CONNECT. */
const REFUSED: readonly (readonly [string, string])[] = [
	["another name", "evil.example"],
	["a suffix that only ends alike", "evilgood.example"],
	["the listed name as a label of another", "good.example.evil.example"],
	["the bare name of a wildcard", "wild.example"],
	["an address", "93.184.216.34"],
	["loopback", "127.0.0.1"],
	["loopback, short", "127.1"],
	["loopback, decimal", "2130706433"],
	["loopback, hexadecimal", "0x7f000001"],
	["loopback, octal", "0177.0.0.1"],
	["loopback, mixed", "0x7f.1"],
	["loopback, mapped", "[::ffff:127.0.0.1]"],
	["loopback, mapped in groups", "[::ffff:7f00:1]"],
	["loopback, compatible", "[::127.0.0.1]"],
	["loopback, IPv6", "[::1]"],
	["loopback, IPv6 in full", "[0:0:0:0:0:0:0:1]"],
	["any address", "0.0.0.0"],
	["zero", "0"],
	["any address, IPv6", "[::]"],
	["loopback, full-width digits", "１２７.0.0.1"],
	["this machine without a port in its entry", "localhost"],
	["this machine with a dot", "localhost."],
	["a name below this machine", "x.localhost"],
	["a private address", "10.0.0.1"],
	["cloud metadata, although listed", "169.254.169.254"],
	["cloud metadata, decimal", "2852039166"],
	["cloud metadata, mapped", "[::ffff:169.254.169.254]"],
	["a name that leads to cloud metadata", "meta.example"],
	["NAT64 around loopback", "[64:ff9b::7f00:1]"],
	["6to4 around a private address", "[2002:a00:1::]"],
	["an IPv6 zone", "[fe80::1%25eth0]"],
	["an IPv6 zone, raw", "[fe80::1%eth0]"],
	["userinfo", "good.example@evil.example"],
	["userinfo before the listed name", "evil.example@good.example"],
	["userinfo with a password", "user:secret@good.example"],
	["an empty userinfo", "@good.example"],
	["two final dots", "good.example.."],
	["a dot in front", ".good.example"],
	["an empty host", ""],
	["a percent-encoded dot", "good%2eexample"],
	["a percent-encoded NUL", "good.example%00.evil.example"],
	["a backslash", "good.example\\@evil.example"],
	["punycode that is not listed", "xn--80ak6aa92e.example"],
	["a letter that only looks alike", "g\u043e\u043ed.example"],
	["a label that is too long", `${"a".repeat(64)}.wild.example`],
];

describe("targets that are not", () => {
	it.each(REFUSED)("[sandbox-8-refused] %s as a plain request: %s", async (_what, target) => {
		const before = host.seen.length;
		const text = await get(`http://${target}/`);
		// What is not even HTTP is answered by the parser.
		expect([400, 403]).toContain(statusOf(text));
		if (statusOf(text) === 403) expect(text).toMatch(/x-writ-code: (host-not-allowed|host-denied)\r\n/);
		expect(host.seen.length).toBe(before);
	});

	it.each(REFUSED)("[sandbox-8-refused] %s as CONNECT: %s", async (_what, target) => {
		const before = proxy.connections.length;
		expect([400, 403]).toContain(statusOf(await connect(`${target}:80`)));
		expect(proxy.connections.length).toBe(before);
	});

	it.each(["", ":", ":0", ":65536", ":99999999999", ":-1", ":+80", ":80a", ":0x50", ": 80", ":080", ":80:80", ":８０"])(
		"[sandbox-8-refused] CONNECT to the listed name with the port '%s'",
		async (port) => {
			expect([400, 403]).toContain(statusOf(await connect(`good.example${port}`)));
		},
	);

	it.each([
		"/",
		"*",
		"//good.example/",
		"https://good.example/",
		"ftp://good.example/",
		"file:///etc/passwd",
		"http:good.example/",
		"http:/good.example/",
		"http:///good.example/",
		"http:\\\\good.example\\",
		"http://good.example#@evil.example/",
		"http://good.example/#fragment",
	])("[sandbox-8-target] a plain request for '%s' is refused", async (target) => {
		const before = host.seen.length;
		expect([400, 403]).toContain(statusOf(await get(target)));
		expect(host.seen.length).toBe(before);
	});
});
