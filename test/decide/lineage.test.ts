import { describe, expect, it } from "vitest";
import {
	attenuate,
	type Decision,
	decide,
	explain,
	type Facts,
	type Profile,
	type Request,
	refusedTool,
	sealProfile,
	type Writ,
} from "../../src/engine/index.ts";

const files = { read_paths: ["./workspace"], write_paths: ["./workspace"] };

function sealed(agent: string, profile: Profile, more: { readonly parent?: string; readonly children?: readonly string[] } = {}): Writ {
	const outcome = sealProfile({ filesystem: files, ...profile }, { agent, root: "/ws", ...more });
	if (!outcome.ok) throw new Error(JSON.stringify(outcome.problems));
	return outcome.writ;
}

const short = ({ effect, reasons: [{ code, message }] }: Decision): string => `${effect} ${code}: ${message}`;
const command = (text: string): Request => ({ kind: "command", command: text });

describe("the decision of a child", () => {
	it("[policy-7-strictest] is the strictest of every writ above it, and says whose it is", () => {
		const kid = sealed("kid", { tools: { allowed: ["Bash(git:*)"] } }, { parent: "mum" });
		const mum = sealed("mum", { tools: { allowed: null, ask: ["Bash(git log:*)"] } }, { parent: "gran", children: ["kid"] });
		const gran = sealed("gran", { tools: { allowed: null, disallowed: ["Bash(git push:*)"] } }, { children: ["mum"] });
		const facts: Facts = { lineage: [mum, gran] };
		const say = (text: string) => short(decide(kid, command(text), facts));
		expect(say("git status")).toMatch(/^allow granted/);
		expect(say("git log")).toMatch(/^ask needs-confirmation: .*\(writ of ancestor 'mum'\)$/);
		expect(say("git push")).toMatch(/^deny command-disallowed: .*\(writ of ancestor 'gran'\)$/);
		expect(say("ls")).toMatch(/^deny command-not-allowed: [^(]*$/);
	});

	it("[policy-7-strictest] carries the obligations of every writ", () => {
		const kid = sealed("kid", { tools: { allowed: ["Bash(ls:*)"], permissions: { Bash: { timeout: 60 } } } }, { parent: "mum" });
		const mum = sealed("mum", { tools: { allowed: null, permissions: { Bash: { timeout: 5 } } } });
		const { obligations } = decide(kid, command("ls"), { lineage: [mum] });
		expect(obligations).toEqual([{ kind: "timeout", seconds: 5 }, { kind: "unresolved-paths" }]);
	});

	it("[policy-7-strictest] counts a spend against each ancestor's own limits and counters", () => {
		const limits = (max_total_tokens: number): Profile => ({ resources: { max_total_tokens, max_tokens_per_request: 1_000 } });
		const kid = sealed("kid", limits(1_000), { parent: "mum" });
		const mum = sealed("mum", limits(100));
		const spent = (agent: string, totalTokens: number) => ({ agent, totalTokens, requestsThisMinute: 0, costUsd: 0 });
		const spend: Request = { kind: "spend", tokens: 20 };
		expect(decide(kid, spend, { lineage: [mum], budget: [spent("kid", 0), spent("mum", 70)] }).effect).toBe("allow");
		expect(short(decide(kid, spend, { lineage: [mum], budget: [spent("kid", 0), spent("mum", 90)] }))).toContain("writ of ancestor 'mum'");
		const same = sealed("mum", limits(1_000));
		expect(decide(kid, spend, { lineage: [same], budget: [spent("kid", 0), spent("mum", 990)] }).effect).toBe("deny");
	});

	it("[policy-7-family] reaches its own parent and children, and reads its ancestors' words for relatives as its own", () => {
		const open: Profile = { tools: { allowed: ["nexus_send"] } };
		const kid = sealed("kid", open, { parent: "mum", children: ["baby"] });
		const mum = sealed("mum", { ...open, messaging: { allowed_targets: "children" } }, { parent: "gran", children: ["kid", "aunt"] });
		const to = (target: string) => decide(kid, { kind: "target", tool: "nexus_send", target }, { lineage: [mum] }).effect;
		expect(["mum", "baby", "aunt", "gran", "other"].map(to)).toEqual(["allow", "allow", "deny", "deny", "deny"]);
	});

	it("[policy-7-uniform] denies a target that an ancestor does not reach in the same words, whether it is there or not", () => {
		const kid = sealed("kid", { tools: { allowed: ["nexus_send"] } }, { parent: "mum" });
		const mum = sealed("mum", { tools: { allowed: ["nexus_send"] }, messaging: { allowed_targets: ["x"] } });
		const gran = sealed("gran", { tools: { allowed: ["nexus_send"] } });
		const asked: Request = { kind: "target", tool: "nexus_send", target: "other" };
		const there = decide(kid, asked, { lineage: [mum, gran], edges: () => "allow" });
		for (const verdict of ["none", "block", "expired"] as const)
			expect(decide(kid, asked, { lineage: [mum, gran], edges: () => verdict })).toEqual(there);
		expect(there.reasons[0].code).toBe("target-not-listed");
	});

	it("[policy-7-grant-in-lineage] rests on a grant that any writ above needs, so that the grant is used up", () => {
		const kid = sealed("kid", { tools: { allowed: ["Bash(git status:*)"] } }, { parent: "mum" });
		const mum = sealed("mum", { tools: { allowed: ["Read"] } });
		const facts: Facts = { lineage: [mum], grants: [{ id: "grant-1", rule: "Bash(git status:*)" }] };
		expect(decide(kid, command("git status"), { lineage: [mum] }).effect).toBe("deny");
		expect(short(decide(kid, command("git status"), facts))).toBe("allow granted: Tool 'Bash' is allowed by grant grant-1");
		const forbids = sealed("mum", { tools: { allowed: ["Read"], disallowed: ["Bash(git status:*)"] } });
		expect(decide(kid, command("git status"), { ...facts, lineage: [forbids] }).effect).toBe("deny");
	});

	it("[policy-7-strictest] holds by the writ alone, without facts", () => {
		const parent = sealed("mum", { tools: { allowed: null, disallowed: ["Bash(git push:*)"] } });
		const child = attenuate(parent, { tools: { allowed: ["Bash(env -S:*)"] }, filesystem: files }, { agent: "kid" });
		if (!child.ok) throw new Error(JSON.stringify(child));
		const below = attenuate(child.writ, { tools: { allowed: ["Bash(env -S:*)"] }, filesystem: files }, { agent: "baby" });
		if (!below.ok) throw new Error(JSON.stringify(below));
		for (const writ of [parent, child.writ, below.writ]) expect(decide(writ, command("env -S 'git push'")).effect).toBe("deny");
	});

	it("[policy-7-strictest] reads each member of a request once, whatever a getter says the next time", () => {
		const kid = sealed("kid", { tools: { allowed: ["Bash(git push:*)"] } }, { parent: "mum" });
		const mum = sealed("mum", { tools: { allowed: ["Bash(ls:*)"] } });
		let times = 0;
		const turning = {
			kind: "command",
			get command() {
				return times++ === 0 ? "git push" : "ls";
			},
		} as const;
		expect(decide(kid, turning, { lineage: [mum] }).effect).toBe("deny");
	});

	it("[policy-7-strictest] and what is listed agree: a tool that a writ above refuses is refused", () => {
		const kid = sealed("kid", { tools: { allowed: ["Read", "LS"] } }, { parent: "mum" });
		const mum = sealed("mum", { tools: { allowed: ["LS"] } });
		expect([refusedTool(kid, "Read", { lineage: [mum] })?.code, refusedTool(kid, "LS", { lineage: [mum] })]).toEqual([
			"tool-not-allowed",
			null,
		]);
	});

	it("[policy-7-explained] is explained by the writ that decided", () => {
		const kid = sealed("kid", { tools: { allowed: ["Bash(git:*)"] } }, { parent: "mum" });
		const mum = sealed("mum", { tools: { allowed: null } }, { parent: "gran" });
		const gran = sealed("gran", { tools: { allowed: null, disallowed: ["Bash(git push:*)"] } });
		const { steps, text } = explain(kid, command("git push"), { lineage: [mum, gran] });
		expect(steps.filter(({ outcome }) => outcome === "deny").map(({ name, ancestor }) => [name, ancestor])).toEqual([
			["command (ancestor 'gran')", "gran"],
		]);
		expect(steps.filter(({ ancestor }) => ancestor === "mum").map(({ name, outcome }) => [name, outcome])).toEqual([
			["ancestor 'mum'", "pass"],
		]);
		expect(text).toContain("(writ of ancestor 'gran')");
	});
});
