import { describe, expect, it } from "vitest";
import type { Profile, Request, ToolPermission } from "../../src/engine/index.ts";
import { decided, short } from "./engine-case.ts";

const open = { read_paths: ["/"], write_paths: ["/ws"], blocked_paths: [] } as const;
const run = (command: string, tool = "Bash"): Request => ({ kind: "tool", tool, input: { command } });

/** A profile in which Bash is spoken of under two of its names, in either order. */
function profiles(one: ToolPermission, other: ToolPermission): readonly Profile[] {
	const made = (permissions: Readonly<Record<string, ToolPermission>>): Profile => ({
		tools: { allowed: ["Bash(cat:*)", "Bash(rg:*)"], permissions },
		filesystem: open,
	});
	return [made({ Bash: one, bash: other }), made({ bash: one, Bash: other }), made({ run_shell_command: one, bash: other })];
}

describe("a tool under two names", () => {
	it("[finding-aliases] blocked paths of every name hold", () => {
		for (const profile of profiles({ blocked_paths: ["/ws/a"] }, { blocked_paths: ["/ws/b"] })) {
			expect(short(decided(profile, run("cat /ws/a")))).toBe("deny path-blocked");
			expect(short(decided(profile, run("cat /ws/b")))).toBe("deny path-blocked");
			expect(short(decided(profile, run("cat /ws/b/c", "bash")))).toBe("deny path-blocked");
			expect(decided(profile, run("cat /ws/c")).effect).toBe("allow");
		}
	});

	it("[finding-aliases] a tool's own blocked paths also hold for trees, globs and paths that are not known", () => {
		const [profile = {}] = profiles({ blocked_paths: ["/ws/a"] }, { blocked_paths: ["/ws/deep/b"] });
		expect(short(decided(profile, run("rg x /ws")))).toBe("ask path-blocked");
		expect(short(decided(profile, run("rg x /ws/deep")))).toBe("ask path-blocked");
		expect(decided(profile, run("cat /ws/deep/*")).effect).toBe("ask");
		expect(decided(profile, run('cat "$HIDDEN"')).effect).not.toBe("allow");
		expect(decided(profile, run("rg x /ws/other")).effect).toBe("allow");
	});

	it("[finding-aliases] where a tool has a list of paths of its own, a path that is not known is not taken for granted", () => {
		const profile: Profile = {
			tools: { allowed: ["Bash(cat:*)"], permissions: { Bash: { allowed_paths: ["/ws/src"] } } },
			filesystem: open,
		};
		expect(decided(profile, run("cat /ws/src/a")).effect).toBe("allow");
		expect(decided(profile, run("cat /etc/hostname")).effect).toBe("deny");
		expect(decided(profile, run('cat "$HIDDEN"')).effect).not.toBe("allow");
	});

	it("[finding-aliases] a path must be allowed, and an argument right, for every name", () => {
		for (const profile of profiles({ allowed_paths: ["/ws/a"] }, { allowed_paths: ["/ws/a/b"] })) {
			expect(short(decided(profile, run("cat /ws/a/c")))).toBe("deny path-outside");
			expect(decided(profile, run("cat /ws/a/b")).effect).toBe("allow");
		}
		for (const profile of profiles({ arguments: { timeout: { max: 10 } } }, { arguments: { timeout: { min: 5 } } })) {
			const call = (timeout: number): Request => ({ kind: "tool", tool: "Bash", input: { command: "cat /ws/a", timeout } });
			expect(short(decided(profile, call(20)))).toBe("deny argument-not-allowed");
			expect(short(decided(profile, call(2)))).toBe("deny argument-not-allowed");
			expect(decided(profile, call(7)).effect).toBe("allow");
		}
	});

	it("[finding-aliases] one name is enough to disable, to confirm and to shorten the time", () => {
		for (const profile of profiles({}, { enabled: false })) expect(short(decided(profile, run("cat /ws/a")))).toBe("deny tool-disabled");
		for (const profile of profiles({ enabled: true }, { requires_confirmation: true }))
			expect(short(decided(profile, run("cat /ws/a"), { approver: true }))).toBe("ask needs-confirmation");
		for (const profile of profiles({ timeout: 60 }, { timeout: 5 }))
			expect(decided(profile, run("cat /ws/a")).obligations).toContainEqual({ kind: "timeout", seconds: 5 });
	});

	it("[finding-aliases] targets are restricted by every name", () => {
		const profile: Profile = {
			tools: {
				allowed: ["chat_with_agent"],
				permissions: {
					chat_with_agent: { allowed_targets: ["one", "two"] },
					mcp__writ__chat_with_agent: { allowed_targets: ["two", "three"] },
				},
			},
		};
		const to = (agent_name: string): Request => ({ kind: "tool", tool: "chat_with_agent", input: { agent_name, message: "x" } });
		expect(decided(profile, to("two")).effect).toBe("allow");
		expect(decided(profile, to("one")).effect).toBe("deny");
		expect(decided(profile, to("three")).effect).toBe("deny");
	});
});
