import { describe, expect, it } from "vitest";
import { shippedCatalog } from "../../src/definitions/index.ts";
import { decide, type Profile, sealProfile, type Targets } from "../../src/engine/index.ts";
import { decided, sealed, short } from "./engine-case.ts";

/** A writ whose nexus_send is restricted to some targets. */
function restricted(allowed_targets: Targets): Profile {
	return { tools: { allowed: ["nexus_send"], permissions: { nexus_send: { allowed_targets } } } };
}
const send = (target: unknown) => ({ kind: "target", tool: "nexus_send", target }) as const;
const family = { agent: "me", parent: "boss", children: ["kid", "kid2"] };
const ask = (targets: Targets, target: unknown, agent: { parent?: string | null; children?: readonly string[] } = family) =>
	decided(restricted(targets), send(target), {}, { agent: "me", ...agent });

describe("who a tool may reach, without edges (the NEXUS library use)", () => {
	it("[nexus-parent-allowed] parent: the parent is reached", () => {
		expect(ask("parent", "boss").effect).toBe("allow");
	});
	it("[nexus-parent-denied] parent: nobody else is, in these words", () => {
		const decision = ask("parent", "other");
		expect(short(decision)).toBe("deny target-not-parent");
		expect(decision.reasons[0].message).toBe("Tool 'nexus_send' can only target parent agent ('boss')");
	});
	it("[nexus-no-parent] parent: a root reaches nobody, and is told so", () => {
		expect(ask("parent", "anyone", { parent: null }).reasons[0].message).toBe("Tool 'nexus_send' can only target parent agent ('none')");
		expect(ask("parent", "none", { parent: null }).effect).toBe("deny");
	});
	it("[nexus-children-allowed] children: a child is reached", () => {
		expect(ask("children", "kid2").effect).toBe("allow");
	});
	it("[nexus-children-denied] children: the parent and strangers are not", () => {
		for (const target of ["boss", "other"]) {
			expect(short(ask("children", target))).toBe("deny target-not-child");
			expect(ask("children", target).reasons[0].message).toBe("Tool 'nexus_send' can only target child agents");
		}
	});
	it("[nexus-family-parent] family: the parent is reached", () => {
		expect(ask("family", "boss").effect).toBe("allow");
	});
	it("[nexus-family-child] family: children are reached, siblings never", () => {
		expect(ask("family", "kid").effect).toBe("allow");
		expect(ask("family", "sibling").reasons[0]).toMatchObject({
			code: "target-not-family",
			message: "Tool 'nexus_send' can only target parent or child agents",
		});
	});
	it("[nexus-list] a list names ids, also an agent that is called parent", () => {
		expect(ask(["coordinator", "logger"], "logger").effect).toBe("allow");
		expect(ask(["coordinator"], "logger").reasons[0]).toMatchObject({
			code: "target-not-listed",
			message: "Tool 'nexus_send' cannot target agent 'logger'",
		});
		expect(ask(["parent"], "parent").effect).toBe("allow");
		expect(ask(["parent"], "boss").effect).toBe("deny");
		expect(ask([], "boss").effect).toBe("deny");
		expect(ask(["Logger"], "logger").effect).toBe("deny");
	});
	it("[nexus-no-restriction] null passes anyone", () => {
		expect(ask(null, "anyone").effect).toBe("allow");
	});
	it("[nexus-missing-target] a target that is missing, empty or no text is denied under every restriction", () => {
		for (const restriction of ["parent", "children", "family", ["a"]] as const) {
			for (const target of [undefined, null, "", 5, ["boss"], { id: "boss" }])
				expect(short(ask(restriction, target))).toBe("deny target-missing");
		}
		const beside = decided(
			restricted("parent"),
			{ kind: "tool", tool: "nexus_send", input: { agent_id: "boss", content: "x", port: 9000 } },
			{},
			family,
		);
		expect(beside.effect).toBe("deny");
	});
	it("[nexus-disabled] a disabled tool says so before anything else", () => {
		const profile: Profile = { tools: { allowed: null, disallowed: ["nexus_send"], permissions: { nexus_send: { enabled: false } } } };
		expect(decided(profile, send("x")).reasons[0]).toMatchObject({
			code: "tool-disabled",
			message: "Tool 'nexus_send' is disabled by permission policy",
		});
	});
});

describe("the NEXUS stories, with the shipped profiles", () => {
	const make = (profile: string, agent: string, parent: string | null, children: readonly string[] = []) => {
		const outcome = sealProfile(profile, { agent, parent, children, root: "/ws", catalog: shippedCatalog });
		if (!outcome.ok) throw new Error(JSON.stringify(outcome.problems));
		return outcome.writ;
	};
	const call = (agent_id: string) => ({ kind: "tool", tool: "nexus_send", input: { agent_id, content: "Hello" } }) as const;
	it("[nexus-story-parent] a sandboxed child can send to its parent", () => {
		expect(decide(make("sandboxed", "child", "parent"), call("parent")).effect).toBe("allow");
	});
	it("[nexus-story-sibling] a sandboxed child cannot send to its sibling", () => {
		expect(decide(make("sandboxed", "child1", "parent"), call("child2")).reasons[0].message).toContain("can only target parent agent");
	});
	it("[nexus-story-root] a sandboxed root cannot send to anyone", () => {
		expect(decide(make("sandboxed", "lonely", null), call("anyone")).reasons[0].message).toContain("can only target parent agent ('none')");
	});
});

describe("[edges-decide] edges", () => {
	const open: Profile = { tools: { allowed: ["nexus_send"] } };
	it("without a list an allow edge is needed", () => {
		expect(short(decided(open, send("b"), { edges: () => "none" }))).toBe("deny no-edge");
		expect(decided(open, send("b"), { edges: () => "allow" }).effect).toBe("allow");
	});
	it("with a list edges can only block", () => {
		expect(decided({ ...restricted(["b"]), messaging: { allowed_targets: ["b"] } }, send("b"), { edges: () => "none" }).effect).toBe(
			"allow",
		);
		expect(short(decided(restricted(["b"]), send("b"), { edges: () => "block" }))).toBe("deny target-blocked");
	});
	it("an agent sees only no-edge", () => {
		for (const verdict of ["none", "block", "expired", "rate"] as const) {
			expect(short(decided(open, send("b"), { edges: () => verdict, uniform: true }))).toBe("deny no-edge");
		}
	});
	it("people see the real code", () => {
		expect(short(decided(open, send("b"), { edges: () => "expired" }))).toBe("deny edge-expired");
		expect(short(decided(open, send("b"), { edges: () => "rate" }))).toBe("deny edge-rate");
	});
});

describe("sealed", () => {
	it("keeps children from the facts when they are given", () => {
		const writ = sealed(restricted("children"), { children: ["old"] });
		expect(decide(writ, send("new"), { children: ["new"] }).effect).toBe("allow");
		expect(decide(writ, send("old"), { children: ["new"] }).effect).toBe("deny");
	});
});
