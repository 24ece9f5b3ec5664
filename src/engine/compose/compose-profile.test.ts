import { describe, expect, it } from "vitest";
import type { Catalog, Composition, Definition, Layer, Problem, Profile } from "../language/index.ts";
import { deepFreeze } from "../terms/index.ts";
import { composeProfile } from "./index.ts";

const define = (layer: Layer, name: string, profile: Profile, positions: Definition["positions"] = {}): Definition => ({
	name,
	kind: name.includes("/") ? "fragment" : "profile",
	layer,
	file: `${name}.yaml`,
	profile,
	positions,
});

const catalogOf = (definitions: readonly Definition[], parts: Partial<Catalog> = {}): Catalog => ({
	profiles: Object.fromEntries(definitions.filter(({ kind }) => kind === "profile").map((one) => [one.name, one])),
	fragments: Object.fromEntries(definitions.filter(({ kind }) => kind === "fragment").map((one) => [one.name, one])),
	agents: {},
	aliases: {},
	problems: [],
	...parts,
});

const composed = (...parameters: Parameters<typeof composeProfile>): Composition => {
	const outcome = composeProfile(...parameters);
	if (!outcome.ok) throw new Error(outcome.problems.map(({ message }) => message).join("\n"));
	return outcome.composition;
};

const problems = (...parameters: Parameters<typeof composeProfile>): readonly Problem[] => {
	const outcome = composeProfile(...parameters);
	return outcome.ok ? [] : outcome.problems.filter(({ severity }) => severity === "error");
};
const brief = (found: readonly Problem[]) => found.map(({ code, path }) => `${code} ${path}`);

const standard = define("built-in", "standard", {
	tools: { allowed: ["Read", "Write", "Grep"], disallowed: ["Bash"], permissions: { Read: { timeout: 5, requires_confirmation: true } } },
	filesystem: { read_paths: ["./workspace", "./shared"], write_paths: ["./workspace"] },
	resources: { max_turns: 10, max_total_tokens: 1000 },
	capabilities: { multi_agent_todo: true },
});
const web = define("built-in", "tools/web", {
	tools: { allowed: ["WebFetch"], ask: ["WebFetch"] },
	capabilities: { network_access: true },
});

describe("composeProfile", () => {
	it("[policy-1-order] applies each extends from left to right and depth first, each include, the document, then overrides", () => {
		const value = (layer: Layer, name: string, turns: number, parts: Profile = {}) =>
			define(layer, name, { ...parts, resources: { max_turns: turns, ...parts.resources }, description: name });
		const catalog = catalogOf([
			value("user", "grandparent", 1, { tools: { allowed: ["A"] }, resources: { max_turns: 1, max_cost_usd: 1, max_memory_mb: 1 } }),
			value("user", "left", 2, { extends: "grandparent", tools: { allowed: ["B"] }, resources: { max_turns: 2, max_memory_mb: 2 } }),
			value("user", "right", 3, { tools: { allowed: ["C"] } }),
			value("user", "part/one", 4, { tools: { allowed: ["D"] }, resources: { max_turns: 4, max_runtime_seconds: 4 } }),
			value("user", "mine", 5, { extends: ["left", "right"], include: ["part/one"], tools: { allowed: ["E"] } }),
		]);
		const { profile } = composed("mine", catalog, { overrides: { resources: { max_turns: 6 } }, mayWiden: true });
		expect(profile.tools?.allowed).toEqual(["A", "B", "C", "D", "E"]);
		expect(profile.resources).toEqual({ max_turns: 6, max_cost_usd: 1, max_memory_mb: 2, max_runtime_seconds: 4 });
		expect(profile.description).toBe("mine");
		expect(profile).not.toHaveProperty("extends");
		expect(profile).not.toHaveProperty("include");
	});

	it("[policy-1-lists-add] grants add up inside one definition and what it builds on, each entry once", () => {
		const { profile } = composed(
			{ extends: "standard", include: ["tools/web"], tools: { allowed: ["Read", "LS"] } },
			catalogOf([standard, web]),
		);
		expect(profile.tools?.allowed).toEqual(["Read", "Write", "Grep", "WebFetch", "LS"]);
		expect(profile.tools?.ask).toEqual(["WebFetch"]);
		expect(profile.capabilities).toEqual({ multi_agent_todo: true, network_access: true });
	});

	it("[policy-1-denials-accumulate] what forbids accumulates and cannot be taken back by a later document", () => {
		const base = define("user", "base", {
			tools: { disallowed: ["Bash"], ask: ["Write"] },
			filesystem: { blocked_paths: ["./a"], protected_paths: ["./b"] },
			network: { deny: ["a.b"] },
		});
		const { profile } = composed(
			{
				extends: "base",
				tools: { disallowed: ["Task"], ask: [] },
				filesystem: { blocked_paths: ["./c"], protected_paths: [] },
				network: { deny: [] },
			},
			catalogOf([base]),
		);
		expect(profile.tools).toEqual({ disallowed: ["Bash", "Task"], ask: ["Write"] });
		expect(profile.filesystem).toEqual({ blocked_paths: ["./a", "./c"], protected_paths: ["./b"] });
		expect(profile.network?.deny).toEqual(["a.b"]);
	});

	it("[policy-1-blocked-clear] the user's own layer can clear the blocked paths", () => {
		const base = define("built-in", "base", { filesystem: { blocked_paths: ["./a"] } });
		const clears = define("user", "clears", { extends: "base", filesystem: { blocked_paths: [] } });
		expect(composed("clears", catalogOf([base, clears])).profile.filesystem?.blocked_paths).toEqual([]);
	});

	it("[policy-1-null-absorbs] null, every known tool, takes in every list", () => {
		const all = define("built-in", "all", { tools: { allowed: null, disallowed: ["Task"] } });
		const catalog = catalogOf([all, standard]);
		expect(composed({ extends: ["all", "standard"], tools: { allowed: ["Read"] } }, catalog).profile.tools?.allowed).toBeNull();
		expect(composed({ extends: ["standard", "all"] }, catalog).profile.tools?.allowed).toBeNull();
	});

	it("[policy-1-permission-fields] changing one field of a tool's permission keeps the others", () => {
		const { profile } = composed({ extends: "standard", tools: { permissions: { Read: { timeout: 3 } } } }, catalogOf([standard]));
		expect(profile.tools?.permissions?.Read).toEqual({ timeout: 3, requires_confirmation: true });
	});

	it("[policy-1-cycle] a cycle names its members, in order", () => {
		const catalog = catalogOf([
			define("user", "a", { extends: "b" }),
			define("user", "b", { extends: ["c"] }, { "extends[0]": [2, 5] }),
			define("user", "c", { extends: "a" }),
		]);
		const [problem, ...others] = problems("a", catalog);
		expect(others).toEqual([]);
		expect(problem?.code).toBe("cycle");
		expect(problem?.message).toContain("a → b → c → a");
		expect(problems("x", catalogOf([define("user", "x", { extends: "x" })]))[0]?.message).toContain("x → x");
	});

	it("[policy-1-applied-once] a definition that is reached twice applies once", () => {
		const low = define("user", "low", { resources: { max_turns: 1 } });
		const high = define("user", "high", { extends: "low", resources: { max_turns: 9 } });
		expect(composed({ extends: ["high", "low"] }, catalogOf([low, high])).profile.resources?.max_turns).toBe(9);
	});

	it("[policy-1-names] unknown names are problems with the name that was meant, at their place", () => {
		const mine = define(
			"user",
			"mine",
			{ extends: ["standrad"], include: ["tools/wbe", "standard"] },
			{ extends: [3, 1], "extends[0]": [3, 11], include: [5, 1] },
		);
		const found = problems("mine", catalogOf([standard, web, mine]));
		expect(found.map(({ hint }) => hint)).toEqual(["did you mean standard?", "did you mean tools/web?", "put it under extends"]);
		expect(found[0]?.source).toEqual({ layer: "user", file: "mine.yaml", line: 3, column: 11, definition: "mine" });
		expect(problems("Standard", catalogOf([standard]))[0]?.hint).toBe("did you mean standard?");
		for (const name of ["constructor", "__proto__", "toString", ""])
			expect(brief(problems(name, catalogOf([standard])))).toEqual(["not-found profile"]);
	});

	it("[policy-1-names] a definition that could not be loaded is said to be broken, not missing", () => {
		const broken: Problem = {
			severity: "error",
			code: "bad-yaml",
			path: "",
			message: "a tab",
			source: { layer: "user", file: "mine.yaml", definition: "mine" },
		};
		expect(problems("mine", catalogOf([], { problems: [broken] }))[0]?.message).toBe("profile 'mine' could not be loaded: a tab");
	});

	it("[policy-1-known-by-file] a definition is known by its file; its name is a label", () => {
		const labelled = define("user", "mine", { name: "standard_permissions", resources: { max_turns: 2 } });
		expect(composed("mine", catalogOf([labelled]))).toMatchObject({ name: "mine", profile: { name: "standard_permissions" } });
		expect(problems("standard_permissions", catalogOf([labelled]))).toHaveLength(1);
	});

	it("[policy-9-aliases] other names of a profile mean the profile", () => {
		expect(composed("STANDARD", catalogOf([standard], { aliases: { STANDARD: "standard" } })).name).toBe("standard");
	});

	it("[wire-2-wish] a wish is a name, a profile, or a profile with overrides", () => {
		const catalog = catalogOf([standard]);
		expect(composed({ profile: "standard", overrides: { resources: { max_turns: 2 } } }, catalog).profile.resources?.max_turns).toBe(2);
		expect(composed({ profile: { resources: { max_turns: 2 } } }, catalog).profile.resources?.max_turns).toBe(2);
		expect(brief(problems({ profile: "standard", override: {} }, catalog))).toEqual(["unknown-key override"]);
		expect(brief(problems({ profile: 5 }, catalog))).toEqual(["wrong-type profile"]);
		for (const wish of [null, undefined, 5, [], () => 0, new Map()]) expect(problems(wish, catalog)).toHaveLength(1);
	});

	it("[policy-1-all-problems] bad rules of the whole composition are reported together, sorted by place, each with its file and line", () => {
		const bad = define(
			"user",
			"bad",
			{ tools: { allowed: ["Read", "Bash("] }, filesystem: { read_paths: ["~"] } },
			{ "tools.allowed[1]": [4, 7], filesystem: [2, 1] },
		);
		const found = problems("bad", catalogOf([bad]));
		expect(brief(found)).toEqual(["bad-path filesystem.read_paths[0]", "bad-rule tools.allowed[1]"]);
		expect(found[1]?.source).toMatchObject({ file: "bad.yaml", line: 4, column: 7 });
	});
});

describe("where entries come from", () => {
	it("[policy-1-provenance] every entry keeps its layer, file, line, column and definition", () => {
		const positions = { "tools.allowed[0]": [5, 9], resources: [7, 1], "resources.max_turns": [8, 3] } as const;
		const mine = define(
			"user",
			"mine",
			{ extends: "standard", tools: { allowed: ["LS", "Read"] }, resources: { max_turns: 3 } },
			positions,
		);
		const { origins } = composed("mine", catalogOf([standard, mine]));
		expect(origins["tools.allowed"]?.Read).toEqual({ layer: "built-in", file: "standard.yaml", definition: "standard" });
		expect(origins["tools.allowed"]?.LS).toEqual({ layer: "user", file: "mine.yaml", line: 5, column: 9, definition: "mine" });
		expect(origins["resources.max_turns"]?.[""]).toMatchObject({ file: "mine.yaml", line: 8, column: 3 });
		expect(origins["resources.max_total_tokens"]?.[""]?.definition).toBe("standard");
		expect(origins["tools.permissions.Read.timeout"]?.[""]?.definition).toBe("standard");
	});

	it("[policy-1-provenance] what was replaced on the way leaves no trace", () => {
		const { origins } = composed("standard", catalogOf([standard]), {
			overrides: { tools: { allowed: ["Read"] }, filesystem: { write_paths: [] } },
		});
		expect(Object.keys(origins["tools.allowed"] ?? {})).toEqual(["Read"]);
		expect(origins["filesystem.write_paths"]).toEqual({ "": { layer: "override", definition: "overrides" } });
	});
});

describe("problems of a composition", () => {
	it("[cli-check] stand where their dimension was written when no entry of theirs has a place", () => {
		const mine = define(
			"user",
			"mine",
			{ tools: { permissions: { Nope: { enabled: true } } } },
			{ "tools.permissions.Nope.enabled": [4, 9] },
		);
		const outcome = composeProfile("mine", catalogOf([mine]));
		expect(outcome.ok && outcome.warnings).toMatchObject([{ code: "unknown-tool", source: { file: "mine.yaml", line: 4, column: 9 } }]);
	});
});

describe("a project's definitions", () => {
	const base = define("user", "base", {
		tools: {
			allowed: ["Read", "Bash(git:*)"],
			ask: ["Bash(git push:*)"],
			permissions: { Read: { timeout: 5, requires_confirmation: true, allowed_paths: ["./src"] } },
		},
		filesystem: { read_paths: ["./workspace"], blocked_paths: ["**/.env"], max_file_size_mb: 5 },
		messaging: { allowed_targets: ["a", "b"] },
		sandbox: { minimum_level: "L3" },
	});
	const project = (profile: Profile, positions: Definition["positions"] = {}) =>
		catalogOf([base, standard, web, define("project", "ours", { extends: "base", ...profile }, positions)]);

	it("[design-5-project-tightens] replace what they build on by something narrower", () => {
		const { profile } = composed(
			"ours",
			project({
				tools: { allowed: ["Read(./src/**)", "Bash(git log:*)"], disallowed: ["Bash(git log --all:*)"] },
				filesystem: { read_paths: ["./workspace/docs", "src/**"], max_file_size_mb: 1 },
				resources: { max_turns: 3 },
			}),
		);
		expect(profile.tools?.allowed).toEqual(["Read(./src/**)", "Bash(git log:*)"]);
		expect(profile.tools?.ask).toEqual(["Bash(git push:*)"]);
		expect(profile.filesystem).toMatchObject({
			read_paths: ["./workspace/docs", "src/**"],
			max_file_size_mb: 1,
			blocked_paths: ["**/.env"],
		});
	});

	it("[design-5-project-tightens] every attempt to loosen is a problem of its own, with its place and a hint", () => {
		const found = problems(
			"ours",
			project(
				{
					tools: { allowed: ["Read", "Write"], permissions: { Read: { timeout: 9 } } },
					filesystem: { read_paths: ["./workspace", "/etc"], max_file_size_mb: 6 },
					capabilities: { spawn_agents: true, network_access: true },
					sandbox: { minimum_level: "L0" },
					resources: { max_total_tokens: 600_000 },
				},
				{ "tools.allowed[1]": [4, 5], "resources.max_total_tokens": [20, 3] },
			),
		);
		expect(new Set(brief(found))).toEqual(
			new Set([
				"escalation tools.allowed",
				"escalation tools.permissions.Read.timeout",
				"escalation filesystem.read_paths",
				"escalation filesystem.max_file_size_mb",
				"escalation capabilities.spawn_agents",
				"escalation capabilities.network_access",
				"escalation sandbox.minimum_level",
				"escalation resources.max_total_tokens",
			]),
		);
		expect(found.find(({ path }) => path === "tools.allowed")?.source).toMatchObject({
			layer: "project",
			file: "ours.yaml",
			line: 4,
			column: 5,
		});
		expect(found.find(({ path }) => path === "resources.max_total_tokens")?.source).toMatchObject({ line: 20, column: 3 });
		for (const { hint } of found) expect(hint).toContain("a project can only narrow");
	});

	it.each<[string, Profile, string]>([
		["clear the blocked paths", { filesystem: { blocked_paths: [] } }, "filesystem.blocked_paths"],
		[
			"switch a confirmation off",
			{ tools: { permissions: { Read: { requires_confirmation: false } } } },
			"tools.permissions.Read.requires_confirmation",
		],
		["take a timeout away", { tools: { permissions: { Read: { timeout: null } } } }, "tools.permissions.Read.timeout"],
		["free a tool of its paths", { tools: { permissions: { Read: { allowed_paths: null } } } }, "tools.permissions.Read.allowed_paths"],
		["reach other agents", { messaging: { allowed_targets: ["a", "c"] } }, "messaging.allowed_targets"],
		["reach all agents", { messaging: { allowed_targets: null } }, "messaging.allowed_targets"],
		["allow every tool", { tools: { allowed: null } }, "tools.allowed"],
		["declare a tool", { tools: { declare: { mine: { plain: ["path"] } } } }, "tools.declare.mine"],
		["approve by machine", { approvals: { approver: "any" } }, "approvals.approver"],
		["follow links", { filesystem: { allow_symlinks: true } }, "filesystem.allow_symlinks"],
	])("[design-5-no-switch-off] cannot %s", (_, profile, path) => {
		expect(brief(problems("ours", project(profile)))).toEqual([`escalation ${path}`]);
	});

	it("[design-5-project-base] grant nothing by themselves: without a base everything is beyond it", () => {
		const alone = define("project", "alone", { tools: { allowed: ["Read"] }, filesystem: { read_paths: ["./workspace"] } });
		expect(brief(problems("alone", catalogOf([alone])))).toEqual(["escalation tools.allowed", "escalation filesystem.read_paths"]);
		expect(problems("alone", catalogOf([define("project", "alone", { resources: { max_turns: 3 } })]))).toEqual([]);
	});

	it("[design-5-project-base] may include fragments of the layers above, and their own fragments only narrow", () => {
		const wide = define("project", "ours/wide", { tools: { allowed: ["Write"] } });
		const narrow = define("project", "ours/narrow", { tools: { allowed: ["Read"] } });
		const ours = (include: string[]) => catalogOf([base, web, wide, narrow, define("project", "ours", { extends: "base", include })]);
		expect(composed("ours", ours(["tools/web"])).profile.tools?.allowed).toEqual(["Read", "Bash(git:*)", "WebFetch"]);
		expect(composed("ours", ours(["ours/narrow"])).profile.tools?.allowed).toEqual(["Read"]);
		expect(brief(problems("ours", ours(["ours/wide"])))).toEqual(["escalation tools.allowed"]);
	});

	it("[design-5-project-blocked] add to the built-in secrets instead of taking their place", () => {
		const ours = define("project", "ours", { extends: "standard", filesystem: { blocked_paths: ["./private"] } });
		const blocked = composed("ours", catalogOf([standard, ours])).profile.filesystem?.blocked_paths;
		expect(blocked).toContain("./private");
		expect(blocked).toContain("/**/.ssh");
	});

	it("[design-5-project-targets] naming targets where edges decide narrows and keeps the edges required", () => {
		const ours = define("project", "ours", { extends: "standard", messaging: { allowed_targets: ["a"] } });
		const composition = composed("ours", catalogOf([standard, ours]));
		expect(composition.profile.messaging?.allowed_targets ?? null).toBeNull();
		expect(composition.bounds).toEqual([{ messaging: { allowed_targets: ["a"] } }]);
	});

	it("[design-5-project-base] cannot build on a shipped profile that bounds nothing, unless a person's own does", () => {
		const yolo = define("built-in", "yolo", { level: "yolo", tools: { allowed: null } });
		const own = define("user", "own", { extends: "yolo" });
		const ours = (base: string) => catalogOf([yolo, own, define("project", "ours", { extends: base }, { extends: [3, 10] })]);
		expect(problems("ours", ours("yolo"))).toMatchObject([{ code: "escalation", path: "extends", source: { line: 3, column: 10 } }]);
		expect(problems("ours", ours("own"))).toEqual([]);
		expect(problems("own", ours("own"))).toEqual([]);
	});

	it("[design-5-project-base] where a base is missing, that is the problem, and nothing is called too wide for it", () => {
		const ours = define("project", "ours", { extends: "gone", tools: { allowed: ["Read"] } });
		expect(brief(problems("ours", catalogOf([ours])))).toEqual(["not-found extends"]);
	});

	it("a broken definition above lets nothing pass below", () => {
		const broken = define("user", "broken", { tools: { allowed: ["Bash("] } });
		const ours = define("project", "ours", { extends: "broken", tools: { allowed: ["Bash"] } });
		expect(brief(problems("ours", catalogOf([broken, ours])))).toEqual(["bad-rule tools.allowed[0]"]);
	});
});

describe("overrides", () => {
	const catalog = catalogOf([standard, define("built-in", "all", { tools: { allowed: null } })]);
	const change = (overrides: object, mayWiden = false, name = "standard") => composed(name, catalog, { overrides, mayWiden }).profile;
	const refused = (overrides: object) => brief(problems("standard", catalog, { overrides }));

	it("[design-6-overrides-add] adding needs the right to widen, unless it is granted already", () => {
		const overrides = { tools: { allowed_add: ["LS"] }, filesystem: { read_paths_add: ["../shared"], write_paths_add: ["/data"] } };
		expect(refused(overrides)).toEqual([
			"escalation overrides.tools.allowed",
			"escalation overrides.filesystem.read_paths",
			"escalation overrides.filesystem.write_paths",
		]);
		const widened = change(overrides, true);
		expect(widened.tools?.allowed).toEqual(["Read", "Write", "Grep", "LS"]);
		expect(widened.filesystem).toMatchObject({
			read_paths: ["./workspace", "./shared", "../shared"],
			write_paths: ["./workspace", "/data"],
		});
		expect(
			change({ tools: { allowed_add: ["Read", "Read(./src/**)"] }, filesystem: { read_paths_add: ["./workspace/src"] } }).tools?.allowed,
		).toContain("Read");
	});

	it("[design-6-overrides-plain] plain values that widen are refused as well, narrower ones replace", () => {
		expect(
			refused({
				tools: { allowed: ["Read", "LS"] },
				resources: { max_turns: 11, max_total_tokens: null },
				capabilities: { spawn_agents: true },
				filesystem: { blocked_paths: [] },
			}),
		).toEqual([
			"escalation overrides.filesystem.blocked_paths",
			"escalation overrides.tools.allowed",
			"escalation overrides.resources.max_total_tokens",
			"escalation overrides.resources.max_turns",
			"escalation overrides.capabilities.spawn_agents",
		]);
		expect(change({ tools: { allowed: ["Read"] }, resources: { max_turns: 1 } })).toMatchObject({
			tools: { allowed: ["Read"] },
			resources: { max_turns: 1 },
		});
		expect(change({ resources: { max_turns: 99 }, tools: { allowed: ["LS"] } }, true)).toMatchObject({
			tools: { allowed: ["LS"] },
			resources: { max_turns: 99 },
		});
	});

	it("[policy-1-overrides] disallowed_add and ask_add always work", () => {
		expect(change({ tools: { disallowed_add: ["Write"], ask_add: ["Read"] } }).tools).toMatchObject({
			disallowed: ["Bash", "Write"],
			ask: ["Read"],
		});
	});

	it("[design-6-overrides-remove] removing always works, whatever form the grant has", () => {
		expect(change({ tools: { allowed_remove: ["Write"] } }).tools).toMatchObject({ allowed: ["Read", "Grep"], disallowed: ["Bash"] });
		expect(change({ tools: { allowed_remove: ["Bash"] } }, false, "all").tools).toMatchObject({ allowed: null, disallowed: ["Bash"] });
		expect(change({ tools: { allowed_remove: ["Read(./secret/**)"] } }).tools).toMatchObject({
			allowed: ["Read", "Write", "Grep"],
			disallowed: ["Bash", "Read(./secret/**)"],
		});
		const scoped = define("user", "scoped", { tools: { allowed: ["Bash(git log:*)", "Bash(git status)", "Read"] } });
		const without = composed("scoped", catalogOf([scoped]), { overrides: { tools: { allowed_remove: ["Bash"] } } }).profile;
		expect(without.tools).toMatchObject({ allowed: ["Read"] });
		const paths = change({
			filesystem: { read_paths_remove: ["./shared", "./workspace/secret"], write_paths_remove: ["./workspace/dist"] },
		}).filesystem;
		expect(paths).toMatchObject({ read_paths: ["./workspace"], write_paths: ["./workspace"], protected_paths: ["<workspace>/dist"] });
		expect(paths?.blocked_paths).toEqual(expect.arrayContaining(["<workspace>/secret", "/**/.ssh"]));
	});

	it("[design-6-overrides-remove] removing what is not there is a warning", () => {
		const outcome = composeProfile("standard", catalog, {
			overrides: { tools: { allowed_remove: ["LS"] }, filesystem: { write_paths_remove: ["/data"] } },
		});
		expect(outcome.ok && outcome.warnings.map(({ code, path }) => `${code} ${path}`)).toEqual([
			"nothing-to-remove overrides.tools.allowed_remove[0]",
			"nothing-to-remove overrides.filesystem.write_paths_remove[0]",
		]);
	});

	it("overrides of a wrong shape are problems", () => {
		expect(refused({ tools: { allowed_ad: ["LS"] }, extends: "all" })).toEqual([
			"unknown-key overrides.tools.allowed_ad",
			"unknown-key overrides.extends",
		]);
	});
});

describe("compositions are values", () => {
	it("frozen, the ceiling beside them", () => {
		const ceiling = define("ceiling", "ceiling", { resources: { max_turns: 1 } });
		const composition = composed("standard", catalogOf([standard], { ceiling: { ...ceiling, kind: "ceiling" } }));
		expect(composition.ceiling).toEqual({ resources: { max_turns: 1 } });
		expect(Object.isFrozen(composition.profile.tools?.allowed)).toBe(true);
	});

	it("composing freezes nothing of the catalog", () => {
		const mine = define("user", "mine", { tools: { allowed: ["Read"], permissions: { Read: { arguments: { a: { any: ["x"] } } } } } });
		composed("mine", catalogOf([mine], { ceiling: define("ceiling", "ceiling", { tools: { disallowed: ["Bash"] } }) }));
		expect(Object.isFrozen(mine.profile.tools?.allowed)).toBe(false);
		expect(Object.isFrozen(mine.profile.tools?.permissions?.Read?.arguments)).toBe(false);
	});

	it("a definition of the catalog that was never checked is checked here, a bad ceiling too", () => {
		const unchecked: Definition = { ...define("user", "mine", {}), profile: JSON.parse('{"filesystem": {"read_path": ["./x"]}}') };
		expect(brief(problems("mine", catalogOf([unchecked])))).toEqual(["unknown-key filesystem.read_path"]);
		const ceiling = define("ceiling", "ceiling", { tools: { disallowed: ["Bash("] } });
		expect(brief(problems("standard", catalogOf([standard], { ceiling })))).toEqual(["bad-rule tools.disallowed[0]"]);
	});

	it("the same name or object gives the same composition while nothing changes", () => {
		const frozen = deepFreeze(catalogOf([standard]));
		expect(composed("standard", frozen)).toBe(composed("standard", frozen));
		const mine: { tools: { allowed: string[] } } = { tools: { allowed: ["Read", "Write"] } };
		const first = composed(mine);
		expect(composed(mine)).toBe(first);
		mine.tools.allowed = ["Read"];
		expect(composed(mine).profile.tools?.allowed).toEqual(["Read"]);
		const open = catalogOf([standard]);
		expect(composed("standard", open)).not.toBe(composed("standard", open));
	});

	it("a chain of definitions without end is refused, 10,000 rules compose fast", () => {
		const chain = Array.from({ length: 200 }, (_, index) => define("user", `p${index}`, { extends: `p${index + 1}` }));
		expect(problems("p0", catalogOf(chain))[0]?.code).toBe("too-large");
		const rules = Array.from({ length: 10_000 }, (_, index) => `Bash(git log topic-${index}:*)`);
		const begun = performance.now();
		expect(composed({ tools: { allowed: rules } }).profile.tools?.allowed).toHaveLength(10_000);
		expect(performance.now() - begun).toBeLessThan(4000);
	});
});
