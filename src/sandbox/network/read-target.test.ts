import { describe, expect, it } from "vitest";
import { readConnectTarget, readRequestTarget } from "./read-target.ts";

describe("a target", () => {
	it.each([
		["a.example:443", "a.example", 443, false],
		["A.EXAMPLE.:1", "a.example", 1, false],
		["[2606:4700::1111]:65535", "2606:4700::1111", 65_535, true],
		["0x7f.1:80", "127.0.0.1", 80, true],
		["[::FFFF:7f00:1]:80", "127.0.0.1", 80, true],
	])("[sandbox-8-canonical] of CONNECT %s is %s, port %d", (text, host, port, literal) => {
		expect(readConnectTarget(text)).toEqual({ ok: true, target: { host, port, literal } });
	});

	it.each([
		"a.example",
		"a.example:",
		"a.example:0",
		"::1:80",
		"2606:4700::1111:443",
		"[::1]",
		"[::1",
		"::1]:80",
		"[a.example]:80",
		"a b:80",
		":80",
		"a@b:80",
	])("[sandbox-8-target] of CONNECT is not '%s'", (text) => {
		expect(readConnectTarget(text).ok).toBe(false);
	});

	it.each([
		["http://a.example", "/", 80],
		["http://a.example:8080/b?c=d", "/b?c=d", 8080],
		["http://a.example?x", "/?x", 80],
		["http://a.example//b/../c", "//b/../c", 80],
	])("[sandbox-8-http] of %s asks for %s", (text, path, port) => {
		expect(readRequestTarget(text)).toEqual({ ok: true, target: { host: "a.example", port, literal: false }, path });
	});

	it("[sandbox-8-record] that is refused is shown without its password, path and query", () => {
		expect(readRequestTarget("http://user:secret@a.example/secret?secret")).toMatchObject({ ok: false, shown: "a.example" });
		expect(readRequestTarget("https://user:secret@a.example/secret")).toMatchObject({ ok: false, shown: "a.example" });
		expect(readConnectTarget(`${"x".repeat(5000)}`)).toMatchObject({ ok: false, shown: "x".repeat(200) });
	});
});
