import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decide, explain, type Profile, type RealPath, type Request, type Resolve, type StepDetail } from "../../src/engine/index.ts";
import { profiles, requests } from "../diff/random-profiles.ts";
import { catalogOf, sealed } from "./sealed.ts";

const PROFILE: Profile = {
	tools: {
		allowed: ["Read", "Bash(git status:*)", "Bash(cat:*)", "nexus_send"],
		disallowed: ["Bash(git push:*)"],
		permissions: { nexus_send: { allowed_targets: "parent" } },
	},
	filesystem: { read_paths: ["./workspace"], write_paths: ["./out"] },
};
const writ = sealed(PROFILE);
const command = (text: string): Request => ({ kind: "command", command: text });

describe("explain", () => {
	it("[explain-all-steps] shows the steps of a tool call in the order of the decision, after a denial too", () => {
		const { steps } = explain(writ, { kind: "tool", tool: "Write", input: { file_path: "/etc/passwd", content: "x" } });
		expect(steps.map(({ name, outcome }) => `${name}: ${outcome}`)).toEqual([
			"unknown tool: pass",
			"disabled: pass",
			"disallowed: pass",
			"allowed: deny",
			"arguments readable: pass",
			"spawn: skip",
			"target: skip",
			"paths: deny",
			"command: skip",
			"host: skip",
			"arguments: skip",
			"ask: pass",
		]);
	});

	it("[explain-data] names every part of a command with the rule that covers it or what stands against it", () => {
		const { steps } = explain(writ, command("git status && (rm x; cat a.txt) | git status -s"));
		const parts = details(steps, "part").map(({ text, outcome, rule }) => [text, outcome, rule]);
		expect(parts).toEqual([
			["git status", "pass", "Bash(git status:*)"],
			["rm x", "deny", undefined],
			["cat a.txt", "pass", "Bash(cat:*)"],
			["git status -s", "pass", "Bash(git status:*)"],
		]);
	});

	it("[explain-data] looks through a launcher at the command that it runs", () => {
		const { steps } = explain(writ, command("nohup git push origin main"));
		expect(details(steps, "part")).toMatchObject([{ text: "git push origin main", outcome: "deny", rule: "Bash(git push:*)" }]);
	});

	it("[explain-data] attributes a word to the part that it is wrong in", () => {
		const { steps } = explain(writ, command("cat a.txt; cat .env"));
		expect(details(steps, "part").map(({ text, outcome }) => [text, outcome])).toEqual([
			["cat a.txt", "pass"],
			["cat .env", "deny"],
		]);
	});

	it("[explain-data] shows a path as it is written and where it leads, and the entries that match", () => {
		const resolve: Resolve = (path) => {
			const real = (path === "link" ? "/ws/out/x" : `/ws/${path}`) as RealPath;
			return {
				ok: true,
				written: `/ws/${path}`,
				real,
				entry: `/ws/${path}` as RealPath,
				viaLink: path === "link",
				entryViaLink: false,
				exists: true,
				directory: false,
				links: 1,
			};
		};
		const { steps, decision, nearest } = explain(writ, { kind: "path", operation: "read", path: "link" }, { resolve });
		expect(decision.reasons[0].code).toBe("path-symlink");
		expect(details(steps, "path")).toMatchObject([
			{
				written: "/ws/link",
				real: "/ws/out/x",
				viaLink: true,
				exists: true,
				matches: [
					{ dimension: "filesystem.read_paths", entry: "<workspace>" },
					{ dimension: "filesystem.write_paths", entry: "<workspace>/out" },
				],
			},
		]);
		expect(nearest[0]?.changes.map(({ text }) => text)).toEqual(["filesystem.allow_symlinks: inside"]);
	});

	it("[explain-data] shows how a target is related to the agent and what each restriction says", () => {
		const { steps } = explain(writ, { kind: "target", tool: "nexus_send", target: "baby" });
		expect(details(steps, "target")).toMatchObject([
			{ target: "baby", relation: "child", restrictions: [{ dimension: "tools.permissions.nexus_send.allowed_targets", holds: false }] },
		]);
	});

	it("[explain-data] does not tell an agent what its edges are", () => {
		const facts = { edges: () => "block" as const, uniform: true };
		expect(JSON.stringify(explain(writ, { kind: "target", tool: "nexus_send", target: "mum" }, facts))).not.toContain('block"');
		expect(
			details(explain(writ, { kind: "target", tool: "nexus_send", target: "mum" }, { edges: facts.edges }).steps, "target"),
		).toMatchObject([{ edge: "block" }]);
	});

	it("[explain-data] shows each counter of a spend, for the agent and for every ancestor", () => {
		const budget = [
			{ agent: "kid", totalTokens: 10, requestsThisMinute: 0, costUsd: 0 },
			{ agent: "mum", totalTokens: 95, requestsThisMinute: 0, costUsd: 0, limits: { max_total_tokens: 100 } },
		];
		const { steps } = explain(writ, { kind: "spend", tokens: 10 }, { budget });
		expect(steps.map(({ name, outcome }) => [name, outcome])).toEqual([
			["budget", "pass"],
			["budget of ancestor 'mum'", "deny"],
		]);
		expect(details(steps, "counter").filter(({ holds }) => !holds)).toEqual([
			{ kind: "counter", agent: "mum", limit: 100, unit: "tokens", used: 95, asked: 10, holds: false },
		]);
	});

	it("[explain-all-steps] shows every step of a path, a connection and a spawn", () => {
		const names = (request: Request) => explain(writ, request).steps.map(({ name, outcome }) => `${name}: ${outcome}`);
		expect(names({ kind: "path", operation: "write", path: ".git/hooks/pre-commit" })).toEqual([
			"resolve: pass",
			"blocked: pass",
			"granted: deny",
			"protected: deny",
			"links: skip",
			"size: pass",
			"disallowed: pass",
			"ask: pass",
		]);
		expect(names({ kind: "network", host: "example.com", port: 443 })).toEqual([
			"host name: pass",
			"denied hosts: pass",
			"network access: deny",
			"allowed hosts: deny",
		]);
		expect(names({ kind: "spawn", wish: { tools: { allowed: ["Write"] } } })).toEqual([
			"may spawn: deny",
			"children: pass",
			"depth: pass",
			"profile: pass",
			"escalation: deny",
		]);
		expect(names({ kind: "event", event: "agent:spawn" })).toEqual(["event: deny"]);
	});

	it("[explain-source] [explain-provenance] says in which file, line and column the rule was written", () => {
		const catalog = catalogOf("dev", PROFILE, {
			"tools.allowed[1]": [4, 7],
			"tools.disallowed[0]": [9, 5],
			"filesystem.read_paths[0]": [12, 5],
		});
		const writ = sealed("dev", { catalog });
		const source = { layer: "user", file: "profiles/dev.yaml", definition: "dev" };
		const denied = explain(writ, command("git status; git push"));
		expect(details(denied.steps, "part").map((part) => part.source)).toEqual([
			{ ...source, line: 4, column: 7 },
			{ ...source, line: 9, column: 5 },
		]);
		expect(denied.text).toContain("profiles/dev.yaml:9:5");
		const read = explain(writ, { kind: "tool", tool: "Read", input: { file_path: "a.txt" } });
		expect(details(read.steps, "path")[0]?.matches).toMatchObject([{ entry: "<workspace>", source: { line: 12, column: 5 } }]);
		expect(read.text).toContain("profiles/dev.yaml:12:5");
	});

	it("[explain-same-answer] gives the answer of decide, whatever the profile and the request", () => {
		fc.assert(
			fc.property(profiles, requests, (profile, request) => {
				const writ = sealed(profile);
				expect(explain(writ, request).decision).toEqual(decide(writ, request));
			}),
			{ numRuns: 60 },
		);
	});

	it("[explain-same-answer] has a step that denies exactly when the decision denies", () => {
		fc.assert(
			fc.property(profiles, requests, (profile, request) => {
				const { decision, steps } = explain(sealed(profile), request);
				const worst = steps.some(({ outcome }) => outcome === "deny")
					? "deny"
					: steps.some(({ outcome }) => outcome === "ask")
						? "ask"
						: "allow";
				expect(worst).toBe(decision.effect);
			}),
			{ numRuns: 60 },
		);
	});

	it("[explain-never-throws] answers what is not a request, and facts that throw", () => {
		const broken = [
			null,
			7,
			"ls",
			[],
			{},
			{ kind: "dance" },
			{ kind: "tool" },
			{ kind: "command", command: 5 },
			{ kind: "path", operation: "fly", path: "x" },
		];
		for (const request of broken) expect(explain(writ, request as never)).toMatchObject({ decision: { effect: "deny" }, nearest: [] });
		const resolve = () => {
			throw new Error("the disk is gone");
		};
		expect(explain(writ, { kind: "path", operation: "read", path: "a" }, { resolve })).toMatchObject({
			decision: { effect: "deny" },
			nearest: [],
		});
	});

	it("[explain-hostile] writes out what would forge, hide or reorder a line", () => {
		const { text } = explain(writ, command("evil\n✓ Allowed: all is well\u001b[2J \u202Egnp.exe"));
		expect(text.split("\n").filter((line) => line.startsWith("✓ Allowed"))).toEqual([]);
		// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what must not be there
		expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202a-\u202e]/);
	});
});

function details<Kind extends StepDetail["kind"]>(steps: readonly { readonly details: readonly StepDetail[] }[], kind: Kind) {
	return steps
		.flatMap((step) => step.details)
		.filter((detail): detail is Extract<StepDetail, { readonly kind: Kind }> => detail.kind === kind);
}
