import { describe, expect, it } from "vitest";
import { shippedCatalog } from "../../src/definitions/index.ts";
import { allowedText, composeAgent, composeProfile, conditioned, type Profile, sealProfile } from "../../src/engine/index.ts";

const words = (text: string) => text.split(" ").filter((word) => word !== "");
const flat = (name: string): Profile => {
	const composed = composeProfile(name, shippedCatalog);
	if (!composed.ok) throw new Error(JSON.stringify(composed.problems));
	return composed.composition.profile;
};
const rules = (fragment: string) => shippedCatalog.fragments[fragment]?.profile.tools?.allowed;
const bash = (...commands: (readonly string[])[]) => commands.flat().map((command) => `Bash(${command}:*)`);
const expectRules = (fragment: string, ...expected: (readonly string[])[]) =>
	expect(rules(fragment)).toEqual(expect.arrayContaining(expected.flat()));

/** The table of policy.md §9, row by row. */
const KSI = {
	restricted: {
		allowed: words("Read Grep Glob LS"),
		disallowed: words("Bash Write Edit MultiEdit WebFetch WebSearch Task"),
		read: words("./workspace ./shared"),
		write: [],
		network: [],
		sizes: [10, 100],
		symlinks: false,
		tokens: [50_000, 500_000, 30],
		flags: [false, false, false, false],
	},
	standard: {
		allowed: words("Read Write Edit MultiEdit Grep Glob LS TodoRead TodoWrite"),
		disallowed: words("Bash Task WebFetch WebSearch"),
		read: words("./workspace ./shared ../shared"),
		write: words("./workspace ./exports"),
		network: [],
		sizes: [50, 500],
		symlinks: false,
		tokens: [100_000, 1_000_000, 60],
		flags: [true, false, false, false],
	},
	trusted: {
		allowed: null,
		disallowed: ["Task"],
		read: ["./"],
		write: words("./workspace ./exports"),
		network: ["*"],
		sizes: [100, 1000],
		symlinks: true,
		tokens: [200_000, 2_000_000, 120],
		flags: [true, true, false, true],
	},
	researcher: {
		allowed: words("Read Grep Glob LS WebFetch WebSearch TodoRead TodoWrite"),
		disallowed: words("Bash Write Edit MultiEdit Task"),
		read: words("./workspace ./shared ../shared"),
		write: ["./exports"],
		network: ["*"],
		sizes: [10, 100],
		symlinks: false,
		tokens: [150_000, 1_500_000, 90],
		flags: [true, false, false, true],
	},
};

function rows({ tools = {}, filesystem = {}, network = {}, resources = {}, capabilities = {} }: Profile) {
	return {
		allowed: tools.allowed,
		disallowed: tools.disallowed,
		read: filesystem.read_paths,
		write: filesystem.write_paths,
		network: network.allow ?? [],
		sizes: [filesystem.max_file_size_mb, filesystem.max_total_size_mb],
		symlinks: filesystem.allow_symlinks,
		tokens: [resources.max_tokens_per_request, resources.max_total_tokens, resources.max_requests_per_minute],
		flags: [capabilities.multi_agent_todo, capabilities.agent_messaging, capabilities.spawn_agents, capabilities.network_access],
	};
}

describe("the KSI profiles", () => {
	it("[def-ksi-restricted] restricted is the table's column", () => expect(rows(flat("restricted"))).toEqual(KSI.restricted));
	it("[def-ksi-standard] standard is the table's column", () => expect(rows(flat("standard"))).toEqual(KSI.standard));
	it("[def-ksi-trusted] trusted is the table's column, and plain `trusted` is the KSI one", () => {
		expect(rows(flat("trusted"))).toEqual(KSI.trusted);
		expect(flat("trusted").resources?.max_processes).toBe(1024);
	});
	it("[def-ksi-researcher] researcher is the table's column", () => expect(rows(flat("researcher"))).toEqual(KSI.researcher));
	it("[def-ksi-levels] each carries its own level", () => {
		for (const name of Object.keys(KSI)) expect(flat(name).level).toBe(name);
	});
});

describe("the fragments", () => {
	it("[def-fragments] of tools, file system and capabilities are there", () => {
		const names = [
			"tools/read_only",
			"tools/file_editing",
			"tools/web_access",
			"filesystem/workspace_only",
			"filesystem/shared_read",
			"filesystem/export_write",
			"capabilities/network_access",
			"capabilities/multi_agent",
			"capabilities/resource_limits",
		];
		for (const name of names) expect(shippedCatalog.fragments[name]?.profile.type).toBe("permission_fragment");
		const composed = composeProfile({ include: names }, shippedCatalog);
		expect(composed.ok && composed.warnings).toEqual([]);
	});

	it("[def-commands-inspect] commands/inspect has every command of the lists", () => {
		expectRules(
			"commands/inspect",
			bash(
				words(
					"ls cat head tail wc file stat du pwd basename dirname realpath readlink tree grep rg find sort uniq cut tr nl diff cmp comm jq date which echo printf",
				),
				words("sed awk column fd egrep md5sum uname ps pgrep df sleep whoami id uptime ss ag"),
				["lsof", "npm ls", "npm prefix", "npm pkg get", "pnpm why", "pip list", "pip freeze", "uv tree", "go env", "cargo metadata"],
			),
			["Bash(node -v)", "Bash(node --version)"],
		);
	});

	it("[def-commands-git-read] commands/git_read has every form of the lists", () => {
		const read = words("status log diff show blame ls-files ls-tree rev-parse rev-list describe cat-file shortlog grep merge-base");
		expectRules(
			"commands/git_read",
			bash([...read, "reflog", "check-ignore", "submodule status"].map((word) => `git ${word}`)),
			bash(["git branch", "git tag", "git remote", "git config", "git stash list", "git worktree list"]),
			["Bash(git --version)"],
		);
	});

	it("[def-commands-git-write] commands/git_write has every form of the lists, and what throws work away asks", () => {
		const verbs = "add commit mv checkout switch restore merge rebase reset revert rm init apply tag branch";
		expectRules("commands/git_write", bash(words(verbs).map((verb) => `git ${verb}`)), bash(["git restore --staged", "git stash"]));
		expect(shippedCatalog.fragments["commands/git_write"]?.profile.tools?.ask).toContain("Bash(git reset --hard:*)");
	});

	it("[def-commands-files] commands/files and commands/formatters have every command of the lists", () => {
		expectRules("commands/files", bash(words("mkdir touch cp mv rm rmdir tar zip tee"), ["chmod", "sed -i", "ln -s"]));
		expectRules(
			"commands/formatters",
			bash(["prettier --write", "eslint --fix", "ruff format", "ruff check --fix", "black", "isort"]),
			bash(["biome format --write", "gofmt -w", "goimports -w", "cargo fmt", "terraform fmt"]),
		);
	});

	it("[def-commands-node-build] commands/node_build has every command of the lists, and scripts by any name", () => {
		expectRules(
			"commands/node_build",
			bash(["npm", "pnpm", "yarn"].flatMap((manager) => [`${manager} test`, `${manager} run`])),
			bash(["pnpm", "yarn"].flatMap((manager) => words("build lint typecheck").map((script) => `${manager} ${script}`))),
			bash(["node --test", "tsc", "vitest run", "jest", "eslint", "prettier --check", "biome check"]),
			bash(["make", "cargo"].flatMap((tool) => words("test build check").map((target) => `${tool} ${target}`))),
			bash(["go test", "go build"]),
		);
	});

	it("[def-commands-python-build] commands/python_build and commands/other_build have every command of the lists", () => {
		expectRules("commands/python_build", bash(["pytest", "python -m pytest", "python3 -m pytest", "ruff check", "mypy", "tox"]));
		expectRules(
			"commands/other_build",
			bash(["cargo", "go"].flatMap((tool) => words("build test run").map((verb) => `${tool} ${verb}`))),
			bash(["mvn test", "gradle build", "dotnet test", "make test", "cmake --build", "just test", "bundle exec rspec", "mix test"]),
			bash(["swift test", "phpunit", "deno check", "staticcheck", "hadolint"]),
		);
	});

	it("[def-commands-run-code] commands/run_code holds only inside a sandbox", () => {
		expect(shippedCatalog.fragments["commands/run_code"]?.profile.when).toBe("confined");
		expectRules("commands/run_code", bash(words("node python python3 bash npx bunx"), ["pnpm exec", "bun x", "uv run", "poetry run"]));
		const write = flat("write").tools?.allowed ?? [];
		expect(write).toContainEqual({ rule: "Bash(node:*)", when: "confined" });
		expect(write).not.toContain("Bash(node:*)");
	});
});

describe("the NEXUS presets", () => {
	it("[def-nexus-yolo] nexus/yolo grants everything without asking", () => {
		const profile = flat("nexus/yolo");
		expect(profile).toMatchObject({
			level: "yolo",
			tools: { allowed: null },
			filesystem: { read_paths: ["/"], write_paths: ["/"] },
			network: { allow: ["*"] },
		});
		expect(profile.tools?.ask ?? []).toEqual([]);
	});

	it("[def-nexus-trusted] nexus/trusted reads anywhere and asks before it changes anything outside the workspace", () => {
		expect(flat("nexus/trusted")).toMatchObject({
			level: "trusted",
			tools: { allowed: null, ask: expect.arrayContaining(["write_file", "edit_file", "Bash", "run_python"]) },
			filesystem: { read_paths: ["/"] },
		});
	});

	it("[def-nexus-sandboxed] sandboxed: own directory, eight tools disabled, nexus_send to the parent, nothing writable", () => {
		const { level, tools, filesystem, capabilities } = flat("sandboxed");
		const disabled = words("bash_safe shell_UNSAFE run_python nexus_create nexus_destroy nexus_shutdown nexus_cancel nexus_status");
		expect({ ...tools?.permissions }).toEqual({
			...Object.fromEntries(disabled.map((tool) => [tool, { enabled: false }])),
			nexus_send: { enabled: true, allowed_targets: "parent" },
		});
		expect({ level, read: filesystem?.read_paths, write: filesystem?.write_paths, network: capabilities?.network_access }).toEqual({
			level: "sandboxed",
			read: ["./workspace"],
			write: [],
			network: false,
		});
		expect(tools?.allowed).toContain("nexus_send");
	});
});

const NEVER = bash(words("claude codex gemini opencode sudo su doas curl wget ssh scp nc"), [
	"git push",
	"git config set",
	"git config --add",
]);
const ORCHESTRATOR = {
	"read-only": {
		tools: ["Read", "Grep", "Glob"],
		fragments: ["inspect", "git_read"],
		write: [],
		agents: words("code-reviewer systems-designer ux-reviewer spec-verifier e2e-analyzer qa-auditor code-explorer code-architect"),
	},
	write: {
		tools: ["Read", "Grep", "Glob", "Write", "Edit", "NotebookEdit"],
		fragments: words("inspect git_read git_write files formatters node_build python_build other_build run_code"),
		write: ["./workspace"],
		agents: words("coder frontend-coder"),
	},
	verification: {
		tools: ["Read", "Grep", "Glob"],
		fragments: words("inspect git_read node_build python_build other_build run_code"),
		write: words("dist build coverage tmp .pytest_cache node_modules/.cache").map((folder) => `./workspace/${folder}`),
		agents: words("validator issue-verifier"),
	},
	design: {
		tools: ["Read", "Grep", "Glob", "Write"],
		fragments: ["inspect", "git_read"],
		write: ["./workspace/{docs,design,plans}/**"],
		agents: words("ux-designer ux-implementer planner"),
	},
} as const;

function expectOrchestrator(name: keyof typeof ORCHESTRATOR): void {
	const { tools, fragments, write } = ORCHESTRATOR[name];
	const profile = flat(name);
	const granted = fragments.flatMap((fragment) => {
		const shipped = shippedCatalog.fragments[`commands/${fragment}`]?.profile;
		return (shipped === undefined ? [] : (conditioned(shipped).tools?.allowed ?? [])).map(allowedText);
	});
	expect(new Set(profile.tools?.allowed?.map(allowedText))).toEqual(new Set([...tools, ...granted]));
	expect(profile.tools?.allowed).not.toContain("Bash");
	expect(profile.filesystem?.write_paths).toEqual(write);
}

describe("the orchestrator profiles", () => {
	it("[def-orchestrator-read-only] read-only is its row", () => expectOrchestrator("read-only"));
	it("[def-orchestrator-write] write is its row", () => expectOrchestrator("write"));
	it("[def-orchestrator-verification] verification is its row", () => expectOrchestrator("verification"));
	it("[def-orchestrator-design] design is its row", () => expectOrchestrator("design"));

	it.each(Object.keys(ORCHESTRATOR))(
		"[def-orchestrator-common] %s reads the workspace only: no network, no spawning, no messaging, and the same commands stay closed",
		(name) => {
			const { tools, filesystem, capabilities, network } = flat(name);
			expect(tools?.disallowed).toEqual(expect.arrayContaining(NEVER));
			expect(filesystem).toMatchObject({ sandbox_root: "./workspace", read_paths: ["./workspace"], allow_symlinks: "inside" });
			expect(capabilities).toEqual({ multi_agent_todo: false, agent_messaging: false, spawn_agents: false, network_access: false });
			expect(network?.allow ?? []).toEqual([]);
		},
	);

	it.each([...Object.keys(ORCHESTRATOR), "interactive"])(
		"[def-build-limits] %s has room for builds: 1024 processes, 1 GB a file, 10 GB in all",
		(name) => {
			const { resources, filesystem } = flat(name);
			expect([resources?.max_processes, filesystem?.max_file_size_mb, filesystem?.max_total_size_mb]).toEqual([1024, 1024, 10_240]);
		},
	);

	it("[def-unix-sockets] write, develop, verification and interactive open Unix sockets, and no other sandboxed profile does", () => {
		const open = Object.keys(shippedCatalog.profiles).filter((name) => flat(name).sandbox?.unix_sockets === true);
		expect(open.toSorted()).toEqual(["develop", "interactive", "nexus/yolo", "verification", "write"]);
	});
});

describe("the agents of the orchestrator", () => {
	const mapping = Object.entries(ORCHESTRATOR).flatMap(([profile, { agents }]) => agents.map((agent) => [agent, profile] as const));

	function expectProfile(agent: string): void {
		const profile = new Map(mapping).get(agent) ?? "";
		expect(shippedCatalog.agents[agent]?.profile).toBe(profile);
		const [own, named] = [composeAgent(agent, shippedCatalog), composeProfile(profile, shippedCatalog)];
		expect(own.ok && own.composition.profile).toEqual(named.ok && named.composition.profile);
	}

	it("[def-agent-code-reviewer] code-reviewer holds read-only", () => expectProfile("code-reviewer"));
	it("[def-agent-systems-designer] systems-designer holds read-only", () => expectProfile("systems-designer"));
	it("[def-agent-ux-reviewer] ux-reviewer holds read-only", () => expectProfile("ux-reviewer"));
	it("[def-agent-spec-verifier] spec-verifier holds read-only", () => expectProfile("spec-verifier"));
	it("[def-agent-e2e-analyzer] e2e-analyzer holds read-only", () => expectProfile("e2e-analyzer"));
	it("[def-agent-qa-auditor] qa-auditor holds read-only", () => expectProfile("qa-auditor"));
	it("[def-agent-code-explorer] code-explorer holds read-only", () => expectProfile("code-explorer"));
	it("[def-agent-code-architect] code-architect holds read-only", () => expectProfile("code-architect"));
	it("[def-agent-coder] coder holds write", () => expectProfile("coder"));
	it("[def-agent-frontend-coder] frontend-coder holds write", () => expectProfile("frontend-coder"));
	it("[def-agent-validator] validator holds verification", () => expectProfile("validator"));
	it("[def-agent-issue-verifier] issue-verifier holds verification", () => expectProfile("issue-verifier"));
	it("[def-agent-ux-designer] ux-designer holds design", () => expectProfile("ux-designer"));
	it("[def-agent-ux-implementer] ux-implementer holds design", () => expectProfile("ux-implementer"));
	it("[def-agent-planner] planner holds design", () => expectProfile("planner"));

	it("[def-agents-all] these fifteen are all there are, besides base_agent and collaborator", () => {
		expect(mapping).toHaveLength(15);
		expect(Object.keys(shippedCatalog.agents).toSorted()).toEqual(
			[...mapping.map(([agent]) => agent), "base_agent", "collaborator"].toSorted(),
		);
	});
});

describe("the other definitions", () => {
	it("[def-interactive] interactive reads and writes the workspace, asks for commands and writes, reaches no network and sets no mode", () => {
		const { tools, filesystem, capabilities } = flat("interactive");
		expect(filesystem).toMatchObject({ read_paths: ["./workspace"], write_paths: ["./workspace"], allow_symlinks: "inside" });
		expect(tools?.ask).toEqual(
			expect.arrayContaining([
				"Bash",
				"Write",
				"Edit",
				"MultiEdit",
				"NotebookEdit",
				"apply_patch",
				"write_file",
				"replace",
				"write",
				"edit",
			]),
		);
		expect(tools?.allowed).not.toContain("acp.set_mode");
		expect(capabilities?.network_access).toBe(false);
	});

	it("[def-develop] develop is write, with the hosts of public package registries and no others", () => {
		const { tools, filesystem, network, capabilities } = flat("develop");
		expect(tools?.allowed).toEqual(expect.arrayContaining([...(flat("write").tools?.allowed ?? [])]));
		expect(filesystem).toEqual(flat("write").filesystem);
		expect(capabilities?.network_access).toBe(true);
		expect(network?.allow).toEqual(shippedCatalog.fragments["hosts/package_registries"]?.profile.network?.allow);
		expect(network?.allow).toContain("registry.npmjs.org");
	});

	it("[def-base-agent] base_agent chooses no profile; collaborator is standard with messages in a shared session", () => {
		expect(shippedCatalog.agents.base_agent?.profile).toBeUndefined();
		const composed = composeAgent("collaborator", shippedCatalog);
		expect(composed.ok && composed.composition.profile).toMatchObject({
			tools: KSI.standard && { allowed: KSI.standard.allowed },
			capabilities: { agent_messaging: true, spawn_agents: false },
			sandbox: { mode: "shared", session_share: true },
		});
	});

	it.each(Object.keys(shippedCatalog.profiles))("[def-shipped-sealable] %s seals without a warning", (name) => {
		const sealed = sealProfile(name, { agent: "me", root: "/ws", catalog: shippedCatalog });
		expect(sealed.ok && sealed.warnings).toEqual([]);
	});
});
