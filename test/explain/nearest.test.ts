import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
	type Explanation,
	explain,
	type Facts,
	type Profile,
	type RemedyChange,
	type Request,
	sealProfile,
} from "../../src/engine/index.ts";
import { profiles, requests } from "../diff/random-profiles.ts";
import { catalogOf, sealed } from "./sealed.ts";

const PROFILE: Profile = {
	tools: {
		allowed: ["Read", "Bash(git status:*)", "Bash(rg:*)", "nexus_send"],
		disallowed: ["Bash(git push:*)"],
		permissions: { nexus_send: { allowed_targets: "parent" } },
	},
	filesystem: { read_paths: ["./workspace"], write_paths: ["./out"] },
};
const writ = sealed(PROFILE);
const command = (text: string): Request => ({ kind: "command", command: text });
const changes = ({ nearest }: Explanation) => nearest.map((remedy) => remedy.changes.map(({ text }) => text));

describe("the nearest rule that would allow a request", () => {
	it.each<[Request, readonly (readonly string[])[]]>([
		[command("git log -3"), [["tools.allowed: Bash(git log -3)"]]],
		[command("git log; ls out"), [["tools.allowed: Bash(git log)", "tools.allowed: Bash(ls out)"]]],
		[command("git status > notes.txt"), [["filesystem.write_paths: ./workspace/notes.txt"]]],
		[{ kind: "path", operation: "read", path: "/etc/hosts" }, [["filesystem.read_paths: /etc/hosts"]]],
		[{ kind: "path", operation: "delete", path: "build" }, [["filesystem.write_paths: ./workspace/{build,build/**}"]]],
		[{ kind: "path", operation: "rename", path: "a", to: "out/a" }, [["filesystem.write_paths: ./workspace/{a,a/**}"]]],
		[
			{ kind: "network", host: "Docs.Example.com", port: 443 },
			[["network.allow: docs.example.com:443", "capabilities.network_access: true"]],
		],
		[{ kind: "spend", tokens: 60_000 }, [["resources.max_tokens_per_request: 60000"]]],
		[{ kind: "event", event: "agent:spawn" }, [["events.allowed: agent:spawn"]]],
		[{ kind: "spawn", wish: {} }, [["capabilities.spawn_agents: true"]]],
		[{ kind: "target", tool: "nexus_send", target: "baby" }, [["tools.permissions.nexus_send.allowed_targets: family"]]],
		[{ kind: "target", tool: "nexus_send", target: "aunt" }, [["tools.permissions.nexus_send.allowed_targets: [aunt, mum]"]]],
		[{ kind: "tool", tool: "Frobnicate", input: {} }, [["tools.allowed: Frobnicate"]]],
		[
			{ kind: "tool", tool: "Write", input: { file_path: "out/a", content: "x" } },
			[["tools.allowed: Write(./workspace/out/a)"], ["tools.allowed: Write"]],
		],
	])("[explain-nearest] of %j is %j", (request, wanted) => {
		const explanation = explain(writ, request);
		expect(explanation.decision.effect).toBe("deny");
		expect(changes(explanation)).toEqual(wanted);
		for (const line of wanted.flat()) expect(explanation.text).toContain(line);
	});

	it("[explain-nearest] switches a disabled tool on under the key that switched it off", () => {
		const disabled = sealed({ ...PROFILE, tools: { ...PROFILE.tools, permissions: { nexus_send: { enabled: false } } } });
		expect(changes(explain(disabled, { kind: "target", tool: "nexus_send", target: "mum" }))).toEqual([
			["tools.permissions.nexus_send.enabled: true"],
		]);
	});

	it("[explain-nearest] asks for an edge where an edge is what is missing", () => {
		const facts: Facts = { edges: () => "none" };
		const free = sealed({ tools: { allowed: ["nexus_send"] } });
		expect(changes(explain(free, { kind: "target", tool: "nexus_send", target: "aunt" }, facts))).toEqual([
			["an edge that lets 'kid' reach 'aunt'"],
		]);
	});

	it("[explain-nearest] offers only what really allows the request, written into a profile and sealed again", () => {
		const offered = new Set<string>();
		fc.assert(
			fc.property(profiles, requests, (profile, request) => {
				const explanation = explain(sealed(profile), request);
				if (explanation.decision.effect === "allow") expect(explanation.nearest).toEqual([]);
				for (const { changes } of explanation.nearest) {
					for (const { dimension } of changes) offered.add(dimension);
					expect(explain(sealed(written(profile, changes)), request).decision.effect, JSON.stringify(changes)).toBe("allow");
				}
			}),
			{ numRuns: 250, seed: 20_260_101 },
		);
		expect([...offered]).toEqual(
			expect.arrayContaining(["tools.allowed", "filesystem.read_paths", "filesystem.write_paths", "network.allow"]),
		);
	});

	it("[explain-nearest] has no change that could be left out", () => {
		const [remedy] = explain(writ, command("rg key /etc && git log"), { masked: true }).nearest;
		expect(remedy?.changes.map(({ dimension }) => dimension)).toEqual(["filesystem.read_paths", "tools.allowed"]);
	});

	it.each([
		"python3 x.py",
		"node -e 'x()'",
		"bash script.sh",
		"npx cowsay",
		"sudo ls",
		"bash -c 'python3 x.py'",
		"find . -exec python3 {} ;",
		"xargs python3",
		"env python3 x.py",
		"rg --pre python3 key",
	])("[explain-no-launcher] proposes no rule for %s", (text) => {
		const { nearest, decision } = explain(writ, command(text));
		expect(decision.effect).not.toBe("allow");
		const rules = nearest.flatMap((remedy) => remedy.changes.map(({ entry }) => entry)).join(" ");
		expect(rules).not.toMatch(/\b(?:python3|node|bash|npx|sudo|xargs|env|find)\b/);
	});

	it("[explain-no-launcher] never proposes a whole command tool", () => {
		expect(changes(explain(sealed({}), command("ls"))).flat()).toEqual(["tools.allowed: Bash(ls)", "filesystem.read_paths: ./workspace"]);
		expect(explain(sealed({}), command("$X")).nearest).toEqual([]);
	});

	it.each(["PowerShell", "REPL", "run_python", "write_stdin"])(
		"[explain-no-launcher] proposes no rule for the tool %s, which runs code",
		(tool) => {
			const { nearest, text } = explain(writ, { kind: "tool", tool, input: {} });
			expect(nearest).toEqual([]);
			expect(text).toContain("No rule is proposed");
		},
	);

	it("[explain-nearest] says what is left where no rule would help", () => {
		const { nearest, text } = explain(writ, command("git log && $X"));
		expect(nearest).toEqual([]);
		expect(text).toContain("Even with a rule for the rest: writ does not understand a program that is not written out");
	});

	it.each<[string, Request, string]>([
		["a disallowed rule", command("git push"), "Bash(git push:*)"],
		["a blocked path", { kind: "path", operation: "read", path: ".env" }, "/**/.env"],
		["a protected path", { kind: "path", operation: "write", path: "out/.git/config" }, "/**/.git/config"],
	])("[explain-final] says that nothing allows what %s forbids", (_what, request, rule) => {
		const { obstacle, nearest, text } = explain(writ, request);
		expect(nearest).toEqual([]);
		expect(obstacle).toMatchObject({ rule });
		expect(obstacle?.source).toBeDefined();
		expect(text).toContain("No rule can allow it while this stands");
	});

	it("[explain-final] names the place where the denial was written", () => {
		const catalog = catalogOf(
			"dev",
			{ ...PROFILE, network: { allow: ["*"], deny: ["ads.example"] }, capabilities: { network_access: true } },
			{ "network.deny[0]": [21, 9] },
		);
		const { text, obstacle } = explain(sealed("dev", { catalog }), { kind: "network", host: "ads.example", port: 443 });
		expect(obstacle?.source).toMatchObject({ file: "profiles/dev.yaml", line: 21, column: 9 });
		expect(text).toContain("profiles/dev.yaml:21:9");
	});

	it("[explain-ancestors] says whose writs must be changed as well", () => {
		const mum = sealProfile(
			{ tools: { allowed: ["Read"] }, filesystem: { read_paths: ["./workspace"] } },
			{ agent: "mum", root: "/ws", children: ["kid"] },
		);
		if (!mum.ok) throw new Error("the parent must seal");
		const explanation = explain(writ, command("git log"), { lineage: [mum.writ] });
		expect(explanation.nearest).toMatchObject([{ changes: [{ entry: "Bash(git log)" }], ancestors: ["mum"] }]);
		expect(explanation.text).toContain("'mum'");
		const own = explain(
			writ,
			{ kind: "target", tool: "nexus_send", target: "baby" },
			{ lineage: [sealed({ tools: { allowed: null } }, { agent: "mum", parent: null, children: ["kid"] })] },
		);
		expect(own.nearest).toMatchObject([{ ancestors: [] }]);
	});

	it("[explain-ceiling] offers nothing that the ceiling does not hold", () => {
		const ceiling = sealed({
			tools: { allowed: ["Read", "Bash(git status:*)", "Bash(git log:*)"] },
			filesystem: { read_paths: ["./workspace"] },
		}).terms;
		expect(changes(explain(writ, command("git log"), { ceiling }))).toEqual([["tools.allowed: Bash(git log)"]]);
		const beyond = explain(writ, command("git clean"), { ceiling });
		expect(beyond.nearest).toEqual([]);
		expect(beyond.text).toContain("The ceiling does not allow it");
	});

	it("[explain-nearest] leaves a question to a person", () => {
		const asking = sealed({ ...PROFILE, tools: { ...PROFILE.tools, ask: ["Bash(git status:*)"] } });
		const { decision, nearest, text } = explain(asking, command("git status"));
		expect(decision.effect).toBe("ask");
		expect(nearest).toEqual([]);
		expect(text).toContain("? Asks first");
	});
});

/** The profile with the changes written into it, as a person would do it. */
function written(profile: Profile, changes: readonly RemedyChange[]): Profile {
	return changes.reduce((document, { dimension, text }) => {
		const value = text.slice(dimension.length + ": ".length);
		const path = dimension.split(".");
		if (LISTS.test(dimension))
			return set(document, path, (list) => (list === null ? ["*", value] : [...(Array.isArray(list) ? list : []), value]));
		const [, ids] = /^\[(.*)\]$/.exec(value) ?? [];
		return set(document, path, () => (ids === undefined ? plain(value) : ids.split(", ")));
	}, profile);
}

const LISTS = /\.(?:allowed|allow|read_paths|write_paths|allowed_paths)$/;

function plain(value: string): unknown {
	return /^(?:true|false|[\d.]+)$/.test(value) ? JSON.parse(value) : value;
}

function set(document: object, [key = "", ...rest]: readonly string[], change: (before: unknown) => unknown): object {
	const before: unknown = Object.hasOwn(document, key) ? Object.getOwnPropertyDescriptor(document, key)?.value : undefined;
	const inner = typeof before === "object" && before !== null ? before : {};
	return { ...document, [key]: rest.length === 0 ? change(before) : set(inner, rest, change) };
}
