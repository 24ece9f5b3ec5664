import { describe, expect, it } from "vitest";
import { attenuate, composeProfile, decide, diffWrits, explain, type Profile, sealProfile, type Writ } from "../../src/engine/index.ts";

const files = { read_paths: ["./workspace"], write_paths: ["./workspace"] };
const CONDITIONAL: Profile = {
	tools: { allowed: ["Bash(ls:*)", { rule: "Bash(node:*)", when: "confined" }, { rule: "Write(./src/**)", when: "confined" }, "Read"] },
	filesystem: files,
};
const PLAIN: Profile = { tools: { allowed: ["Bash(ls:*)", "Bash(node:*)", "Write(./src/**)", "Read"] }, filesystem: files };

function sealed(profile: unknown, catalog = CATALOG): Writ {
	const outcome = sealProfile(profile, { agent: "me", root: "/ws", catalog });
	if (!outcome.ok) throw new Error(JSON.stringify(outcome.problems));
	return outcome.writ;
}
const CATALOG = {
	profiles: {},
	agents: {},
	aliases: {},
	problems: [],
	fragments: {
		code: {
			name: "code",
			kind: "fragment",
			layer: "user",
			file: "fragments/code.yaml",
			profile: { when: "confined", tools: { allowed: ["Bash(node:*)", "Bash(python3:*)"] } },
			positions: { "tools.allowed[0]": [4, 7] },
		},
		paths: {
			name: "paths",
			kind: "fragment",
			layer: "user",
			profile: { when: "confined", tools: { allowed: ["Read"], disallowed: ["Write"] }, filesystem: { read_paths: ["/"] } },
			positions: {},
		},
	},
} as const;
const run = (profile: unknown, command: string, confined: boolean) => decide(sealed(profile), { kind: "command", command }, { confined });
const write = (path: string, confined: boolean) =>
	decide(sealed(CONDITIONAL), { kind: "tool", tool: "Write", input: { file_path: path, content: "" } }, { confined });

describe("a rule that holds only inside a sandbox", () => {
	it("[decide-when-confined] allows a command inside and asks outside, naming the rule and the part", () => {
		expect(run(CONDITIONAL, "ls && node a.js", true).effect).toBe("allow");
		const { effect, reasons } = run(CONDITIONAL, "ls && node a.js", false);
		expect([effect, reasons[0].code, reasons[0].rule, reasons[0].segment]).toEqual([
			"ask",
			"needs-confirmation",
			"Bash(node:*) when confined",
			"node a.js",
		]);
		expect(reasons[0].message).toBe("'node a.js' is allowed only inside a sandbox (Bash(node:*)); outside one it must be confirmed");
	});

	it("[decide-when-confined] allows a tool inside and asks outside", () => {
		expect(write("src/a.ts", true).effect).toBe("allow");
		expect([write("src/a.ts", false).effect, write("src/a.ts", false).reasons[0].code]).toEqual(["ask", "needs-confirmation"]);
	});

	it("[decide-when-confined] denies, inside and outside, what no rule allows", () => {
		for (const confined of [true, false]) {
			expect(run(CONDITIONAL, "node a.js && rm x", confined).effect).toBe("deny");
			expect(write("docs/a.md", confined).effect).toBe("deny");
			expect(run(CONDITIONAL, "cat .env", confined).effect).toBe("deny");
			expect(run(CONDITIONAL, "node a.js > /etc/x", confined).effect).toBe("deny");
		}
	});

	it("[decide-when-confined] is never the looser for facts that are not plainly true", () => {
		for (const text of ['{"confined":"yes"}', '{"confined":1}', '{"confined":{}}', '{"confined":null}'])
			expect(decide(sealed(CONDITIONAL), { kind: "command", command: "node a.js" }, JSON.parse(text)).effect).toBe("ask");
	});

	it("[decide-when-confined] an answer from inside is not kept for outside, nor when the facts change in place", () => {
		const writ = sealed(CONDITIONAL);
		const facts = { confined: true };
		const ask = () => decide(writ, { kind: "command", command: "node a.js" }, facts).effect;
		for (let round = 0; round < 4; round++) {
			facts.confined = true;
			expect([ask(), ask()]).toEqual(["allow", "allow"]);
			facts.confined = false;
			expect([ask(), ask()]).toEqual(["ask", "ask"]);
		}
	});

	it("[decide-when-confined] a person's grant answers the question", () => {
		const grants = [{ id: "g1", rule: "Bash(node a.js)" }];
		expect(decide(sealed(CONDITIONAL), { kind: "command", command: "node a.js" }, { grants }).effect).toBe("allow");
		expect(decide(sealed(CONDITIONAL), { kind: "command", command: "node b.js" }, { grants }).effect).toBe("ask");
	});

	it("[decide-when-confined] opens the code of an interpreter to a rule with :*, which a plain rule never does", () => {
		for (const command of ["node a.js", "node -e 1", "node --import=./x.mjs a.js"]) {
			expect(run(CONDITIONAL, command, true).effect).toBe("allow");
			expect(run(PLAIN, command, true).effect).not.toBe("allow");
		}
	});

	it("[decide-when-confined] explain says that it is allowed only inside a sandbox", () => {
		const { text } = explain(sealed(CONDITIONAL), { kind: "command", command: "node a.js" });
		expect(text).toContain("allowed only inside a sandbox (Bash(node:*)); outside one it must be confirmed");
	});
});

describe("when: confined in a document", () => {
	it("[decide-when-document] a fragment makes each of its rules conditional, and the reason names its line", () => {
		const profile = { include: ["code"], filesystem: files };
		expect(run(profile, "python3 a.py", true).effect).toBe("allow");
		const [reason] = run(profile, "node a.js", false).reasons;
		expect(reason).toMatchObject({ code: "needs-confirmation", source: { file: "fragments/code.yaml", line: 4, column: 7 } });
		const composed = composeProfile(profile, CATALOG);
		expect(composed.ok && composed.composition.profile.tools?.allowed).toEqual([
			{ rule: "Bash(node:*)", when: "confined" },
			{ rule: "Bash(python3:*)", when: "confined" },
		]);
	});

	it("[decide-when-document] a fragment with a condition holds rules and nothing else", () => {
		const composed = composeProfile({ include: ["paths"] }, CATALOG);
		expect(composed.ok ? [] : composed.problems.map(({ path }) => path)).toEqual(["filesystem", "tools.disallowed"]);
	});

	it("[decide-when-document] other words, other places and the condition inside the text are problems", () => {
		const codes = (profile: unknown) => {
			const composed = composeProfile(profile);
			return composed.ok ? [] : composed.problems.map(({ code, path }) => `${path} ${code}`);
		};
		expect(codes({ tools: { allowed: [{ rule: "Read", when: "boxed" }] } })).toEqual(["tools.allowed[0].when bad-value"]);
		expect(codes({ tools: { allowed: [{ rule: "Read" }] } })).toEqual(["tools.allowed[0] missing-key"]);
		expect(codes({ tools: { disallowed: [{ rule: "Read", when: "confined" }] } })).toEqual(["tools.disallowed[0] wrong-type"]);
		expect(codes({ when: "confined", tools: { allowed: ["Read"] } })).toEqual(["when unknown-key"]);
		expect(codes({ tools: { allowed: ["Bash(node:*) when confined"] } })).toEqual(["tools.allowed[0] bad-rule"]);
	});

	it("[decide-when-document] the digest tells a conditional rule from a plain one, however it is written", () => {
		expect(sealed(CONDITIONAL).digest).not.toBe(sealed(PLAIN).digest);
		const written = { tools: { allowed: [{ when: "confined", rule: "Bash( node:* )" }] } };
		expect(sealed(written).digest).toBe(sealed({ tools: { allowed: [{ rule: "Bash(node:*)", when: "confined" }] } }).digest);
	});
});

describe("a conditional rule and a child", () => {
	const node = (when?: "confined"): Profile => ({
		tools: { allowed: [when === undefined ? "Bash(node:*)" : { rule: "Bash(node:*)", when }] },
		filesystem: files,
	});

	it("[policy-9-conditional-below] a plain wish under a conditional parent is an escalation that names both, and is cut down", () => {
		const strict = attenuate(sealed(node("confined")), node(), { agent: "kid" });
		expect(strict.ok ? [] : strict.escalations.map(({ dimension, requested }) => `${dimension} ${requested}`)).toEqual([
			"tools.allowed Bash(node:*)",
		]);
		const clamped = attenuate(sealed(node("confined")), node(), { agent: "kid", mode: "clamp" });
		expect(clamped.ok && clamped.writ.terms.tools.allowed).toEqual([["Bash(node:*) when confined"]]);
		expect(attenuate(sealed(node()), node("confined"), { agent: "kid" }).ok).toBe(true);
	});

	it("[policy-9-conditional-below] diff tells that a rule became conditional, with an example", () => {
		const { forbids } = diffWrits(sealed(PLAIN), sealed(CONDITIONAL));
		expect(forbids.map(({ entry }) => entry)).toContain("Bash(node:*)");
		const { allows } = diffWrits(sealed({ ...PLAIN, tools: { allowed: ["Bash(ls:*)", "Read"] } }), sealed(CONDITIONAL));
		const change = allows.find(({ entry }) => entry === "Write(./workspace/src/**) when confined");
		expect(change?.message).toBe("Write(./workspace/src/**) is allowed inside a sandbox; outside one it asks");
		expect(change?.witnesses[0]).toMatchObject({ facts: { confined: true }, before: "deny", after: "allow" });
	});
});

describe("who says that an agent is confined", () => {
	it("[decide-confined-refused] a request that says it of itself is refused", () => {
		const requests = [
			{ kind: "command", command: "node a.js", confined: true },
			{ kind: "tool", tool: "Write", input: {}, confined: true },
			{ kind: "path", operation: "read", path: "a", confined: true },
		] as const;
		for (const request of requests) expect(decide(sealed(CONDITIONAL), request).reasons[0]).toMatchObject({ code: "invalid-request" });
	});
});
