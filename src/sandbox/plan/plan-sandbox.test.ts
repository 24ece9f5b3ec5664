import { describe, expect, it } from "vitest";
import {
	binds,
	facts,
	HOME,
	managedFacts,
	PROJECT,
	planFor,
	planOf,
	problemsFor,
	SESSION,
	storage,
	writFor,
} from "../../../test/sandbox/plan/example-plan.ts";
import { planSandbox } from "./plan-sandbox.ts";

const OWN = storage().own;

describe("from writ to plan", () => {
	it("[sandbox-plan-absent] what is not granted is absent", () => {
		const plan = planFor({ read_paths: ["./workspace/src"] }, [`${PROJECT}/src`, `${PROJECT}/secret`]);
		expect(binds(plan)).toEqual([`${PROJECT}/src ← ${PROJECT}/src`]);
		expect(binds(planFor({}))).toEqual([]);
	});

	it("[sandbox-3-access] write_paths become writable binds, read_paths read-only ones, absolute paths keep their place", () => {
		const plan = planFor({ read_paths: ["./workspace", "/opt/data"], write_paths: ["./exports"] }, ["/opt/data"]);
		expect(binds(plan)).toEqual([`/opt/data ← /opt/data`, `/sandbox/exports ⇐ ${OWN}/exports`, `${PROJECT} ← ${PROJECT}`]);
	});

	it("[sandbox-3-places] named places are below /sandbox, ../shared is the session's share", () => {
		const places = storage("00000000-0000-4000-8000-000000000001", SESSION);
		const writ = writFor({ filesystem: { read_paths: ["./", "../shared", "../../_shared"] } }, { root: places.workspace, places });
		const plan = planOf(planSandbox(writ, managedFacts()));
		expect(binds(plan)).toEqual([
			`/sandbox/.claude ← ${OWN}/claude`,
			`/sandbox/_shared ← ${HOME}/sandboxes/shared`,
			`/sandbox/exports ← ${OWN}/exports`,
			`/sandbox/shared ← ${HOME}/sandboxes/sessions/${SESSION}/shared`,
			`/sandbox/workspace ← ${OWN}/workspace`,
		]);
		expect(plan.links).toEqual([{ at: "/_shared", to: "/sandbox/_shared" }]);
	});

	it("[sandbox-3-subtrees] a writable subtree gets its own mount, after the wider one", () => {
		const plan = planFor({ read_paths: ["./workspace"], write_paths: ["./workspace/docs"] }, [`${PROJECT}/docs`]);
		expect(binds(plan)).toEqual([`${PROJECT} ← ${PROJECT}`, `${PROJECT}/docs ⇐ ${PROJECT}/docs`]);
	});

	it("a narrower grant never takes away from a wider one", () => {
		const plan = planFor({ read_paths: ["./workspace/docs"], write_paths: ["./workspace"] }, [`${PROJECT}/docs`]);
		expect(binds(plan)).toEqual([`${PROJECT} ⇐ ${PROJECT}`]);
	});

	it("[sandbox-3-coarse] a read glob is widened to its static part and told as coarse", () => {
		const plan = planFor({ read_paths: ["./workspace/src/**/*.ts"] }, [`${PROJECT}/src`]);
		expect(binds(plan)).toEqual([`${PROJECT}/src ← ${PROJECT}/src`]);
		expect(plan.coarse).toEqual(["<workspace>/src/**/*.ts"]);
	});

	it("a glob below a tree that is granted anyway is not coarse", () => {
		expect(planFor({ read_paths: ["./workspace", "./workspace/*.ts"] }).coarse).toEqual([]);
	});

	it("[sandbox-3-write-glob] a write glob is refused, with cause and cure", () => {
		expect(problemsFor({ write_paths: ["./workspace/*.md"] })).toMatchObject([
			{
				code: "invalid-definition",
				exit: 2,
				what: "filesystem.write_paths",
				message: expect.stringContaining("*.md"),
				cure: expect.stringContaining("dir/**"),
			},
		]);
		expect(problemsFor({ write_paths: ["./workspace/{a,b}"] }, [`${PROJECT}/a`])).toHaveLength(1);
	});

	it("[sandbox-3-write-trees] dir/** and {a,b}/** are trees, and a missing one is made", () => {
		const { mounts } = planFor({ write_paths: ["./workspace/{docs,plans}/**"] }, [`${PROJECT}/docs`]);
		expect(mounts.filter(({ kind }) => kind === "bind")).toEqual([
			{ kind: "bind", source: `${PROJECT}/docs`, target: `${PROJECT}/docs`, writable: true },
			{ kind: "bind", source: `${PROJECT}/plans`, target: `${PROJECT}/plans`, writable: true, make: true },
		]);
	});

	it("an entry in braces that names a file opens that file", () => {
		const { mounts } = planFor({ write_paths: ["./workspace/{a,b}.md"] }, [`${PROJECT}/a.md!`, `${PROJECT}/b.md!`]);
		expect(mounts.filter(({ file }) => file)).toHaveLength(2);
	});

	it.each([
		"/",
		"/proc",
		"/proc/1",
		"/sys",
		"/dev",
		"/dev/sda",
		"/home/ann",
		HOME,
		`${HOME}/run`,
		`${HOME}/sandboxes/agents/other/workspace`,
		"/sandbox/x",
	])("[sandbox-3-refused-sources] %s is never mounted", (path) => {
		for (const key of ["read_paths", "write_paths"])
			expect(problemsFor({ [key]: [path] }, [path])).toMatchObject([{ code: "path-outside", exit: 3, cure: expect.any(String) }]);
	});

	it("[sandbox-3-refused-sources] a person's workspace cannot be another agent's storage", () => {
		const writ = writFor({ filesystem: { read_paths: ["./workspace"] } }, { root: `${HOME}/sandboxes/agents/other/workspace` });
		expect(planSandbox(writ, facts([`${HOME}/sandboxes/agents/other/workspace`]))).toMatchObject({
			ok: false,
			problems: [{ code: "path-outside" }],
		});
	});

	it("[sandbox-12-symlink] a source that leads through a link is refused", () => {
		expect(problemsFor({ read_paths: ["/opt/data/x"] }, ["/opt/data@"])).toMatchObject([{ code: "path-symlink", exit: 3 }]);
	});

	it("a tree to read that does not exist is told as missing", () => {
		expect(planFor({ read_paths: ["/opt/gone"] }).missing).toContainEqual({
			what: "filesystem.read_paths",
			why: "'/opt/gone' does not exist (/opt/gone).",
		});
	});

	it("the operator's files are read-only, whatever the writ says", () => {
		const plan = planFor({ write_paths: ["./shared"] });
		expect(binds(plan)).toEqual([`/sandbox/shared ← ${HOME}/sandboxes/shared`]);
		expect(plan.missing[0]).toMatchObject({ what: "filesystem.write_paths" });
	});

	it.each([
		["no capability", false, ["a.example"], false],
		["no host", true, [], false],
		["both", true, ["a.example"], true],
	])("[sandbox-3-network] network only with the capability and a host: %s", (_, network_access, allow, expected) => {
		const writ = writFor({ capabilities: { network_access }, network: { allow } });
		expect(planOf(planSandbox(writ, facts())).network).toEqual({
			allow: expected,
			unixSockets: false,
			proxyPort: expected ? 17_171 : null,
		});
	});

	it("the proxy leaves the ports that the writ names to them", () => {
		const writ = writFor({ capabilities: { network_access: true }, network: { allow: ["127.0.0.1:17171"] } });
		expect(planOf(planSandbox(writ, facts())).network.proxyPort).toBe(17_172);
	});
});

describe("modes", () => {
	const filesystem = { read_paths: ["./workspace"], write_paths: ["./workspace"] };
	const PARENT = `${HOME}/sandboxes/agents/00000000-0000-4000-8000-0000000000ff/workspace`;
	const parent = { agent: "boss", workspace: PARENT, writable: true, plan: null };
	const nested = (parent_share: string) => writFor({ filesystem, sandbox: { mode: "nested", parent_share } });

	it("[sandbox-2-managed] a managed workspace is at /sandbox/workspace, and the agent starts there", () => {
		const places = storage();
		const plan = planOf(planSandbox(writFor({ filesystem }, { root: places.workspace }), managedFacts()));
		expect(binds(plan)).toEqual([`/sandbox/workspace ⇐ ${places.workspace}`]);
		expect(plan).toMatchObject({ workdir: "/sandbox/workspace", links: [], workspace: { managed: true, writable: true } });
	});

	it("[sandbox-2-workspace] a person's directory keeps its place, and /sandbox/workspace links there", () => {
		expect(planFor(filesystem)).toMatchObject({ workdir: PROJECT, links: [{ at: "/sandbox/workspace", to: PROJECT }] });
	});

	it("[sandbox-11a-home] HOME and /tmp are the run's own directories on the disk, and /dev/shm is 64 MB of memory", () => {
		const { mounts, environment, masks } = planFor({}, [], { scratch: "/s" });
		expect(mounts).toEqual([
			{ kind: "tmpfs", source: null, target: "/dev/shm", writable: true, sizeMb: 64 },
			{ kind: "bind", source: "/s/tmp", target: "/tmp", writable: true, make: true },
			{ kind: "bind", source: "/s/home", target: "/sandbox/home", writable: true, make: true },
		]);
		expect([environment.set.HOME, masks]).toEqual(["/sandbox/home", []]);
	});

	it.each([
		[{}, {}],
		[{ max_total_size_mb: 0 }, { scratch: "/s" }],
		[{ max_file_size_mb: 0 }, { scratch: "/s" }],
	])(
		"[sandbox-2-home] without a place on the disk, or a right to write there, HOME is a sized tmpfs, as are /tmp and /dev/shm: %j",
		(limits, rest) => {
			const memory = { kind: "tmpfs", source: null, writable: true, sizeMb: 64 };
			expect(planFor(limits, [], rest).mounts).toEqual(["/dev/shm", "/tmp", "/sandbox/home"].map((target) => ({ ...memory, target })));
		},
	);

	it("[sandbox-11a-home] beside a hard quota the home and /tmp are told to be looked at only", () => {
		const writ = writFor({ filesystem, sandbox: { quota: "hard" } });
		const { missing } = planOf(planSandbox(writ, facts([], { scratch: "/s" })));
		expect(missing.filter(({ what }) => what === "sandbox.quota")).toEqual([
			{ what: "sandbox.quota", why: "'/tmp' is on the disk: its size is held by polling (soft)." },
			{ what: "sandbox.quota", why: "'/sandbox/home' is on the disk: its size is held by polling (soft)." },
		]);
	});

	it("without any part of the workspace the agent starts at home", () => {
		expect(planFor({}).workdir).toBe("/sandbox/home");
	});

	it.each([
		["none", []],
		["read_only", [`/sandbox/parent ← ${PARENT}`]],
		["read_write", [`/sandbox/parent ⇐ ${PARENT}`]],
	])("[sandbox-2-nested] parent_share %s", (share, expected) => {
		const plan = planOf(planSandbox(nested(share), facts([PARENT], { parent })));
		expect(binds(plan).filter((bind) => bind.startsWith("/sandbox"))).toEqual(expected);
	});

	it("a parent that may not write its workspace shares it for reading only, and that is told", () => {
		const plan = planOf(planSandbox(nested("read_write"), facts([PARENT], { parent: { ...parent, writable: false } })));
		expect(binds(plan)[0]).toBe(`/sandbox/parent ← ${PARENT}`);
		expect(plan.missing[0]?.what).toBe("sandbox.parent_share");
	});

	it("[sandbox-12-modes] shared without a session and nested without a parent are refused", () => {
		expect(planSandbox(nested("none"), facts())).toMatchObject({
			ok: false,
			problems: [{ exit: 2, message: "Mode 'nested' needs a live parent." }],
		});
		const shared = writFor({ filesystem, sandbox: { mode: "shared" } });
		expect(planSandbox(shared, facts())).toMatchObject({ ok: false, problems: [{ exit: 2, message: "Mode 'shared' needs a session." }] });
	});

	it("[sandbox-2-session-share] the session's workspace is read-only at /sandbox/session", () => {
		const workspace = `${HOME}/sandboxes/sessions/${SESSION}/workspace`;
		const writ = writFor({ sandbox: { session_share: true } });
		expect(binds(planOf(planSandbox(writ, facts([], { session: { workspace } }))))).toEqual([`/sandbox/session ← ${workspace}`]);
		expect(planOf(planSandbox(writ, facts())).missing[0]).toEqual({ what: "sandbox.session_share", why: "The agent is in no session." });
	});

	it("[sandbox-2-parent] an agent that may have children sees their exports read-only", () => {
		const plan = planOf(planSandbox(writFor({ capabilities: { spawn_agents: true } }), facts()));
		expect(binds(plan)).toEqual([`/sandbox/nested ← ${OWN}/nested`]);
	});

	it("[sandbox-2-claude] a runner that needs it gets the agent's own .claude, writable", () => {
		expect(binds(planFor({}, [], { claude: true }))).toEqual([`/sandbox/.claude ⇐ ${OWN}/claude`]);
	});

	it("[sandbox-4-programs] a program outside of /usr is bound read-only, that directory alone", () => {
		expect(binds(planFor({}, ["/opt/tool/1.2"], { programs: ["/opt/tool/1.2"] }))).toEqual(["/opt/tool/1.2 ← /opt/tool/1.2"]);
	});
});

describe("quota", () => {
	const hard = (write_paths: readonly string[], rest = {}) =>
		planSandbox(
			writFor({ filesystem: { read_paths: ["./workspace"], write_paths, max_total_size_mb: 100, ...rest }, sandbox: { quota: "hard" } }),
			facts([`${PROJECT}/a`, `${PROJECT}/b`]),
		);

	it("[sandbox-2-hard-quota] hard: the workspace is memory of that size, and its input is read-only", () => {
		const plan = planOf(hard(["./workspace"]));
		expect(plan.mounts).toContainEqual({ kind: "tmpfs", source: null, target: PROJECT, writable: true, sizeMb: 100 });
		expect(binds(plan)).toEqual([`/sandbox/input ← ${PROJECT}`]);
		expect(plan.quota).toBe("hard");
	});

	it("[sandbox-2-hard-quota] several writable trees share the size, and each has its input", () => {
		const plan = planOf(hard(["./workspace/a", "./workspace/b"]));
		expect(plan.mounts.flatMap(({ sizeMb }) => sizeMb ?? [])).toEqual([64, 64, 64, 50, 50]);
		expect(binds(plan)).toEqual([`/sandbox/input/a ← ${PROJECT}/a`, `/sandbox/input/b ← ${PROJECT}/b`, `${PROJECT} ← ${PROJECT}`]);
	});

	it("[sandbox-3-never-ignored] what is on the disk besides is told as soft", () => {
		expect(planOf(hard(["./workspace", "./exports"])).missing).toContainEqual({
			what: "sandbox.quota",
			why: "'/sandbox/exports' is on the disk: its size is held by polling (soft).",
		});
	});

	it("[sandbox-3-never-ignored] a hard quota without a size, or for a tree that is not there, is refused", () => {
		expect(hard(["./workspace"], { max_total_size_mb: null })).toMatchObject({ ok: false, problems: [{ what: "sandbox.quota", exit: 3 }] });
		expect(hard(["./workspace/none"])).toMatchObject({ ok: false, problems: [{ what: "sandbox.quota" }] });
	});

	it("a size of zero makes everything read-only", () => {
		expect(binds(planFor({ write_paths: ["./workspace"], max_total_size_mb: 0 }))).toEqual([`${PROJECT} ← ${PROJECT}`]);
	});
});

describe("limits and levels", () => {
	it("[sandbox-9-limits] the limits of the writ stand in the plan, and 1024 open files", () => {
		const writ = writFor({ filesystem: { max_file_size_mb: 5, max_total_size_mb: 50 }, resources: { max_runtime_seconds: 60 } });
		expect(planOf(planSandbox(writ, facts())).limits).toEqual({
			processes: 128,
			memoryMb: 2048,
			fileSizeMb: 5,
			totalSizeMb: 50,
			runtimeSeconds: 60,
			openFiles: 1024,
		});
	});

	it("[sandbox-12-level-plan] a machine below the writ's minimum is refused, and doctor is named", () => {
		expect(problemsFor({}, [], { level: "L2" })).toMatchObject([
			{ code: "sandbox-level", exit: 3, cure: expect.stringContaining("writ doctor") },
		]);
	});

	it("[sandbox-plan-missing] what the level does not hold is told", () => {
		expect(planFor({}).missing.map(({ what }) => what)).toEqual(["resources.max_memory_mb"]);
		expect(planFor({}, [], { level: "L4" }).missing).toEqual([]);
		const writ = writFor({ sandbox: { minimum_level: "L0" } });
		const low = planOf(planSandbox(writ, facts([], { level: "L0" })));
		expect(low.missing.map(({ what }) => what)).toContain("filesystem.protected_paths");
		expect(low.missing.at(-1)?.why).toBe("Level L0 confines nothing.");
	});
});

describe("environment", () => {
	it("[sandbox-plan-environment] holds what the sandbox says, and names what may pass", () => {
		const writ = writFor({ environment: { allow: ["DEPLOY_STAGE"] } });
		const { environment } = planOf(
			planSandbox(
				writ,
				facts([], { environment: { person: ["EDITOR"], runner: { pass: ["MODEL"], set: { CLAUDE_CONFIG_DIR: "/sandbox/.claude" } } } }),
			),
		);
		expect(environment.pass).toEqual(["LANG", "TERM", "DEPLOY_STAGE", "EDITOR", "MODEL"]);
		expect(Object.keys(environment.set).toSorted()).toEqual([
			"CLAUDE_CONFIG_DIR",
			"HOME",
			"LANG",
			"PATH",
			"TERM",
			"TMPDIR",
			"USER",
			"WRIT_AGENT_ID",
		]);
		expect(environment.set.WRIT_AGENT_ID).toBe("ann");
	});

	it("[sandbox-plan-environment] nobody replaces what the sandbox sets itself", () => {
		const writ = writFor({ environment: { allow: ["HOME"] } });
		const plan = planOf(
			planSandbox(writ, facts([], { environment: { runner: { pass: ["PATH"], set: { WRIT_AGENT_ID: "eve", PATH: "/evil" } } } })),
		);
		expect(plan.environment.pass).toEqual(["LANG", "TERM"]);
		expect(plan.environment.set).toMatchObject({ WRIT_AGENT_ID: "ann", PATH: expect.not.stringContaining("evil") });
		expect(plan.missing.filter(({ what }) => what === "environment.allow")).toHaveLength(2);
	});

	it("[sandbox-8-proxy-variables] with network every proxy variable names the proxy, and NO_PROXY is empty", () => {
		const writ = writFor({ capabilities: { network_access: true }, network: { allow: ["*"] } });
		const { set } = planOf(planSandbox(writ, facts())).environment;
		for (const name of ["HTTP_PROXY", "https_proxy", "ALL_PROXY"]) expect(set[name]).toBe("http://127.0.0.1:17171");
		expect(set).toMatchObject({ NO_PROXY: "", no_proxy: "", NODE_USE_ENV_PROXY: "1" });
	});
});
