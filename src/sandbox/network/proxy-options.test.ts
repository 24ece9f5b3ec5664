import { describe, expect, it } from "vitest";
import { localPorts } from "./proxy-options.ts";

describe("ports of this machine", () => {
	it("[sandbox-8-localhost] come from entries that name the host and the port exactly", () => {
		const entries = [
			"localhost:3000",
			"LOCALHOST.:3001",
			"localhost",
			"*",
			"*.localhost:3002",
			"127.0.0.1:5432",
			"other:3003",
			"localhost:x",
		];
		expect([...localPorts([entries], "localhost")]).toEqual([3000, 3001]);
		expect([...localPorts([entries], "127.0.0.1")]).toEqual([5432]);
	});

	it("[sandbox-8-localhost] stand in every list of a child's writ", () => {
		expect([
			...localPorts(
				[
					["localhost:1", "localhost:2"],
					["localhost:2", "localhost"],
				],
				"localhost",
			),
		]).toEqual([2]);
		expect([...localPorts([], "localhost")]).toEqual([]);
	});
});
