import { describe, expect, it } from "vitest";
import { compileToolName, parseRule, patternLookup } from "./index.ts";

const lookup = patternLookup({ deploy: { commands: ["script"] }, note: { plain: ["text"] } });
const read = (text: string, use: "grant" | "deny" = "grant") => {
	const outcome = parseRule(text, lookup, use);
	return outcome.ok ? outcome.rule : `${outcome.code}: ${outcome.message} (${outcome.hint})`;
};
const text = (rule: string, use: "grant" | "deny" = "grant") => {
	const outcome = parseRule(rule, lookup, use);
	return outcome.ok ? outcome.rule.text : outcome.message;
};

describe("a rule", () => {
	it.each([
		["Read", { name: { kind: "tool", text: "Read" }, pattern: null }],
		["nexus_*", { name: { kind: "tool", text: "nexus_*" }, pattern: null }],
		["mcp__git__log", { name: { kind: "mcp", server: "git", tool: "log" }, pattern: null }],
		["mcp__git", { name: { kind: "mcp", server: "git", tool: "*" }, pattern: null }],
		["mcp__*__get_*", { name: { kind: "mcp", server: "*", tool: "get_*" }, pattern: null }],
		["Read(./src/**)", { pattern: { kind: "path", entry: "<workspace>/src/**" } }],
		["Edit(//absolute/**)", { pattern: { kind: "path", entry: "/absolute/**" } }],
		["Read(./a(b)/c)", { pattern: { kind: "path", entry: "<workspace>/a(b)/c" } }],
		["WebFetch(domain:Docs.example.com)", { pattern: { kind: "domain", host: { kind: "name", host: "docs.example.com" } } }],
		["Task(profile:researcher)", { pattern: { kind: "profile", profile: "researcher" } }],
		["nexus_send(target:parent)", { pattern: { kind: "target", target: { relation: "parent" } } }],
		["nexus_send(target:worker-1)", { pattern: { kind: "target", target: { id: "worker-1" } } }],
		["nexus_send(target:id:parent)", { pattern: { kind: "target", target: { id: "parent" } } }],
		["Bash(git status:*)", { pattern: { kind: "command", command: { words: ["git", "status"], prefix: true } } }],
		["deploy(make x:*)", { pattern: { kind: "command", command: { words: ["make", "x"], prefix: true } } }],
	])("[policy-2-rules] %s is read", (rule, expected) => {
		expect(read(rule)).toMatchObject(expected);
	});

	it("Bash(*) and Bash(:*) are every command", () => {
		expect(read("Bash(*)")).toEqual(read("Bash"));
		expect(read("Bash(:*)")).toEqual(read("Bash"));
	});

	it("has a canonical text that reads as the same rule again", () => {
		for (const rule of [
			"Read(src/**)",
			"Read(./)",
			"Edit(//a//b/)",
			"WebFetch(domain:A.B.)",
			"mcp__git",
			"nexus_send(target:id:family)",
			" Bash(git status:*) ",
		]) {
			expect(read(text(rule))).toEqual(read(rule));
		}
		expect(text("Read(src/**)")).toBe(text("Read(./src/**)"));
		expect(text("Read(**/.env)", "deny")).toBe("Read(//**/.env)");
		expect(text("Read(**/.env)")).toBe("Read(./workspace/**/.env)");
	});

	it.each([
		"",
		"(x)",
		"Read(",
		"Read)",
		"Read()",
		"Bash( )",
		"Read Write",
		"Read(/etc/passwd)",
		"WebSearch(domain:a.b)",
		"WebFetch(a.b)",
		"WebFetch(domain:)",
		"Task(a b)",
		"Task(profile:)",
		"Task(profile:*)",
		"nexus_send(target:)",
		"nexus_send(target:a b)",
		"nexus_send(target:*)",
		"N*(x)",
		"*(./src)",
		"mcp__git__log(x)",
		"Unknown(x)",
		"note(x)",
		"mcp__",
		"mcp____x",
		"mcp*",
		"a**",
		"Lösch",
		"x".repeat(300),
	])("[policy-2-bad-rule] %j is a problem with a hint", (rule) => {
		expect(read(rule)).toMatch(/^bad-rule: .+ \(.+\)$/s);
	});
});

describe("the name of a rule", () => {
	const covers = (rule: string, tool: string, use: "grant" | "deny" = "grant") => {
		const outcome = parseRule(rule, lookup, use);
		return outcome.ok && compileToolName(outcome.rule.name, use)(tool);
	};

	it("[policy-2-mcp-pair] matches server and tool as a pair, never as joined text", () => {
		expect(covers("mcp__git__log", "mcp__git__log")).toBe(true);
		expect(covers("mcp__git", "mcp__git__log")).toBe(true);
		expect(covers("mcp__git", "mcp__github__log")).toBe(false);
		expect(covers("mcp__g*__log", "mcp__git__log")).toBe(true);
		expect(covers("mcp__g*__log", "mcp__git__x__log")).toBe(false);
		expect(covers("mcp__*", "mcp__any__thing")).toBe(true);
		expect(covers("m*", "mcp__git__log")).toBe(false);
		expect(covers("*_log", "mcp__git___log")).toBe(false);
		expect(covers("mcp__git", "mcp__git")).toBe(false);
	});

	it("[policy-2-star] a lone star gives the tools of the registry and takes every tool", () => {
		expect(covers("*", "Read")).toBe(true);
		expect(covers("*", "SomethingNew")).toBe(false);
		expect(covers("*", "mcp__git__log")).toBe(false);
		expect(covers("*", "SomethingNew", "deny")).toBe(true);
		expect(covers("*", "mcp__git__log", "deny")).toBe(true);
	});

	it("[policy-2-unknown-by-name] a tool outside the registry can be named", () => {
		expect(covers("SomethingNew", "SomethingNew")).toBe(true);
		expect(covers("Something*", "SomethingNew")).toBe(true);
		expect(covers("read", "Read")).toBe(false);
	});

	it("[policy-2-alias] governs a tool under all of its names", () => {
		expect(covers("list_agents", "mcp__writ__list_agents")).toBe(true);
		expect(covers("mcp__writ__list_agents", "list_agents")).toBe(true);
		expect(covers("mcp__trinity__*", "mcp__writ__list_agents")).toBe(true);
	});
});
