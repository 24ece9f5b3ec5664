import { describe, expect, it } from "vitest";
import { parseAgentDefinition } from "./parse-agent-definition.ts";

const parse = (text: string, name = "reviewer", ending = "md") =>
	parseAgentDefinition(text, { file: `.claude/agents/${name}.${ending}`, layer: "project", name });
const problems = (text: string, ending?: string) => {
	const parsed = parse(text, "reviewer", ending);
	return parsed.ok ? [] : parsed.problems.map(({ code, source }) => `${source?.file}:${source?.line} ${code}`);
};
const at = (line: number, code: string) => [`.claude/agents/reviewer.md:${line} ${code}`];
const tools = (written: string) => {
	const parsed = parse(`---\nname: reviewer\n${written}\n---\n`);
	return parsed.ok ? parsed.definition.tools : parsed.problems.map(({ code }) => code);
};

describe("a Markdown agent file", () => {
	it("[def-md-form] has frontmatter, and the text below is the prompt", () => {
		expect(
			parse(
				"---\nname: reviewer\ndescription: Reviews\ntools: [Read, Grep]\nmodel: sonnet\nprofile: read-only\n---\n\nYou review.\n\n---\n\nStill the prompt.\n",
			),
		).toMatchObject({
			ok: true,
			definition: {
				name: "reviewer",
				layer: "project",
				description: "Reviews",
				tools: ["Read", "Grep"],
				model: "sonnet",
				profile: "read-only",
				prompt: "You review.\n\n---\n\nStill the prompt.",
				positions: { "tools[1]": [4, 15] },
			},
		});
	});

	it("[def-md-tools] tools is a list or text with commas; brackets keep their commas", () => {
		expect(tools("tools: [Read, Grep]")).toEqual(["Read", "Grep"]);
		expect(tools("tools:\n  - Read\n  - Bash(git log:*)")).toEqual(["Read", "Bash(git log:*)"]);
		expect(tools("tools: Read, Grep,Glob")).toEqual(["Read", "Grep", "Glob"]);
		expect(tools("tools: Read(./{a,b}/**), mcp__files__read")).toEqual(["Read(./{a,b}/**)", "mcp__files__read"]);
	});

	it("[def-md-tools-absent] no tools key is the profile's tools; an empty list or text means none", () => {
		expect(tools("model: opus")).toBeUndefined();
		expect(tools("tools: []")).toEqual([]);
		expect(tools('tools: ""')).toEqual([]);
	});

	it("[def-md-missing] missing frontmatter", () => {
		expect(problems("You review.\n")).toEqual(at(1, "missing-frontmatter"));
		expect(problems("\n---\nname: reviewer\n---\n")).toEqual(at(1, "missing-frontmatter"));
		expect(problems("")).toEqual(at(1, "missing-frontmatter"));
	});

	it("[def-md-unterminated] unterminated frontmatter", () => {
		expect(problems("---\nname: reviewer\n\nYou review.\n")).toEqual(at(1, "unterminated-frontmatter"));
		expect(problems("---")).toEqual(at(1, "unterminated-frontmatter"));
	});

	it("[def-md-bad-yaml] bad YAML, at its line in the file", () => {
		expect(problems("---\nname: reviewer\ntools: [Read\n---\n")[0]).toMatch(/:[34] bad-yaml$/);
		expect(problems("---\nname: reviewer\n\ttools: Read\n---\n")[0]).toMatch(/:3 bad-yaml$/);
		expect(problems("---\n---\nYou review.\n")).toEqual(at(1, "empty-file"));
	});

	it("[def-md-wrong-type] values of a wrong type", () => {
		expect(problems("---\nname: reviewer\ntools: 5\n---\n")).toEqual(at(3, "wrong-type"));
		expect(problems("---\nname: reviewer\ntools: [Read, 5]\n---\n")).toEqual(at(3, "wrong-type"));
		expect(problems("---\nname: [reviewer]\n---\n")).toEqual(at(2, "wrong-type"));
		expect(problems("---\n- name\n---\n")).toEqual(at(2, "wrong-type"));
	});

	it("[def-md-duplicate-tools] a second tools key, and a tool named twice", () => {
		expect(problems("---\nname: reviewer\ntools: [Read]\ntools: [Bash]\n---\n")).toEqual(at(4, "duplicate-key"));
		expect(problems("---\nname: reviewer\ntools: Read, Grep, Read\n---\n")).toEqual(at(3, "duplicate-tool"));
		expect(problems("---\nname: reviewer\ntools: Read,,Grep\n---\n")).toEqual(at(3, "bad-value"));
	});

	it("[def-md-null-tools] tools without a value", () => {
		expect(problems("---\nname: reviewer\ntools:\n---\n")).toEqual(at(3, "wrong-type"));
		expect(problems("---\nname: reviewer\ntools: null\n---\n")).toEqual(at(3, "wrong-type"));
	});

	it("[def-md-unknown-tool] a tool that nobody knows, with the one that was likely meant", () => {
		expect(parse("---\nname: reviewer\ntools:\n  - Read\n  - Gerp\n---\n")).toMatchObject({
			ok: false,
			problems: [{ code: "unknown-tool", path: "tools[1]", hint: "did you mean Grep?", source: { line: 5, column: 5 } }],
		});
		expect(tools("tools: Frobnicate(x)")).toEqual(["unknown-tool"]);
		expect(tools("tools: Read(")).toEqual(["bad-rule"]);
		expect(tools(`tools: ${Array.from({ length: 8000 }, (_, index) => `Tool${index}`)}`)).toEqual(["too-large"]);
	});

	it("[def-md-name] a name that is not the one asked for", () => {
		expect(problems("---\nname: coder\n---\n")).toEqual(at(2, "name-differs"));
		expect(problems("---\ndescription: no name\n---\n")).toEqual([]);
	});

	it("[def-md-refused] keys by which the file would loosen itself, and keys that nobody knows", () => {
		for (const key of ["permissionMode: bypassPermissions", "hooks: {}", "mcpServers: {}"]) {
			expect(problems(`---\nname: reviewer\n${key}\n---\n`)).toEqual(at(3, "refused-key"));
		}
		for (const key of ["permissions: {profile: trusted}", "sandbox: {mode: shared}", "extends: coder", "whatever: 1"]) {
			expect(problems(`---\nname: reviewer\n${key}\n---\n`)).toEqual(at(3, "unknown-key"));
		}
		expect(problems("---\nname: reviewer\ncolor: blue\n---\n")).toEqual([]);
	});

	it("[def-all-together] all its problems come together, sorted by place", () => {
		expect(
			problems("---\nhooks: {}\nname: other\ntools: [Read, Read, Gerp]\n---\n").map((line) =>
				line.slice(".claude/agents/reviewer.md:".length),
			),
		).toEqual(["2 refused-key", "3 name-differs", "4 duplicate-tool", "4 unknown-tool"]);
	});

	it("reads files with CR LF and a byte order mark", () => {
		expect(parse("\uFEFF---\r\nname: reviewer\r\ntools: Read\r\n---\r\nYou review.\r\nWell.\r\n")).toMatchObject({
			ok: true,
			definition: { tools: ["Read"], prompt: "You review.\nWell." },
		});
	});
});

describe("a YAML agent definition", () => {
	it("[def-agent-keys] holds model, temperature, prompt, metadata, permissions and sandbox", () => {
		const text = `
name: any
type: agent
version: 1.0.0
author: me
description: Helps
extends: [base_agent, other]
model: opus
temperature: 0.2
prompt: You help.
metadata: {team: blue, deep: {list: [1, null]}}
permissions:
  profile: researcher
  overrides:
    tools: {allowed_add: [Write], allowed_remove: [WebSearch], disallowed_add: [LS], ask_add: [WebFetch]}
    filesystem: {read_paths_add: [./x], read_paths_remove: [./shared], write_paths_add: [./y], write_paths_remove: [./exports]}
    resources: {max_turns: 3}
sandbox: {mode: shared, parent_share: read_only, session_share: true}
`;
		expect(parse(text, "helper", "yaml")).toMatchObject({
			ok: true,
			definition: {
				name: "helper",
				extends: ["base_agent", "other"],
				profile: "researcher",
				model: "opus",
				temperature: 0.2,
				prompt: "You help.",
				metadata: { team: "blue" },
				overrides: { tools: { allowed_add: ["Write"] }, resources: { max_turns: 3 } },
				sandbox: { mode: "shared" },
			},
		});
	});

	it("[def-agent-problems] bad values are problems at their place", () => {
		const bad = (text: string) => problems(text, "yaml").map((line) => line.replace(/^.*yaml:/, ""));
		expect(bad("type: permission_profile\n")).toEqual(["1 bad-value"]);
		expect(bad("temperature: hot\n")).toEqual(["1 wrong-type"]);
		expect(bad("permissions:\n  profile: x\n  overrides:\n    tools: {allow_add: [Read]}\n")).toEqual(["4 unknown-key"]);
		expect(bad("sandbox: {mode: readonly}\n")).toEqual(["1 bad-value"]);
		expect(bad("tools: {allowed: [Read]}\n")).toEqual(["1 wrong-type"]);
		expect(bad("profile: a\npermissions: {profile: b}\n")).toEqual(["1 bad-value"]);
	});
});
