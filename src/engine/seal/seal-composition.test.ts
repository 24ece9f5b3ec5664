import { describe, expect, it } from "vitest";
import type { Composition, Profile, RealPath, Resolve, Writ } from "../language/index.ts";
import { deepFreeze } from "../terms/index.ts";
import { digestTerms, sealComposition } from "./index.ts";
import type { SealContext } from "./places.ts";

const composition = (profile: Profile, parts: Partial<Composition> = {}): Composition => ({ name: "mine", profile, origins: {}, ...parts });
const context: SealContext = { agent: "worker-1", root: "/ws" };
const sealed = (made: Composition, given: Partial<SealContext> = {}): Writ => {
	const outcome = sealComposition(made, { ...context, ...given });
	if (!outcome.ok) throw new Error(outcome.problems.map(({ message }) => message).join("\n"));
	return outcome.writ;
};
const problems = (made: Composition, given: Partial<Record<keyof SealContext, unknown>>) => {
	const outcome = Reflect.apply(sealComposition, undefined, [made, { ...context, ...given }]) as ReturnType<typeof sealComposition>;
	return outcome.ok ? [] : outcome.problems.map(({ code, path }) => `${code} ${path}`);
};

/** A disk on which some paths are links. */
const disk =
	(links: Readonly<Record<string, string>>): Resolve =>
	(path) => {
		const link = Object.keys(links).find((from) => path === from || path.startsWith(`${from}/`));
		const real = (link === undefined ? path : links[link] + path.slice(link.length)) as RealPath;
		const viaLink = link !== undefined;
		return { ok: true, written: path, real, entry: real, viaLink, entryViaLink: viaLink, exists: true, directory: true, links: 1 };
	};

describe("sealComposition", () => {
	it("[design-3-writ] a writ is frozen through and through", () => {
		const writ = sealed(composition({ tools: { allowed: ["Read"], permissions: { Read: { arguments: { a: { any: ["x"] } } } } } }), {
			children: ["c"],
		});
		const open: string[] = [];
		const visit = (value: unknown, path: string): void => {
			if (typeof value !== "object" || value === null) return;
			if (!Object.isFrozen(value)) open.push(path);
			for (const [key, member] of Object.entries(value)) visit(member, `${path}.${key}`);
		};
		visit(writ, "writ");
		expect(open).toEqual([]);
	});

	it("[design-5-digest] equal grants have equal digests, whoever holds them, wherever, in any order of keys and entries", () => {
		const one = composition({ tools: { allowed: ["Read", "Write"] }, resources: { max_turns: 1, max_cost_usd: 2 } });
		const other = composition(
			{ resources: { max_cost_usd: 2, max_turns: 1 }, tools: { allowed: ["Write", "Read", "Write"] } },
			{ name: "other" },
		);
		const writ = sealed(one);
		expect(writ.digest).toMatch(/^[0-9a-f]{64}$/);
		expect(sealed(other, { agent: "x", root: "/elsewhere", parent: "p", children: ["c"], home: "/home/x" }).digest).toBe(writ.digest);
		expect(digestTerms(writ.terms)).toBe(writ.digest);
		expect(sealed(composition({ tools: { allowed: ["Read"] } })).digest).not.toBe(writ.digest);
	});

	it("[wire-1-writ-ids] a bad id is a problem, all of them at once", () => {
		expect(problems(composition({}), { agent: "../x", parent: "root", children: ["ok", "a b", 7] })).toEqual([
			"bad-id agent",
			"bad-id parent",
			"bad-id children[1]",
			"bad-id children[2]",
		]);
		expect(problems(composition({}), { agent: undefined })).toEqual(["bad-id agent"]);
		expect(problems(composition({}), { children: "c" })).toEqual(["bad-id children"]);
	});

	it("[design-5-root] the root and every other place must be an absolute path", () => {
		for (const root of ["ws", "./ws", "", "~/ws", "/ws/../etc", "/ws\0", undefined, 5])
			expect(problems(composition({}), { root })).toEqual(["bad-value root"]);
		expect(problems(composition({}), { home: "home", places: { shared: "x" } })).toEqual(["bad-value places.shared", "bad-value home"]);
		expect(sealed(composition({}), { root: "//ws/./a/" }).places.written.workspace).toBe("/ws/a");
		expect(sealed(composition({}), { root: "/" }).places.written.workspace).toBe("/");
	});

	it("[design-5-absent-place] a place that is not given is nowhere", () => {
		const { places } = sealed(composition({}), { places: { shared: "/srv/shared" }, home: "/home/dev" });
		expect(places).toEqual({
			written: { workspace: "/ws", shared: "/srv/shared" },
			real: { workspace: "/ws", shared: "/srv/shared" },
			relocated: {},
			home: "/home/dev",
		});
		expect(sealed(composition({})).places.home).toBeNull();
	});

	it("[policy-5-sealed-links] places and entries that lead through links are sealed at their real place", () => {
		const resolve = disk({ "/ws/data": "/mnt/[big]", "/ws": "/real/ws", "/opt/tool": "/opt/tool-2" });
		const writ = sealed(
			composition({
				tools: { allowed: ["Read(./data/x/**)", "Read"] },
				filesystem: { read_paths: ["./workspace", "./data", "data/*.csv", "/opt/tool", "/plain"], write_paths: ["./out"] },
			}),
			{ resolve },
		);
		expect(writ.places.written.workspace).toBe("/ws");
		expect(writ.places.real.workspace).toBe("/real/ws");
		expect(writ.places.relocated).toEqual({
			"<workspace>/data": "/mnt/[[]big]",
			"<workspace>/data/*.csv": "/mnt/[[]big]/*.csv",
			"<workspace>/data/x/**": "/mnt/[[]big]/x/**",
			"/opt/tool": "/opt/tool-2",
		});
	});

	it("[policy-5-sealed-links] a root that cannot be resolved is a problem, an entry that cannot be is left as it is", () => {
		const refuse: Resolve = () => ({ ok: false, why: "loop", message: "a loop of links" });
		expect(problems(composition({}), { resolve: refuse })).toEqual(["bad-value root"]);
		const onlyRoot: Resolve = (path, cwd) => (path === "/ws" ? disk({})(path, cwd) : refuse(path, cwd));
		expect(sealed(composition({ filesystem: { read_paths: ["./x"] } }), { resolve: onlyRoot }).places.relocated).toEqual({});
	});

	it("[design-5-ceiling] the ceiling bounds what it states, and nothing else", () => {
		const profile: Profile = {
			level: "trusted",
			tools: { allowed: null },
			filesystem: { read_paths: ["./workspace"], blocked_paths: [] },
			environment: { allow: ["LANG"] },
			resources: { max_turns: 9, max_total_tokens: null },
			capabilities: { network_access: true },
		};
		const ceiling: Profile = {
			tools: { disallowed: ["Bash"] },
			filesystem: { blocked_paths: ["**/.env"] },
			resources: { max_turns: 3 },
			network: { allow: ["*.example.com"] },
		};
		const { terms } = sealed(composition(profile, { ceiling }));
		expect(terms.tools).toMatchObject({ allowed: [["*"]], disallowed: ["Bash"] });
		expect(terms.filesystem).toMatchObject({ read_paths: [["<workspace>"]], blocked_paths: ["/**/.env"] });
		expect(terms.resources).toMatchObject({ max_turns: 3, max_total_tokens: null });
		expect(terms.network.allow).toEqual([["*.example.com"]]);
		expect(terms.environment.allow).toEqual(["LANG"]);
		expect(terms.level).toBe("trusted");
	});

	it("[policy-1-frontmatter] a list of tools beside the profile leaves what both allow", () => {
		const both = sealed(composition({ tools: { allowed: null } }, { bounds: [{ tools: { allowed: ["Read"] } }] }));
		expect(both.terms.tools.allowed).toEqual([["Read"]]);
		expect(sealed(composition({ tools: { allowed: null } }, { bounds: [{ tools: { allowed: [] } }] })).terms.tools.allowed).toEqual([[]]);
	});

	it("[design-5-project-targets] targets that bound keep the edges required", () => {
		const { terms } = sealed(composition({}, { bounds: [{ messaging: { allowed_targets: ["a"] } }] }));
		expect(terms.messaging.allowed_targets).toEqual({ targets: [["a"]], within: [], edge_required: true });
	});

	it("[claude-1-profiles-met] profiles beside the first leave what all of them grant", () => {
		const { terms } = sealed(
			composition(
				{ level: "standard", tools: { allowed: ["Read", "Write"] }, filesystem: { read_paths: ["./workspace"] } },
				{ within: [{ tools: { allowed: ["Read", "LS"] }, filesystem: { read_paths: ["./workspace/src"] }, resources: { max_turns: 1 } }] },
			),
		);
		expect(terms.filesystem.read_paths).toEqual([["<workspace>/src"]]);
		expect(terms.tools.allowed).toEqual([
			["LS", "Read"],
			["Read", "Write"],
		]);
		expect(terms.resources.max_turns).toBe(1);
		expect(terms.level).toBe("standard");
	});

	it("[policy-1-provenance] sources are kept by the texts of the terms", () => {
		const source = { layer: "user", file: "mine.yaml", line: 2, column: 3 } as const;
		const origins = {
			"filesystem.read_paths": { "./src/": source },
			"tools.allowed": { "": source },
			"filesystem.blocked_paths": { "**/.env": source },
		};
		const writ = sealed(
			composition({ tools: { allowed: null }, filesystem: { read_paths: ["./src/"], blocked_paths: ["**/.env"] } }, { origins }),
		);
		expect(writ.origins["filesystem.read_paths"]?.["<workspace>/src"]).toBe(source);
		expect(writ.origins["tools.allowed"]?.["*"]).toBe(source);
		expect(writ.origins["filesystem.blocked_paths"]?.["/**/.env"]).toBe(source);
	});

	it("[policy-1-provenance] what the ceiling forbids or lowers, and what is built in, has its source too", () => {
		const own = { layer: "user", file: "mine.yaml" } as const;
		const above = { layer: "ceiling", file: "ceiling.yaml" } as const;
		const { origins } = sealed(
			composition(
				{ tools: { disallowed: ["Task"] }, resources: { max_turns: 9, max_cost_usd: 1 } },
				{
					origins: { "tools.disallowed": { Task: own }, "resources.max_turns": { "": own }, "resources.max_cost_usd": { "": own } },
					ceiling: { tools: { allowed: ["Read"], disallowed: ["Bash", "Task"] }, resources: { max_turns: 3, max_cost_usd: 5 } },
					ceilingOrigins: {
						"tools.allowed": { Read: above },
						"tools.disallowed": { Bash: above, Task: above },
						"resources.max_turns": { "": above },
						"resources.max_cost_usd": { "": above },
					},
				},
			),
		);
		expect(origins["tools.disallowed"]).toEqual({ Bash: above, Task: own });
		expect(origins["resources.max_turns"]).toEqual({ "": above });
		expect(origins["resources.max_cost_usd"]).toEqual({ "": own });
		expect(origins["tools.allowed"]).toBeUndefined();
		expect(origins["filesystem.protected_paths"]?.["/**/.git/hooks"]?.layer).toBe("built-in");
		expect(origins["filesystem.blocked_paths"]?.["/**/.env"]?.layer).toBe("built-in");
	});

	it("[policy-11-shared-terms] agents on one composition share its terms", () => {
		const shared = deepFreeze(composition({ tools: { allowed: ["Read"] } }));
		const [one, other] = [sealed(shared), sealed(shared, { agent: "worker-2" })];
		expect(other.terms).toBe(one.terms);
		expect(other.origins).toBe(one.origins);
	});

	it("a composition that its maker can still change is read again each time", () => {
		const profile: { tools: { allowed: string[] } } = { tools: { allowed: ["Read", "Write"] } };
		const open = Object.freeze(composition(profile));
		sealed(open);
		profile.tools.allowed = ["Read"];
		expect(sealed(open).terms.tools.allowed).toEqual([["Read"]]);
	});
});
