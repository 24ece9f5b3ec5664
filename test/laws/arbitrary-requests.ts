import fc from "fast-check";
import { PATH_OPERATIONS, type Request } from "../../src/engine/language/index.ts";
import { sampleEvent, sampleHost, samplePath, sampleTool } from "./arbitrary-entries.ts";

const COMMANDS = [
	...[
		"git status",
		"git status -s",
		"git log --oneline",
		"git push",
		"npm test",
		"npm test -- --watch",
		"ls",
		"ls -la a",
		"cat a/b",
		"cat .env",
		"cat /data/a",
	],
	...[
		"git status && npm test",
		"ls | cat",
		"echo hi > a/out",
		"cat src/*",
		"grep -r k .",
		"cat $X",
		"git -c a.b=c status",
		"rm -rf b",
		"curl https://a.b/x",
		"git status; (ls)",
	],
	...["git log main", "git -C a log main", "git push origin main", "npm run test", "npm run test:unit", "npm run build", "cat a.md"],
	...[
		"CI=1 git status",
		"CI=2 git status -s",
		"NODE_ENV=x npm test --x",
		"./scripts/a.sh",
		"./scripts/../b",
		"node --version",
		"git --version",
	],
	...["cat < a/b", 'cat "$(ls)"', "cd a && cat b", "NODE_ENV=x npm test", "cat 'unfinished"],
] as const;

const path = fc.oneof(samplePath, fc.constantFrom("a", "a/b", ".env", "src/.env", "../x", "."));
const target = fc.constantFrom("one", "two", "three", "boss", "kid", "top", "");

const toolRequest: fc.Arbitrary<Request> = fc.oneof(
	path.map((file_path): Request => ({ kind: "tool", tool: "Read", input: { file_path } })),
	path.map((file_path): Request => ({ kind: "tool", tool: "Write", input: { file_path, content: "x" } })),
	fc.constantFrom(...COMMANDS).map((command): Request => ({ kind: "tool", tool: "Bash", input: { command } })),
	fc
		.constantFrom("https://a.b/x", "https://c.a.b:80/", "http://127.0.0.1/", "no url")
		.map((url): Request => ({ kind: "tool", tool: "WebFetch", input: { url, prompt: "x" } })),
	fc
		.constantFrom("x", "y")
		.map((subagent_type): Request => ({ kind: "tool", tool: "Task", input: { subagent_type, prompt: "x", description: "x" } })),
	fc
		.tuple(fc.constantFrom("nexus_send", "mcp__writ__nexus_send"), target)
		.map(([tool, agent_id]): Request => ({ kind: "tool", tool, input: { agent_id, content: "x" } })),
	fc.constantFrom("x", "x:y", "x y", "y", 3).map((skill): Request => ({ kind: "tool", tool: "Skill", input: { skill } })),
	fc.constantFrom("x", "x; y").map((command): Request => ({ kind: "tool", tool: "PowerShell", input: { command } })),
	fc.constantFrom("ls", "rm x").map((script): Request => ({ kind: "tool", tool: "deploy", input: { script } })),
	fc
		.tuple(path, fc.constantFrom(5, 7, 11))
		.map(([file, count]): Request => ({ kind: "tool", tool: "note", input: { file, text: "x", count } })),
	sampleTool.map((tool): Request => ({ kind: "tool", tool, input: { anything: "x" } })),
);

/** Requests of every kind that need no facts. */
export const request: fc.Arbitrary<Request> = fc.oneof(
	toolRequest,
	fc.constantFrom(...COMMANDS).map((command): Request => ({ kind: "command", command })),
	fc
		.tuple(fc.constantFrom(...PATH_OPERATIONS), path, path)
		.map(([operation, from, to]): Request => ({ kind: "path", operation, path: from, to })),
	fc.tuple(fc.constantFrom("nexus_send", "chat_with_agent"), target).map(([tool, to]): Request => ({ kind: "target", tool, target: to })),
	sampleHost.map(([host, port]): Request => ({ kind: "network", host, port })),
	sampleEvent.map((event): Request => ({ kind: "event", event })),
	fc
		.tuple(fc.constantFrom(0, 1, 6, 11), fc.constantFrom(0, 1, 6), fc.constantFrom(0, 2))
		.map(([tokens, requests, costUsd]): Request => ({ kind: "spend", tokens, requests, costUsd })),
	fc.constantFrom("x", "y", "z").map((wish): Request => ({ kind: "spawn", wish })),
);

/** Whom a request reaches, if it is a message. */
export function targetOf(asked: Request): unknown {
	if (asked.kind === "target") return asked.target;
	return asked.kind === "tool" ? asked.input.agent_id : undefined;
}
