import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import type { Profile, Request } from "../../src/engine/index.ts";
import { decided } from "../decide/engine-case.ts";

interface Asked {
	readonly bash?: string;
	/** A program connects to it. */
	readonly host?: string;
	readonly tool?: string;
	readonly input?: Readonly<Record<string, unknown>>;
	readonly effect: "allow" | "deny" | "ask";
}

interface Form {
	readonly rule: string;
	readonly list: "allow" | "deny" | "ask";
	readonly claude: string;
	/** Paths that may be read besides the workspace. */
	readonly read?: readonly string[];
	readonly requests: readonly Asked[];
}

const FORMS: readonly Form[] = parse(readFileSync(join(import.meta.dirname, "forms.yaml"), "utf8"));

function profileOf({ rule, list, read = [] }: Form): Profile {
	const tools =
		list === "allow" ? { allowed: [rule] } : { allowed: ["*", "mcp__*"], ...(list === "deny" ? { disallowed: [rule] } : { ask: [rule] }) };
	return {
		tools,
		filesystem: { read_paths: ["./workspace", ...read], write_paths: ["./workspace"], blocked_paths: [] },
		network: { allow: ["*"] },
		capabilities: { network_access: true, spawn_agents: true },
	};
}

function requestOf({ bash, host, tool = "", input = {} }: Asked): Request {
	if (host !== undefined) return { kind: "network", host, port: 443 };
	return bash === undefined ? { kind: "tool", tool, input } : { kind: "command", command: bash };
}

describe("rules as Claude Code writes them", () => {
	it.each(FORMS.map((form) => [`${form.list} ${form.rule}`, form] as const))("[rules-forms] %s", (_, form) => {
		expect(form.requests).toHaveLength(3);
		expect(form.claude).toMatch(/\.$/);
		for (const asked of form.requests) {
			const decision = decided(profileOf(form), requestOf(asked));
			expect(decision.effect, `${JSON.stringify(asked)}: ${decision.reasons[0].message}`).toBe(asked.effect);
		}
	});
});
