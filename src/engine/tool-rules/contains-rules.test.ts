import { describe, expect, it } from "vitest";
import type { ArgumentRule } from "../language/index.ts";
import { containsArgumentRule, containsRules, uncoveredRules } from "./index.ts";

describe("one argument rule inside another", () => {
	it.each<[ArgumentRule, ArgumentRule, boolean]>([
		["./src/**", "./src/**", true],
		["./src/**", "./src/a", false],
		[{ max: 10 }, { max: 5 }, true],
		[{ max: 10 }, { max: 20 }, false],
		[{ max: 10 }, {}, false],
		[{ max: 10 }, 7, true],
		[{ max: 10 }, "7", false],
		[{ min: 1 }, { min: 2, max: 3 }, true],
		[{ not: true }, { not: true }, true],
		[{ not: true }, { not: [true, "x"] }, true],
		[{ not: [true, "x"] }, { not: true }, false],
		[{ not: true }, false, true],
		[{ not: "a*" }, "b", false],
		[{ any: ["a", "b"] }, "a", true],
		[{ any: ["a", "b"] }, { any: ["b"] }, true],
		[{ any: ["a"] }, { any: ["a", "c"] }, false],
		[{ any: ["a*"] }, "ab", false],
		["a", { any: ["a"] }, true],
		[{ max_length: 5 }, { max_length: 5 }, true],
		[{ max_length: 5 }, "abcdef", false],
		[{ required: true }, { required: true }, true],
		[{ required: true }, {}, false],
	])("[policy-1-arguments] %j holds %j: %s", (outer, inner, holds) => {
		expect(containsArgumentRule(outer, inner)).toBe(holds);
	});
});

const inside = (inner: string | readonly string[], ...outer: readonly string[]) =>
	containsRules(outer, typeof inner === "string" ? [inner] : inner);

describe("rules inside rules", () => {
	it("[policy-7-contains-exact] compares names", () => {
		expect(inside("Read", "Read")).toBe(true);
		expect(inside("Read", "*")).toBe(true);
		expect(inside("Read", "R*")).toBe(true);
		expect(inside("R*", "Read")).toBe(false);
		expect(inside("Ab*", "A*")).toBe(true);
		expect(inside("A*", "Ab*")).toBe(false);
		expect(inside("New", "*")).toBe(false);
		expect(inside("New*", "*")).toBe(false);
		expect(inside("*", "*")).toBe(true);
		expect(inside("*", "R*")).toBe(false);
		expect(inside([], "Read")).toBe(true);
		expect(inside("Read")).toBe(false);
	});

	it("compares MCP tools as pairs", () => {
		expect(inside("mcp__git__log", "mcp__git")).toBe(true);
		expect(inside("mcp__git", "mcp__git__log")).toBe(false);
		expect(inside("mcp__git__get_*", "mcp__*__get_*")).toBe(true);
		expect(inside("mcp__*__get_*", "mcp__git")).toBe(false);
		expect(inside("mcp__git", "m*")).toBe(false);
	});

	it("compares patterns in their own language", () => {
		expect(inside("Read(./src/*.ts)", "Read(./src/**)")).toBe(true);
		expect(inside("Read(./src/**)", "Read(./src/*.ts)")).toBe(false);
		expect(inside("Read(./{a,b}/**)", "Read(./a)", "Read(./b)")).toBe(true);
		expect(inside("Read", "Read(./**)")).toBe(false);
		expect(inside("Read(./**)", "Read")).toBe(true);
		expect(inside("Read(./**)", "Write(./**)")).toBe(false);
		expect(inside("Bash(git status:*)", "Bash(git:*)")).toBe(true);
		expect(inside("Bash(git:*)", "Bash(git status:*)")).toBe(false);
		expect(inside("Bash(git status)", "Bash(git status:*)")).toBe(true);
		expect(inside("WebFetch(domain:x.a.b)", "WebFetch(domain:*.a.b)")).toBe(true);
		expect(inside("WebFetch(domain:*)", "WebFetch(domain:*.a.b)")).toBe(false);
		expect(inside("Task(profile:a)", "Task(profile:a)")).toBe(true);
		expect(inside("Task(profile:a)", "Task(profile:b)")).toBe(false);
		expect(inside("nexus_send(target:parent)", "nexus_send(target:family)")).toBe(true);
		expect(inside("nexus_send(target:family)", "nexus_send(target:parent)", "nexus_send(target:children)")).toBe(true);
		expect(inside("nexus_send(target:family)", "nexus_send(target:parent)")).toBe(false);
		expect(inside("nexus_send(target:id:parent)", "nexus_send(target:parent)")).toBe(false);
	});

	it("[policy-2-alias] compares tools under all of their names", () => {
		expect(inside("mcp__writ__list_agents", "list_agents")).toBe(true);
		expect(inside("list_agents", "mcp__writ")).toBe(true);
	});

	it("[policy-7-undecided-is-escalation] counts what cannot be read as not covered", () => {
		expect(inside("Read(", "Read", "*")).toBe(false);
		expect(inside("Read", "Read(")).toBe(false);
	});

	it("names what is not covered", () => {
		expect(uncoveredRules(["Read", "Bash(git:*)"], ["Bash(git log:*)", "Bash(npm test)", "Read", "Write"])).toEqual([
			"Bash(npm test)",
			"Write",
		]);
	});
});
