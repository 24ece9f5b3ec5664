import { describe, expect, it } from "vitest";
import { wasChanged } from "./read-regular-file.ts";

describe("wasChanged", () => {
	it("[sandbox-11-utf8] [sandbox-11-env-bytes] a mark that was there is no change, one in place of other bytes is", () => {
		expect(wasChanged("a\uFFFDb", () => Buffer.from("a\uFFFDb"))).toBe(false);
		expect(wasChanged("a\uFFFDb", () => Buffer.from([0x61, 0xff, 0x62]))).toBe(true);
		expect(
			wasChanged("plain", () => {
				throw new Error("not needed");
			}),
		).toBe(false);
	});
});
