import { describe, expect, it } from "vitest";
import { attenuate, decide, type Profile } from "../../src/engine/index.ts";
import { catalogOf, sealed } from "./sealed.ts";

const PARENT: Profile = {
	tools: { allowed: ["Read", "Write"] },
	filesystem: { read_paths: ["./workspace"], write_paths: ["./out"] },
	capabilities: { spawn_agents: true },
};
const parent = sealed(PARENT);

describe("the library", () => {
	it("[library-attenuate] makes a child's writ from a profile, a name, or a profile with overrides", () => {
		const catalog = catalogOf("reader", { tools: { allowed: ["Read"] }, filesystem: { read_paths: ["./workspace"] } }, {});
		for (const wish of [
			"reader",
			{ tools: { allowed: ["Read"] } },
			{ profile: "reader", overrides: { filesystem: { read_paths: ["./out"] } } },
		]) {
			const outcome = attenuate(parent, wish, { agent: "baby", catalog });
			expect(outcome).toMatchObject({ ok: true, writ: { agent: "baby", parent: "kid", places: { written: { workspace: "/ws" } } } });
		}
	});

	it("[library-attenuate] lists every escalation at once", () => {
		const outcome = attenuate(
			parent,
			{ tools: { allowed: ["Bash"] }, filesystem: { write_paths: ["/etc"] }, resources: { max_turns: null, max_total_tokens: 9_000_000 } },
			{ agent: "baby" },
		);
		expect(outcome.ok).toBe(false);
		expect(outcome.ok ? [] : outcome.escalations.map(({ dimension }) => dimension)).toEqual([
			"tools.allowed",
			"filesystem.write_paths",
			"resources.max_total_tokens",
		]);
	});

	it("[library-attenuate] cuts the wish down in mode clamp", () => {
		const outcome = attenuate(
			parent,
			{ tools: { allowed: ["Bash", "Read"] }, filesystem: { read_paths: ["/"] } },
			{ agent: "baby", mode: "clamp" },
		);
		if (!outcome.ok) throw new Error("clamp never refuses a readable wish");
		expect(decide(outcome.writ, { kind: "command", command: "ls" }).effect).toBe("deny");
		expect(decide(outcome.writ, { kind: "path", operation: "read", path: "/etc/passwd" }).effect).toBe("deny");
		expect(decide(outcome.writ, { kind: "path", operation: "read", path: "a" }).effect).toBe("allow");
	});

	it("[library-attenuate] a wish that cannot be read is problems, in either mode", () => {
		for (const wish of ["nobody", { tool: {} }, 7, null, undefined, []]) {
			for (const mode of ["strict", "clamp"] as const) {
				const outcome = attenuate(parent, wish, { agent: "baby", mode });
				expect(outcome.ok).toBe(false);
				expect(outcome.ok ? [] : outcome.problems).not.toEqual([]);
			}
		}
	});

	it("[library-spawn] decide allows a wish within the writ and names every escalation of one beyond it", () => {
		expect(decide(parent, { kind: "spawn", wish: { tools: { allowed: ["Read"] } } })).toMatchObject({ effect: "allow" });
		const refused = decide(parent, { kind: "spawn", wish: { tools: { allowed: ["Bash"] }, filesystem: { read_paths: ["/"] } } });
		expect(refused.effect).toBe("deny");
		expect(refused.reasons.map(({ code, segment }) => [code, segment])).toEqual([
			["escalation", "tools.allowed"],
			["escalation", "filesystem.read_paths"],
		]);
	});

	it("[library-spawn] a name needs a catalog, and a wish that is not one is refused", () => {
		const catalog = catalogOf("reader", { tools: { allowed: ["Read"] } }, {});
		expect(decide(parent, { kind: "spawn", wish: "reader" }, { catalog }).effect).toBe("allow");
		for (const wish of ["reader", "nobody", 7, null, { profile: "reader" }, { bad: true }])
			expect(decide(parent, { kind: "spawn", wish }).effect).toBe("deny");
	});

	it("[library-spawn] what an ancestor has lost cannot be passed on", () => {
		const grandparent = sealed({ ...PARENT, tools: { allowed: ["Read"] } }, { agent: "mum", parent: null, children: ["kid"] });
		const wish = { tools: { allowed: ["Write"] } };
		expect(decide(parent, { kind: "spawn", wish }).effect).toBe("allow");
		expect(decide(parent, { kind: "spawn", wish }, { lineage: [grandparent] }).effect).toBe("deny");
	});

	it("[library-spawn] a request whose kind cannot even be read is denied", () => {
		const trap = Object.defineProperty({}, "kind", {
			enumerable: true,
			get: () => {
				throw new Error("trap");
			},
		});
		expect(decide(parent, trap as never).effect).toBe("deny");
	});
});
