import { describe, expect, it } from "vitest";
import type { AgentDefinition, Catalog, Definition, Layer, Profile } from "../language/index.ts";
import { composeAgent } from "./index.ts";

const profile = (name: string, content: Profile): Definition => ({
	name,
	kind: "profile",
	layer: "built-in",
	profile: content,
	positions: {},
});
const agent = (name: string, parts: Partial<AgentDefinition>, layer: Layer = "user"): AgentDefinition => ({
	name,
	layer,
	file: `${name}.md`,
	positions: { "tools[0]": [3, 9] },
	...parts,
});

const researcher = profile("researcher", {
	tools: { allowed: ["Read", "Grep", "WebFetch", "WebSearch"] },
	filesystem: { read_paths: ["./workspace"] },
	resources: { max_tokens_per_request: 150_000 },
});
const narrow = profile("narrow", { tools: { allowed: ["Read", "Write"] }, filesystem: { read_paths: ["./workspace/src"] } });

const catalogOf = (...agents: AgentDefinition[]): Catalog => ({
	profiles: { researcher, narrow },
	fragments: {},
	agents: Object.fromEntries(agents.map((one) => [one.name, one])),
	aliases: {},
	problems: [],
});
const composed = (...parameters: Parameters<typeof composeAgent>) => {
	const outcome = composeAgent(...parameters);
	if (!outcome.ok) throw new Error(outcome.problems.map(({ message }) => message).join("\n"));
	return outcome.composition;
};
const errors = (...parameters: Parameters<typeof composeAgent>) => {
	const outcome = composeAgent(...parameters);
	return outcome.ok ? [] : outcome.problems.filter(({ severity }) => severity === "error");
};

describe("composeAgent", () => {
	const seed: Partial<AgentDefinition> = {
		extends: ["base_agent"],
		profile: "researcher",
		overrides: {
			tools: { allowed_add: ["WebFetch", "WebSearch"] },
			filesystem: { read_paths_add: ["../../_shared/knowledge"] },
			resources: { max_tokens_per_request: 200_000 },
		},
		sandbox: { mode: "shared", parent_share: "read_only", session_share: true },
	};
	const baseAgent = agent("base_agent", { profile: "narrow" }, "built-in");

	it("[policy-1-agent-definitions] the definition of seed 001 holds its profile with its overrides and its sandbox", () => {
		const composition = composed("sandboxed_researcher", catalogOf(baseAgent, agent("sandboxed_researcher", seed)));
		expect(composition.name).toBe("researcher");
		expect(composition.profile.filesystem?.read_paths).toEqual(["./workspace", "../../_shared/knowledge"]);
		expect(composition.profile.resources?.max_tokens_per_request).toBe(200_000);
		expect(composition.profile.sandbox).toEqual({ mode: "shared", parent_share: "read_only", session_share: true });
		expect(composition.origins["filesystem.read_paths"]?.["../../_shared/knowledge"]?.definition).toBe("sandboxed_researcher");
		expect(composition.within).toBeUndefined();
	});

	it("[design-5-project-tightens] the same file in a project is refused where it widens", () => {
		const found = errors("sandboxed_researcher", catalogOf(baseAgent, agent("sandboxed_researcher", { ...seed, extends: [] }, "project")), {
			profiles: ["researcher"],
		});
		expect(new Set(found.map(({ code, path }) => `${code} ${path}`))).toEqual(
			new Set([
				"escalation permissions.overrides.filesystem.read_paths",
				"escalation permissions.overrides.resources.max_tokens_per_request",
				"escalation sandbox.mode",
				"escalation sandbox.session_share",
			]),
		);
		expect(found[0]?.source?.file).toBe("sandboxed_researcher.md");
	});

	it("[design-5-project-tightens] a file of the workspace cannot choose its profile alone", () => {
		const catalog = catalogOf(agent("mine", { profile: "researcher" }, "project"));
		expect(errors("mine", catalog)).toMatchObject([{ code: "escalation", path: "profile" }]);
		expect(errors("mine", catalog, { profiles: ["researcher"] })).toEqual([]);
	});

	it("[policy-1-frontmatter] effective tools are those of the profile and of the frontmatter", () => {
		const composition = composed("a", catalogOf(agent("a", { profile: "researcher", tools: ["Read", "Bash"] })));
		expect(composition.profile.tools?.allowed).toEqual(["Read", "Grep", "WebFetch", "WebSearch"]);
		expect(composition.bounds).toEqual([{ tools: { allowed: ["Read", "Bash"] } }]);
		expect(composed("a", catalogOf(agent("a", { profile: "researcher", tools: [] }))).bounds).toEqual([{ tools: { allowed: [] } }]);
		expect(composed("a", catalogOf(agent("a", { profile: "researcher" }))).bounds).toBeUndefined();
	});

	it("a bad rule in the frontmatter is a problem at its line", () => {
		const [problem] = errors("a", catalogOf(agent("a", { profile: "researcher", tools: ["Bash("] })));
		expect(problem).toMatchObject({ code: "bad-rule", source: { file: "a.md", line: 3, column: 9 } });
	});

	it("[claude-1-profiles-met] the profile chosen by the caller, and one that a project's file names, are all met", () => {
		const catalog = catalogOf(
			agent("mine", { profile: "researcher" }),
			agent("theirs", { extends: ["mine"], profile: "narrow" }, "project"),
		);
		expect(composed("mine", catalog, { profiles: ["narrow"] }).within).toEqual([narrow.profile]);
		const composition = composed("theirs", catalog);
		expect(composition.name).toBe("researcher");
		expect(composition.within).toEqual([narrow.profile]);
	});

	it("[policy-1-cycle] agents that build on themselves, unknown agents and missing profiles are problems", () => {
		const looped = catalogOf(agent("a", { extends: ["b"], profile: "narrow" }), agent("b", { extends: ["a"] }));
		expect(errors("a", looped)[0]?.message).toContain("a → b → a");
		expect(errors("reseacher", catalogOf(agent("researcher", {})))[0]?.hint).toBe("did you mean researcher?");
		expect(errors("a", catalogOf(agent("a", {})))[0]?.code).toBe("no-profile");
		expect(errors("a", catalogOf(agent("a", { profile: "narow" })))[0]?.hint).toBe("did you mean narrow?");
		expect(errors("constructor", catalogOf())[0]?.code).toBe("not-found");
	});
});
