import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decide, type Facts, type RealPath, type Request, type Resolution, type Writ } from "../../src/engine/index.ts";
import { profiles, requests } from "../diff/random-profiles.ts";
import { sealed, short } from "./engine-case.ts";

type Found = Partial<Extract<Resolution, { ok: true }>>;

/** A disk on which one path is something special. */
function disk(special: string, found: Found): Facts {
	return {
		resolve: (path, cwd) => {
			const real = (path.startsWith("/") ? path : `${cwd}/${path}`) as RealPath;
			const plain = {
				ok: true,
				written: real,
				real,
				entry: real,
				viaLink: false,
				entryViaLink: false,
				exists: true,
				directory: false,
			} as const;
			return real === special ? { ...plain, links: 1, ...found } : { ...plain, links: 1 };
		},
	};
}

const FILE = "/ws/src/a.ts";
const plainDisk = disk("", {});
const linked = disk(FILE, { real: "/etc/passwd" as RealPath, viaLink: true });
const profile = {
	tools: { allowed: ["LS", "nexus_send", "Bash(cat:*)", "Bash(echo:*)", "Bash(grep:*)"] },
	filesystem: { read_paths: ["./workspace"], write_paths: ["src"], blocked_paths: ["secrets"] },
	messaging: { allowed_targets: ["b", "c"] },
};

/** The same request under one set of facts after another. */
function inTurn(writ: Writ, request: Request, ...turns: readonly Facts[]): readonly string[] {
	return turns.flatMap((facts) => {
		const answers = [1, 2, 3].map(() => short(decide(writ, request, facts)));
		expect(new Set(answers).size).toBe(1);
		return answers.slice(0, 1);
	});
}

const write: Request = { kind: "path", operation: "write", path: FILE };
const cat: Request = { kind: "command", command: "cat src/a.ts" };

describe("a kept answer", () => {
	it("[decide-kept] is the same object again when nothing changed", () => {
		const writ = sealed(profile);
		const asked: readonly Request[] = [
			write,
			cat,
			{ kind: "path", operation: "read", path: "src/../b" },
			{ kind: "path", operation: "write", path: "/etc/x" },
			{ kind: "tool", tool: "LS", input: {} },
			{ kind: "tool", tool: "Write", input: {} },
			{ kind: "target", tool: "nexus_send", target: "b" },
			{ kind: "target", tool: "nexus_send", target: "x" },
		];
		// What was asked only once is not kept.
		for (const request of asked) decide(writ, request, plainDisk);
		for (const request of asked) expect(decide(writ, request, { ...plainDisk })).toBe(decide(writ, request, { ...plainDisk }));
	});

	it.each<[name: string, found: Found, code: string]>([
		["leads elsewhere", { real: "/etc/passwd" as RealPath, viaLink: true }, "deny path-outside"],
		["goes through a link", { viaLink: true, real: "/ws/src/b.ts" as RealPath }, "deny path-symlink"],
		["has other names", { links: 2 }, "deny path-symlink"],
		["lies in what is blocked", { real: "/ws/secrets/a" as RealPath }, "deny path-blocked"],
		["is a directory that is protected", { real: "/ws/src/.git" as RealPath, directory: true }, "deny path-protected"],
	])("[decide-kept] for a path falls when the path %s, and stands again afterwards", (_, found, code) => {
		const granted = "allow granted";
		const other = disk(FILE, found);
		expect(inTurn(sealed(profile), write, plainDisk, other, plainDisk, other)).toEqual([granted, code, granted, code]);
		expect(inTurn(sealed(profile), write, other, plainDisk, other)).toEqual([code, granted, code]);
	});

	it("[decide-kept] for a path falls when the disk cannot tell any more", () => {
		const lost: Facts = { resolve: () => ({ ok: false, why: "loop", message: "too many links" }) };
		expect(inTurn(sealed(profile), write, plainDisk, lost, plainDisk)).toEqual([
			"allow granted",
			"deny path-unresolvable",
			"allow granted",
		]);
	});

	it("[decide-kept] for a command falls with the files that it names", () => {
		expect(inTurn(sealed(profile), cat, plainDisk, linked, plainDisk, linked)).toEqual([
			"allow granted",
			"deny path-outside",
			"allow granted",
			"deny path-outside",
		]);
	});

	it("[decide-kept] for a command falls with any of the files that it names, whatever the first one is", () => {
		const both: Request = { kind: "command", command: "cat docs/b.md src/a.ts" };
		const missing = disk("/ws/docs/b.md", { exists: false });
		const missingAndLinked: Facts = {
			resolve: (path, cwd) => (path.endsWith("a.ts") ? linked : missing).resolve?.(path, cwd) ?? { ok: false, why: "loop", message: "" },
		};
		expect(inTurn(sealed(profile), both, plainDisk, linked, plainDisk)).toEqual(["allow granted", "deny path-outside", "allow granted"]);
		expect(inTurn(sealed(profile), both, missing, missingAndLinked, missing)).toEqual([
			"allow granted",
			"deny path-outside",
			"allow granted",
		]);
	});

	it("[decide-kept] asks the disk the same words whether an answer is made, recorded or given again", () => {
		const writ = sealed(profile);
		const relative: Request = { kind: "path", operation: "write", path: "src/a.ts" };
		for (const request of [cat, relative]) {
			const questions: string[] = [];
			const noting: Facts = {
				resolve: (path, cwd) => {
					questions.push(`${path} at ${cwd}`);
					return plainDisk.resolve?.(path, cwd) ?? { ok: false, why: "loop", message: "" };
				},
			};
			for (let turn = 0; turn < 4; turn++) {
				questions.length = 0;
				expect(short(decide(writ, request, noting))).toBe("allow granted");
				expect(new Set(questions)).toEqual(new Set(["src/a.ts at /ws"]));
			}
		}
	});

	it("[decide-kept] for a call without arguments falls with the directory that it lists", () => {
		const away = disk("/ws/.", { real: "/etc" as RealPath, viaLink: true });
		const call: Request = { kind: "tool", tool: "LS", input: {} };
		expect(inTurn(sealed(profile), call, plainDisk, away, plainDisk)).toEqual(["allow granted", "deny path-outside", "allow granted"]);
	});

	it("[decide-kept] says whether paths were resolved", () => {
		const writ = sealed(profile);
		for (const request of [write, cat]) {
			const kinds = [{}, plainDisk, {}, plainDisk].map((facts) => decide(writ, request, facts).obligations.map(({ kind }) => kind));
			expect(kinds).toEqual([["unresolved-paths"], [], ["unresolved-paths"], []]);
		}
	});

	it("[decide-kept] does not stand at another working directory", () => {
		const writ = sealed(profile);
		const at = (cwd?: string) =>
			short(decide(writ, { kind: "path", operation: "write", path: "a.ts", ...(cwd ? { cwd } : {}) }, plainDisk));
		expect([at("/ws/src"), at(), at("/ws/src"), at("/etc")]).toEqual([
			"allow granted",
			"deny path-outside",
			"allow granted",
			"deny path-outside",
		]);
		const shown = (cwd?: string) => short(decide(writ, { kind: "command", command: "cat a", ...(cwd ? { cwd } : {}) }, plainDisk));
		expect([shown(), shown("/etc"), shown(), shown("/etc")]).toEqual([
			"allow granted",
			"deny path-outside",
			"allow granted",
			"deny path-outside",
		]);
	});

	it("[decide-kept] gives way to a grant, and the grant's end to it", () => {
		const grants = (rule: string): Facts => ({ ...plainDisk, grants: [{ id: "g", rule }] });
		const writ = sealed(profile);
		const tool: Request = { kind: "tool", tool: "TodoRead", input: {} };
		const count: Request = { kind: "command", command: "wc src/a.ts" };
		expect(inTurn(writ, tool, plainDisk, grants("TodoRead"), plainDisk)).toEqual([
			"deny tool-not-allowed",
			"allow granted",
			"deny tool-not-allowed",
		]);
		const [before, during, after] = inTurn(writ, count, plainDisk, grants("Bash(wc:*)"), plainDisk);
		expect([before?.startsWith("deny"), during, after]).toEqual([true, "allow granted", before]);
	});

	it("[decide-kept] knows that a grant has ended also when the same facts are changed in place", () => {
		const facts: { -readonly [Key in keyof Facts]: Facts[Key] } = { ...plainDisk, grants: [{ id: "g", rule: "Bash(wc:*)" }] };
		const writ = sealed(profile);
		const count = () => decide(writ, { kind: "command", command: "wc src/a.ts" }, facts).effect;
		expect(count()).toBe("allow");
		facts.grants = [];
		expect([count(), count(), count()]).toEqual(["deny", "deny", "deny"]);
	});

	it("[decide-kept] never answers for the edges, which are asked each time", () => {
		const writ = sealed(profile);
		const send: Request = { kind: "target", tool: "nexus_send", target: "b" };
		const edges = (verdict: "allow" | "none" | "block"): Facts => ({ edges: () => verdict });
		expect(inTurn(writ, send, {}, edges("block"), edges("none"), edges("allow"), edges("block"), {})).toEqual([
			"allow granted",
			"deny target-blocked",
			"allow granted",
			"allow granted",
			"deny target-blocked",
			"allow granted",
		]);
	});

	it("[decide-kept] falls when an ancestor is tightened", () => {
		const writ = sealed(profile, { parent: "boss" });
		const tight: Facts = {
			...plainDisk,
			lineage: [sealed({ ...profile, tools: { allowed: ["Read"] }, filesystem: { read_paths: ["docs"] } }, { agent: "boss" })],
		};
		const same: Facts = { ...plainDisk, lineage: [sealed(profile, { agent: "boss" })] };
		for (const request of [write, cat, { kind: "tool", tool: "LS", input: {} }] satisfies Request[]) {
			const effects = [plainDisk, tight, same, tight, plainDisk].map((facts) => decide(writ, request, facts).effect);
			expect(effects).toEqual(["allow", "deny", "allow", "deny", "allow"]);
		}
	});

	it("[decide-kept] never answers for the approver", () => {
		const writ = sealed({ ...profile, tools: { allowed: ["Bash(cat:*)"], ask: ["Bash(cat:*)"] } });
		expect(inTurn(writ, cat, plainDisk, { ...plainDisk, approver: false }, plainDisk, { ...plainDisk, approver: true })).toEqual([
			"ask needs-confirmation",
			"deny no-approver",
			"ask needs-confirmation",
			"ask needs-confirmation",
		]);
	});

	it("[decide-kept] tells a sandbox that hides blocked paths from one that does not", () => {
		const search: Request = { kind: "command", command: "grep -r x ." };
		const tree = disk("/ws/.", { directory: true });
		const masked = { ...tree, masked: true };
		const [open, hidden, again] = inTurn(sealed(profile), search, tree, masked, tree);
		expect([hidden, again]).toEqual(["allow granted", open]);
		expect(open).not.toBe(hidden);
	});

	it("[decide-kept] of one agent is not given to another with the same profile but other relatives", () => {
		const family = { ...profile, messaging: { allowed_targets: "family" as const } };
		const one = sealed(family, { agent: "one", parent: "p", children: ["x"] });
		const two = sealed(family, { agent: "two", parent: "q", children: ["y"] });
		expect(one.terms).toEqual(two.terms);
		const reach = (writ: Writ, target: string, facts: Facts = {}) =>
			decide(writ, { kind: "target", tool: "nexus_send", target }, facts).effect;
		for (let turn = 0; turn < 2; turn++) {
			expect(["p", "x", "q", "y"].map((target) => reach(one, target))).toEqual(["allow", "allow", "deny", "deny"]);
			expect(["p", "x", "q", "y"].map((target) => reach(two, target))).toEqual(["deny", "deny", "allow", "allow"]);
			expect([reach(one, "x", { children: [] }), reach(one, "y", { children: ["y"] })]).toEqual(["deny", "allow"]);
		}
	});

	it("[decide-kept] of one place is not given to the same profile at another", () => {
		const here = sealed(profile, { root: "/ws" });
		const there = sealed(profile, { root: "/other" });
		for (let turn = 0; turn < 2; turn++) {
			expect(short(decide(here, write, plainDisk))).toBe("allow granted");
			expect(short(decide(there, write, plainDisk))).toBe("deny path-outside");
		}
	});

	it("[decide-kept] survives a disk that throws, and one that decides itself", () => {
		const writ = sealed(profile);
		const broken: Facts = {
			resolve: () => {
				throw new Error("gone");
			},
		};
		expect(inTurn(writ, cat, broken, plainDisk, broken, plainDisk)).toEqual([
			"deny authority-unavailable",
			"allow granted",
			"deny authority-unavailable",
			"allow granted",
		]);
		const nested: Facts = {
			resolve: (path, cwd) => {
				decide(writ, { kind: "command", command: `cat ${path} b` }, plainDisk);
				return linked.resolve?.(path, cwd) ?? { ok: false, why: "loop", message: "" };
			},
		};
		expect(inTurn(writ, cat, nested, plainDisk, nested, nested)).toEqual([
			"deny path-outside",
			"allow granted",
			"deny path-outside",
			"deny path-outside",
		]);
	});

	it("[decide-kept] is right after any number of other questions", () => {
		const writ = sealed(profile);
		const first = decide(writ, { kind: "target", tool: "nexus_send", target: "b" });
		for (let index = 0; index < 40_000; index++) {
			const { effect, reasons } = decide(writ, { kind: "target", tool: "nexus_send", target: `b${index}` });
			expect(effect === "deny" && reasons[0].message === `Tool 'nexus_send' cannot target agent 'b${index}'`).toBe(true);
		}
		expect(decide(writ, { kind: "target", tool: "nexus_send", target: "b" })).toEqual(first);
	});

	it("[decide-kept] is what a writ that was never asked would answer, under any facts in any order", () => {
		const found = fc.constantFrom<Facts>(
			{},
			plainDisk,
			linked,
			disk(FILE, { exists: false }),
			{ ...plainDisk, masked: true },
			{ ...linked, approver: false },
		);
		const turn = fc.tuple(requests, found);
		fc.assert(
			fc.property(profiles, fc.array(turn, { minLength: 1, maxLength: 8 }), (random, turns) => {
				const writ = sealed(random);
				for (const [request, facts] of [...turns, ...turns, ...turns]) {
					expect(decide(writ, request, facts)).toEqual(decide(structuredClone(writ), request, facts));
				}
			}),
			{ numRuns: 60 },
		);
	});
});

describe("a request", () => {
	it("[decide-read-once] is read once: what a getter says later is not believed", () => {
		const writ = sealed(profile);
		const turning = <Key extends string>(rest: object, member: Key, first: unknown, later: unknown): Request => {
			let reads = 0;
			return Object.defineProperty(rest, member, { enumerable: true, get: () => (reads++ === 0 ? first : later) }) as Request;
		};
		const asked = [
			turning({ kind: "path", operation: "write" }, "path", "/etc/passwd", FILE),
			turning({ kind: "command" }, "command", "rm -rf /", "echo hello"),
			turning({ kind: "tool", input: {} }, "tool", "Write", "LS"),
			turning({ kind: "target", tool: "nexus_send" }, "target", "x", "b"),
			turning({ kind: "path", path: FILE }, "operation", "delete-all", "write"),
			turning({ kind: "command", command: "cat a" }, "cwd", "/etc", "/ws"),
		];
		for (const request of asked) expect(decide(writ, request, plainDisk).effect).toBe("deny");
	});

	it("[decide-unknown-denied] with a member too many is refused, also when a known one is hidden", () => {
		const hidden = Object.defineProperty({ kind: "command", command: "echo a", extra: 1 }, "cwd", { value: "/ws", enumerable: false });
		expect(short(decide(sealed(profile), hidden as unknown as Request, plainDisk))).toBe("deny invalid-request");
		expect(short(decide(sealed(profile), { kind: "command", command: "echo a", cwd: undefined } as unknown as Request, plainDisk))).toBe(
			"allow granted",
		);
	});
});
