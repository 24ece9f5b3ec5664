import { describe, expect, it } from "vitest";
import { canonicalHost, compileHostSet, containsHosts, parseHostEntry } from "./index.ts";

const name = (text: string) => {
	const read = canonicalHost(text);
	return read.ok ? `${read.host.literal ? "address " : ""}${read.host.name}` : `no: ${read.why}`;
};

describe("a host name", () => {
	it("[policy-6-canonical-host] is lower case, ASCII and without a final dot", () => {
		expect(name("Docs.EXAMPLE.com.")).toBe("docs.example.com");
		expect(name("bücher.example")).toBe("xn--bcher-kva.example");
		expect(name("ｅxample。com")).toBe("example.com");
		expect(name("localhost")).toBe("localhost");
		expect(name("a_b.example")).toBe("a_b.example");
	});

	it.each([
		["127.0.0.1", "127.0.0.1"],
		["2130706433", "127.0.0.1"],
		["0x7f000001", "127.0.0.1"],
		["0177.0.0.1", "127.0.0.1"],
		["127.1", "127.0.0.1"],
		["0x7f.1.", "127.0.0.1"],
		["１２７.0.0.1", "127.0.0.1"],
		["[::1]", "::1"],
		["::1", "::1"],
		["[0:0:0:0:0:0:0:1]", "::1"],
		["[::ffff:127.0.0.1]", "127.0.0.1"],
		["::ffff:7f00:1", "127.0.0.1"],
	])("[policy-6-literals] %s is an address in another spelling", (text, address) => {
		expect(name(text)).toBe(`address ${address}`);
	});

	it.each([
		"",
		"a b",
		"a\0b",
		"a/b",
		"user@host",
		"a%2eb",
		"a:80",
		"a..b",
		"..",
		"[::1",
		"256.256.256.256",
		"1.2.3.4.5",
		"a\tb",
		"*.a",
		`${"a".repeat(64)}.b`,
		"fe80::1%eth0",
		"x".repeat(2000),
	])("[policy-6-no-nul] %j is not a host", (text) => {
		expect(name(text)).toMatch(/^no: /);
	});
});

describe("a host entry", () => {
	it.each([
		["Example.com", "example.com"],
		["example.com:443", "example.com:443"],
		["*.Example.com.", "*.example.com"],
		["*.example.com:8443", "*.example.com:8443"],
		["*", "*"],
		["*:443", "*:443"],
		["[::1]:443", "[::1]:443"],
		["::1", "[::1]"],
		["0x7f.1:80", "127.0.0.1:80"],
	])("%s is written %s", (written, text) => {
		expect(parseHostEntry(written)).toMatchObject({ ok: true, entry: { text } });
	});

	it.each([
		"https://example.com",
		"example.com/x",
		"10.0.0.0/8",
		"a.*.b",
		"*a.com",
		"example.com:0",
		"example.com:70000",
		"example.com:http",
		"example.com:",
		"*.127.0.0.1",
		"",
		":80",
		"a b",
	])("[policy-6-bad-host-entry] %j is a problem with a hint", (text) => {
		const read = parseHostEntry(text);
		expect(read.ok).toBe(false);
		expect(read.ok ? "" : read.hint).not.toBe("");
	});
});

describe("a list of hosts", () => {
	const asks = (entries: readonly string[], host: string, port: number, use: "grant" | "deny" = "grant") => {
		const read = canonicalHost(host);
		return read.ok ? compileHostSet(entries, use).match(read.host, port) : "no host";
	};

	it("[policy-6-suffix] *.a.b matches one or more labels, not a.b", () => {
		expect(asks(["*.a.b"], "x.a.b", 443)).toBe("*.a.b");
		expect(asks(["*.a.b"], "y.x.a.b", 443)).toBe("*.a.b");
		expect(asks(["*.a.b"], "a.b", 443)).toBe(null);
		expect(asks(["*.a.b"], "xa.b", 443)).toBe(null);
	});

	it("[policy-6-ports] ports are exact or any", () => {
		expect(asks(["a.b:443"], "a.b", 443)).toBe("a.b:443");
		expect(asks(["a.b:443"], "a.b", 80)).toBe(null);
		expect(asks(["a.b"], "a.b", 80)).toBe("a.b");
		expect(asks(["*:443"], "a.b", 80)).toBe(null);
	});

	it("[policy-6-literals] an address only matches where it is listed, in any spelling", () => {
		expect(asks(["*"], "127.0.0.1", 80)).toBe(null);
		expect(asks(["*"], "2130706433", 80)).toBe(null);
		expect(asks(["*"], "::1", 80)).toBe(null);
		expect(asks(["127.0.0.1"], "0x7f.1", 80)).toBe("127.0.0.1");
		expect(asks(["[::1]:80"], "::1", 80)).toBe("[::1]:80");
	});

	it("a denial of everything covers addresses too, and one that cannot be read denies", () => {
		expect(asks(["*"], "127.0.0.1", 80, "deny")).toBe("*");
		expect(asks(["no host"], "a.b", 80, "deny")).toBe("no host");
		expect(asks(["no host"], "a.b", 80)).toBe(null);
	});

	it("[policy-7-contains-exact] lies in another when each entry does", () => {
		expect(containsHosts(["*.b"], ["*.a.b", "a.b:80"])).toBe(true);
		expect(containsHosts(["*.a.b"], ["a.b"])).toBe(false);
		expect(containsHosts(["*"], ["*.a", "a"])).toBe(true);
		expect(containsHosts(["*"], ["127.0.0.1"])).toBe(false);
		expect(containsHosts(["a.b:443"], ["a.b"])).toBe(false);
		expect(containsHosts(["a.b"], ["a.b:443"])).toBe(true);
		expect(containsHosts([], [])).toBe(true);
		expect(containsHosts(["*"], ["not a host"])).toBe(false);
	});
});
