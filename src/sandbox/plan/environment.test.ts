import { describe, expect, it } from "vitest";
import { sandboxEnvironment } from "./environment.ts";

describe("sandboxEnvironment", () => {
	it("[sandbox-6-environment] it holds what the plan sets and the caller's values of the names it passes on, and nothing else", () => {
		const callers = { TERM: "xterm", SECRET: "s", API_KEY: "k", HOME: "/root" };
		expect(sandboxEnvironment({ set: { HOME: "/sandbox/home", TERM: "dumb" }, pass: ["TERM", "API_KEY", "GONE"] }, callers)).toEqual({
			HOME: "/sandbox/home",
			TERM: "xterm",
			API_KEY: "k",
		});
	});

	it("a name that no environment can hold, or that every object has, is left out", () => {
		expect(sandboxEnvironment({ set: { "": "x", "A=B": "x" }, pass: ["constructor", "toString"] }, {})).toEqual({});
	});
});
