import { describe, expect, it } from "vitest";
import { type Change, changed, MODERATE, OPEN_TOOL, PLACES_AT_WS, writOf } from "../../../test/laws/example-terms.ts";
import type { Places, Terms } from "../language/index.ts";
import { attenuate } from "./index.ts";

const boss = (change: Change = {}, places?: Places) =>
	writOf(changed(MODERATE, change), { agent: "boss", parent: "top", children: ["sibling"], ...(places === undefined ? {} : { places }) });
const wish = (change: Change = {}, places?: Places) =>
	writOf(changed(MODERATE, change), { agent: "child", children: ["grandchild"], ...(places === undefined ? {} : { places }) });
const strict = (parent: Change, child: Change): Terms => {
	const outcome = attenuate(boss(parent), wish(child));
	if (!outcome.ok) throw new Error(outcome.escalations.map((found) => found.message).join("\n"));
	return outcome.writ.terms;
};
const clamp = (parent: Change, child: Change, parentPlaces?: Places, childPlaces?: Places): Terms => {
	const outcome = attenuate(boss(parent, parentPlaces), wish(child, childPlaces), { mode: "clamp" });
	if (!outcome.ok) throw new Error("a clamp always succeeds");
	return outcome.writ.terms;
};

describe("a child's writ", () => {
	it("[policy-7-strict] is refused with every escalation when it exceeds the parent", () => {
		const outcome = attenuate(boss(), wish({ filesystem: { write_paths: [["/etc"]] }, capabilities: { multi_agent_todo: true } }));
		expect(outcome).toMatchObject({
			ok: false,
			escalations: [{ dimension: "filesystem.write_paths" }, { dimension: "capabilities.multi_agent_todo" }],
		});
	});

	it("is the child's wish when the parent holds it, and names its parent", () => {
		const outcome = attenuate(boss(), wish({ filesystem: { read_paths: [["<workspace>/src"]] } }));
		expect(outcome).toMatchObject({ ok: true, writ: { agent: "child", parent: "boss", children: ["grandchild"] } });
		expect(outcome.ok && outcome.writ.terms.filesystem.read_paths).toEqual([["<workspace>/src"]]);
	});

	it("is frozen and has the digest of its terms", () => {
		const outcome = attenuate(boss(), wish());
		expect(outcome.ok && Object.isFrozen(outcome.writ.terms.filesystem.read_paths[0])).toBe(true);
		expect(outcome.ok && outcome.writ.digest).toMatch(/^[0-9a-f]{64}$/);
	});

	it("[policy-1-union] gains the parent's denials in strict mode", () => {
		const terms = strict(
			{
				tools: { disallowed: ["Bash"], ask: ["Write"] },
				filesystem: { blocked_paths: ["/**/.env"] },
				network: { deny: ["ads.example.com"] },
			},
			{ filesystem: { blocked_paths: ["<workspace>/own"] } },
		);
		expect(terms.tools.disallowed).toEqual(["Bash"]);
		expect(terms.tools.ask).toEqual(["Write"]);
		expect(terms.filesystem.blocked_paths).toEqual(["/**/.env", "<workspace>/own"]);
		expect(terms.network.deny).toEqual(["ads.example.com"]);
	});

	it("[policy-7-clamp] is the meet of both in clamp mode", () => {
		const terms = clamp(
			{},
			{
				filesystem: { write_paths: [["/etc", "<workspace>/src"]], max_file_size_mb: 99 },
				network: { allow: [["*"]] },
				environment: { allow: ["CI", "TOKEN"] },
				capabilities: { multi_agent_todo: true },
				sandbox: { minimum_level: "L1", mode: "shared" },
			},
		);
		expect(terms.filesystem.write_paths).toEqual([["/etc", "<workspace>/src"], ["<workspace>"]]);
		expect(terms.filesystem.max_file_size_mb).toBe(10);
		expect(terms.network.allow).toEqual([["*.example.com"]]);
		expect(terms.environment.allow).toEqual(["CI"]);
		expect(terms.capabilities.multi_agent_todo).toBe(false);
		expect(terms.sandbox).toMatchObject({ minimum_level: "L3", mode: "isolated" });
	});

	it("[policy-7-family] reads the parent's words for relatives as its own, and needs an edge where the parent does", () => {
		const terms = strict(
			{ messaging: { allowed_targets: { targets: ["family"], within: [["far", "sibling", "top"]], edge_required: true } } },
			{ messaging: { allowed_targets: { targets: ["children"], within: [], edge_required: false } } },
		);
		expect(terms.messaging.allowed_targets).toEqual({ targets: ["children"], within: [[]], edge_required: true });
		const listed = { messaging: { allowed_targets: { targets: [["sibling"]], within: [], edge_required: false } } };
		expect(
			attenuate(boss({ messaging: { allowed_targets: { targets: ["children"], within: [], edge_required: false } } }), wish(listed)).ok,
		).toBe(false);
	});

	it("rewrites rules that name the parent's relations", () => {
		const terms = strict(
			{ tools: { allowed: [["nexus_send(target:children)"]], disallowed: ["nexus_send(target:parent)"] } },
			{ tools: { allowed: [["nexus_send(target:children)"]] } },
		);
		expect(terms.tools.allowed).toEqual([["nexus_send(target:children)"]]);
		expect(terms.tools.disallowed).toEqual(["nexus_send(target:top)"]);
		const family = strict({ tools: { allowed: [["nexus_send(target:top2)"]] } }, { tools: { allowed: [["nexus_send(target:parent)"]] } });
		expect(family.tools.allowed).toEqual([["nexus_send(target:parent)"]]);
	});

	it("keeps the parent's declaration of a tool", () => {
		const terms = clamp(
			{ tools: { declare: { deploy: { commands: ["script"] } } } },
			{ tools: { declare: { deploy: { plain: ["script"] }, own: { plain: ["x"] } } } },
		);
		expect(terms.tools.declare).toEqual({ deploy: { commands: ["script"] }, own: { plain: ["x"] } });
	});

	it("[policy-1-permissions] combines what both say of one tool", () => {
		const terms = strict(
			{ tools: { permissions: { Bash: { ...OPEN_TOOL, timeout: 30, requires_confirmation: true, arguments: [{ a: 1 }] } } } },
			{ tools: { permissions: { Bash: { ...OPEN_TOOL, timeout: 10, blocked_paths: ["/x"], arguments: [{ b: 2 }] } } } },
		);
		expect(terms.tools.permissions.Bash).toEqual({
			...OPEN_TOOL,
			timeout: 10,
			requires_confirmation: true,
			blocked_paths: ["/x"],
			arguments: [{ a: 1 }, { b: 2 }],
		});
	});

	it("shares the wish's terms when nothing changed", () => {
		const child = wish();
		const outcome = attenuate(boss(), child);
		expect(outcome.ok && outcome.writ.terms).toBe(child.terms);
		expect(outcome.ok && outcome.writ.bounds).toBeUndefined();
	});

	it("[policy-7-strictest] is bound by the wish and by every writ above, each by itself", () => {
		const parent = attenuate(boss({ network: { deny: ["ads.example.com"] } }), wish({ tools: { disallowed: ["Bash"] } }), {
			mode: "clamp",
		});
		if (!parent.ok) throw new Error("a clamp always succeeds");
		expect(parent.writ.bounds?.map(({ agent, terms }) => [agent, terms.tools.disallowed, terms.network.deny])).toEqual([
			["child", ["Bash"], []],
			["boss", [], ["ads.example.com"]],
		]);
		const below = attenuate(parent.writ, writOf(MODERATE, { agent: "below" }), { mode: "clamp" });
		expect(below.ok && below.writ.bounds?.map(({ agent }) => agent)).toEqual(["below", "child", "boss"]);
	});

	it("knows where the entries that it gained were written", () => {
		const source = { layer: "user", file: "p.yaml", line: 2 } as const;
		const parent = {
			...boss({ filesystem: { blocked_paths: ["/x"] } }),
			origins: { "filesystem.blocked_paths": { "/x": source }, "resources.max_turns": { "": source } },
		};
		const own = { layer: "inline" } as const;
		const child = { ...wish({ resources: { ...MODERATE.resources, max_turns: 99 } }), origins: { "resources.max_turns": { "": own } } };
		const outcome = attenuate(parent, child, { mode: "clamp" });
		expect(outcome.ok && outcome.writ.origins).toEqual({
			"filesystem.blocked_paths": { "/x": source },
			"resources.max_turns": { "": source },
		});
	});
});

describe("a child whose places are elsewhere", () => {
	const inside: Places = { ...PLACES_AT_WS, written: { workspace: "/ws/part" }, real: { workspace: "/ws/part" } };

	it("keeps what it asks for by its place on the disk and the parent has there", () => {
		const outcome = attenuate(boss(), wish({ filesystem: { read_paths: [["/ws/src", "<workspace>"]] } }, inside));
		expect(outcome.ok && outcome.writ.terms.filesystem.read_paths).toEqual([["/ws/src", "<workspace>"]]);
	});

	it("gets no more than that in clamp mode", () => {
		const terms = clamp({}, { filesystem: { read_paths: [["/etc", "/ws/src"]] } }, PLACES_AT_WS, inside);
		expect(terms.filesystem.read_paths).toEqual([
			["/etc", "/ws/src"],
			["/ws/src", "<shared>", "<workspace>"],
		]);
	});

	it("finds what the parent is denied closed there, under the parent's name for it as well", () => {
		const outcome = attenuate(
			boss({ filesystem: { blocked_paths: ["<workspace>/part/secret", "/**/.env"] }, tools: { disallowed: ["Read(./keys)"] } }),
			wish({}, inside),
		);
		expect(outcome.ok && outcome.writ.terms.filesystem.blocked_paths).toEqual(["/**/.env", "/ws/part/secret", "<workspace>/part/secret"]);
		// `/ws/keys` is out of this child's reach: nothing needs to be said of it.
		expect(outcome.ok && outcome.writ.terms.tools.disallowed).toEqual(["Read(./keys)"]);
	});

	it("finds a denied link closed at its real place, though its own seal never looked there", () => {
		const parent = boss(
			{ filesystem: { blocked_paths: ["<workspace>/link"] } },
			{ ...PLACES_AT_WS, relocated: { "<workspace>/link": "/ws/really" } },
		);
		const outcome = attenuate(parent, wish());
		expect(outcome.ok && outcome.writ.terms.filesystem.blocked_paths).toEqual(["/ws/really", "<workspace>/link"]);
	});
});
