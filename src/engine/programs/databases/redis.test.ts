import { describe, expect, it } from "vitest";
import type { Analyser } from "../analyser.ts";
import { redisCommand } from "./redis.ts";

const kinds = (analyser: Analyser, ...words: readonly (string | null)[]) => analyser(words).map((finding) => finding.kind);

describe("what redis-cli is told", () => {
	it("[programs-a-redis-cli] reading commands are plain, others must be named", () => {
		expect(kinds(redisCommand, "GET", "x")).toEqual([]);
		expect(kinds(redisCommand, "config", "set", "dir", "/tmp")).toEqual(["hazard"]);
		expect(kinds(redisCommand)).toEqual(["ask"]);
	});
});
