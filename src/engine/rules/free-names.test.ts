import { describe, expect, it } from "vitest";
import { isFreePair } from "./free-names.ts";

describe("free names", () => {
	it.each([
		["NODE_ENV", "test"],
		["CI", ""],
		["RUST_LOG", "openraft::core=debug,x=info"],
		["GOFLAGS", "-mod=mod"],
		["GIT_PAGER", "cat"],
		["PAGER", "cat"],
		["LANG", "C.UTF-8"],
		["LC_ALL", "de_DE.UTF-8"],
		["TZ", "Europe/Berlin"],
	])("[rules-free-names] %s=%s reaches a program and changes nothing that matters", (name, value) => {
		expect(isFreePair(name, value)).toBe(true);
	});

	it.each([
		["PATH", "/bin"],
		["GIT_PAGER", "sh -c x"],
		["PAGER", "less"],
		["GOFLAGS", "-exec=sh"],
		["LANG", "zh_CN.GBK"],
		["LC_ALL", "../x"],
		["TZ", "/etc/passwd"],
		["NODE_OPTIONS", "--require x"],
		["PORT", "3000"],
		["constructor", "x"],
		["CI", "1\n2"],
	])("[rules-free-names] %s=%j is not free", (name, value) => {
		expect(isFreePair(name, value)).toBe(false);
	});
});
