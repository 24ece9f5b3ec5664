import { describe, expect, it } from "vitest";
import { parseRequest } from "./explain.ts";

describe("parseRequest", () => {
	it.each([
		[["command", "git push && rm x"], { kind: "command", command: "git push && rm x" }],
		[["command", "git", "commit", "-m", "it's done"], { kind: "command", command: "git commit -m 'it'\\''s done'" }],
		[["write", "src/a.ts"], { kind: "path", operation: "write", path: "src/a.ts" }],
		[["rename", "a", "b"], { kind: "path", operation: "rename", path: "a", to: "b" }],
		[["tool", "LS"], { kind: "tool", tool: "LS", input: {} }],
		[["tool", "Read", '{"file_path":".env"}'], { kind: "tool", tool: "Read", input: { file_path: ".env" } }],
		[["target", "nexus_send", "boss"], { kind: "target", tool: "nexus_send", target: "boss" }],
		[["host", "a.example:8443"], { kind: "network", host: "a.example", port: 8443 }],
		[["host", "a.example"], { kind: "network", host: "a.example", port: 443 }],
		[["spawn", "restricted"], { kind: "spawn", wish: "restricted" }],
		[["spend", "tokens=10", "cost=0.5"], { kind: "spend", tokens: 10, costUsd: 0.5 }],
		[["event", "a:b"], { kind: "event", event: "a:b" }],
		[['{"kind":"dance"}'], { kind: "dance" }],
	])("[cli-explain] reads %j", (words, request) => {
		expect(parseRequest(words)).toEqual({ ok: true, request });
	});

	it.each([
		[["dance"], "not a kind of request"],
		[["command"], "command TEXT"],
		[["read"], "read PATH"],
		[["rename", "a"], "rename PATH TO"],
		[["tool"], "tool NAME"],
		[["tool", "Read", "{"], "not JSON"],
		[["spend", "tokens=many"], "spend [tokens=N]"],
		[["spend"], "spend [tokens=N]"],
		[["{"], "not JSON"],
	])("[cli-explain] says how to write %j", (words, part) => {
		expect(parseRequest(words)).toMatchObject({ ok: false, message: expect.stringContaining(part) });
	});

	it("[cli-explain] says what was likely meant by a word that is not a kind of request", () => {
		expect(parseRequest(["comand", "ls"])).toMatchObject({ ok: false, message: expect.stringContaining("Did you mean command?") });
		expect(parseRequest(["git push"])).toMatchObject({
			ok: false,
			message: expect.stringContaining("For a command write: command 'git push'"),
		});
	});
});
