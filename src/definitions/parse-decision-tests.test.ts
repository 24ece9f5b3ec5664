import { describe, expect, it } from "vitest";
import { parseDecisionTests } from "./parse-decision-tests.ts";

const parse = (text: string) => parseDecisionTests(text, { file: "x.test.yaml" });
const problems = (text: string) => {
	const parsed = parse(text);
	return parsed.ok ? [] : parsed.problems.map(({ code, source }) => `${source?.file}:${source?.line} ${code}`);
};
const at = (line: number, code = "bad-value") => [`x.test.yaml:${line} ${code}`];
const one = (test: string) => `profile: standard\ntests:\n  - {name: x, expect: deny, ${test}}\n`;
const request = (test: string) => {
	const parsed = parse(one(test));
	return parsed.ok ? parsed.tests.tests[0]?.request : parsed.problems.map(({ message }) => message);
};

describe("a file of decision tests", () => {
	it("[def-decision-tests] says the subject, who asks, and the cases with their lines", () => {
		const parsed = parse(`
profile: standard
root: /ws
home: /home/dev
places: {shared: /shared}
agent: {id: me, parent: boss, children: [kid]}
facts: {masked: true, spent: {tokens: 5}}
tests:
  - name: reads
    path: a.ts
    operation: read
    expect: allow
  - name: asks nobody
    command: ls
    facts: {masked: false, approver: false}
    expect: deny
    code: tool-disallowed
`);
		expect(parsed).toEqual({
			ok: true,
			tests: {
				subject: { profile: "standard" },
				root: "/ws",
				home: "/home/dev",
				places: { shared: "/shared" },
				agent: { id: "me", parent: "boss", children: ["kid"] },
				tests: [
					{
						name: "reads",
						request: { kind: "path", operation: "read", path: "a.ts" },
						expect: "allow",
						facts: { masked: true, budget: [{ agent: "me", totalTokens: 5, requestsThisMinute: 0, costUsd: 0 }] },
						source: { layer: "inline", file: "x.test.yaml", line: 9, column: 5 },
					},
					{
						name: "asks nobody",
						request: { kind: "command", command: "ls" },
						expect: "deny",
						code: "tool-disallowed",
						facts: { masked: false, approver: false, budget: [{ agent: "me", totalTokens: 5, requestsThisMinute: 0, costUsd: 0 }] },
						source: { layer: "inline", file: "x.test.yaml", line: 13, column: 5 },
					},
				],
			},
		});
	});

	it("[def-decision-tests] writes a request in short, or whole", () => {
		expect(request("command: ls, cwd: /ws")).toEqual({ kind: "command", command: "ls", cwd: "/ws" });
		expect(request("path: a, operation: rename, to: b")).toEqual({ kind: "path", operation: "rename", path: "a", to: "b" });
		expect(request("tool: Read, input: {file_path: a}")).toEqual({ kind: "tool", tool: "Read", input: { file_path: "a" } });
		expect(request("tool: TodoRead")).toEqual({ kind: "tool", tool: "TodoRead", input: {} });
		expect(request("target: boss")).toEqual({ kind: "target", tool: "nexus_send", target: "boss" });
		expect(request("target: boss, tool: nexus_status")).toEqual({ kind: "target", tool: "nexus_status", target: "boss" });
		expect(request("host: example.com")).toEqual({ kind: "network", host: "example.com", port: 443 });
		expect(request("host: example.com, port: 80")).toEqual({ kind: "network", host: "example.com", port: 80 });
		expect(request("request: {kind: spend, tokens: 5}")).toEqual({ kind: "spend", tokens: 5 });
		expect(request("request: {kind: spawn, wish: restricted}")).toEqual({ kind: "spawn", wish: "restricted" });
		expect(request("request: {kind: event, event: 'agent:list'}")).toEqual({ kind: "event", event: "agent:list" });
	});

	it("[def-decision-tests] tests a profile that is written out, an agent definition, or one under a profile", () => {
		const subject = (text: string) => {
			const parsed = parse(`${text}\ntests:\n  - {name: x, command: ls, expect: deny}\n`);
			return parsed.ok ? parsed.tests.subject : parsed.problems;
		};
		expect(subject("profile: {include: [commands/git_read]}")).toEqual({ profile: { include: ["commands/git_read"] } });
		expect(subject("definition: coder")).toEqual({ definition: "coder", profiles: [] });
		expect(subject("definition: base_agent\nprofile: standard")).toEqual({ definition: "base_agent", profiles: ["standard"] });
	});

	it("[def-decision-tests-problems] is refused with its place when it is not clear", () => {
		expect(problems(one("path: a"))).toEqual(at(3));
		expect(problems(one("command: ls, host: x"))).toEqual(at(3));
		expect(problems(one("command: ls, port: 80"))).toEqual(at(3));
		expect(problems(one("cwd: /ws"))).toEqual(at(3));
		expect(problems(one("request: {kind: dance}"))[0]).toMatch(/^x\.test\.yaml:3 /);
		expect(problems(one("command: ls, code: no-such-code"))).toEqual(at(3));
		expect(problems("profile: standard\ntests:\n  - {name: x, command: ls, expect: maybe}\n")).toEqual(at(3));
		expect(problems("profile: standard\ntests:\n  - {command: ls, expect: deny}\n")).toEqual(at(3, "missing-key"));
		expect(problems("profile: standard\ntests: []\n")).toEqual(at(2));
		expect(problems("profile: standard\n")).toEqual(at(1, "missing-key"));
		expect(problems("tests:\n  - {name: x, command: ls, expect: deny}\n")).toEqual(at(1));
		expect(problems("profile: {level: custom}\ndefinition: coder\ntests:\n  - {name: x, command: ls, expect: deny}\n")).toEqual(at(1));
		expect(problems("profile: a\ntests:\n  - {name: x, command: ls, expect: deny}\n  - {name: x, command: ls, expect: deny}\n")).toEqual(
			at(4),
		);
		expect(problems("profile: a\ntests:\n  - {name: x, command: ls, expect: deny, expect: allow}\n")).toEqual(at(3, "duplicate-key"));
	});
});
