import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { attenuate, type Limit, type Writ } from "../../../src/engine/index.ts";
import { type Mount, planSandbox, type SandboxPlan } from "../../../src/sandbox/index.ts";
import { managedFacts, planOf, storage, writFor } from "./example-plan.ts";

const BOSS = storage("00000000-0000-4000-8000-000000000001");
const KID = storage("00000000-0000-4000-8000-000000000002");

const trees = [
	"./workspace",
	"./workspace/src",
	"./workspace/src/app",
	"./exports",
	"./shared",
	"./",
	"/opt/data",
	"/opt/data/a",
	"/opt/data/b",
	"/srv/x",
];
const globs = ["./workspace/src/*.ts", "/opt/data/*.csv", "/opt/data/[ab]/*", "/opt/data/{a,b}/*", "./workspace/**/*.md", "/opt/*/a"];
const onDisk = [
	"/opt/data/a",
	"/opt/data/b",
	"/srv/x",
	`${BOSS.workspace}/src/app`,
	...["workspace/src/app", "exports", "claude", "nested"].map((name) => `${KID.own}/${name}`),
];

const profile = fc.record({
	filesystem: fc.record({
		read_paths: fc.array(fc.constantFrom(...trees, ...globs), { maxLength: 4 }),
		write_paths: fc.array(fc.constantFrom(...trees), { maxLength: 3 }),
		max_total_size_mb: fc.constantFrom(null, 10, 100),
	}),
	resources: fc.record({ max_processes: fc.constantFrom(null, 1, 100), max_memory_mb: fc.constantFrom(null, 100) }),
	capabilities: fc.record({ network_access: fc.boolean() }),
	network: fc.record({ allow: fc.constantFrom([], ["a.example"]) }),
	sandbox: fc.record({
		mode: fc.constantFrom("isolated", "nested"),
		parent_share: fc.constantFrom("none", "read_only", "read_write"),
	}),
});

describe("[sandbox-2-child-mounts] a child's sandbox lies in its parent's", () => {
	it("every mount lies under a mount of the parent with equal or weaker access, hosts and limits are not above", () => {
		fc.assert(
			fc.property(profile, profile, (held, asked) => {
				const boss = writFor({ ...held, sandbox: { mode: "isolated" } }, { agent: "boss", root: BOSS.workspace, places: BOSS });
				const parent = planOf(planSandbox(boss, managedFacts(onDisk)));
				const outcome = planSandbox(child(boss, asked), managedFacts(onDisk, { parent: told(parent) }));
				// What was refused has no mounts; a clamped wish is never an escalation.
				if (!outcome.ok) expect(outcome.problems.filter(({ code }) => code === "escalation")).toEqual([]);
				if (!outcome.ok) return;
				for (const mount of outcome.plan.mounts) expect(mount).toSatisfy((one: Mount) => isUnder(one, parent));
				expect(!outcome.plan.network.allow || parent.network.allow).toBe(true);
				for (const name of ["processes", "memoryMb", "totalSizeMb"] as const)
					expect(bound(outcome.plan.limits[name])).toBeLessThanOrEqual(bound(parent.limits[name]));
			}),
			{ numRuns: 400 },
		);
	});

	it("a pattern that would be mounted wider than the parent's is cut down to what the parent has", () => {
		const boss = writFor(
			{ filesystem: { read_paths: ["/opt/data/a", "/opt/data/b"] } },
			{ agent: "boss", root: BOSS.workspace, places: BOSS },
		);
		const parent = planOf(planSandbox(boss, managedFacts(onDisk)));
		const plan = planOf(
			planSandbox(child(boss, { filesystem: { read_paths: ["/opt/data/[ab]/*"] } }), managedFacts(onDisk, { parent: told(parent) })),
		);
		expect(plan.mounts.flatMap(({ source }) => source ?? [])).toEqual(["/opt/data/a", "/opt/data/b"]);
	});

	it("[sandbox-2-child-escalation] a mount that the parent's sandbox does not have is refused", () => {
		const boss = writFor({ filesystem: { read_paths: ["/opt/data"] } }, { agent: "boss", root: BOSS.workspace, places: BOSS });
		const parent = planOf(planSandbox(boss, managedFacts()));
		const outcome = planSandbox(child(boss, { filesystem: { read_paths: ["/opt/data"] } }), managedFacts(onDisk, { parent: told(parent) }));
		expect(outcome).toMatchObject({ ok: false, problems: [{ code: "escalation", exit: 1, cure: expect.any(String) }] });
	});

	it("a child's workspace of a person's choosing must lie in what its parent sees", () => {
		const boss = writFor({ filesystem: { read_paths: ["./workspace"] } }, { agent: "boss", root: BOSS.workspace, places: BOSS });
		const parent = planOf(planSandbox(boss, managedFacts(onDisk)));
		const elsewhere = child(boss, { filesystem: { read_paths: ["./workspace"] } }, "/srv/x");
		expect(planSandbox(elsewhere, managedFacts(onDisk, { managed: false, parent: told(parent) }))).toMatchObject({
			ok: false,
			problems: [{ code: "escalation" }],
		});
	});
});

function child(boss: Writ, wish: object, root = KID.workspace): Writ {
	const made = attenuate(boss, wish, { agent: "kid", root, places: KID, mode: "clamp" });
	if (!made.ok) throw new Error(JSON.stringify(made));
	return made.writ;
}

function told(plan: SandboxPlan) {
	return { agent: "boss", workspace: BOSS.workspace, writable: plan.workspace.writable, plan };
}

/** The child's own storage stands for the parent's, everything else for itself. */
function isUnder({ source, writable }: Mount, parent: SandboxPlan): boolean {
	if (source === null) return true;
	const there = source.replace(KID.own, BOSS.own);
	return parent.mounts.some(
		(wider) => wider.source !== null && `${there}/`.startsWith(`${wider.source}/`) && (wider.writable || !writable),
	);
}

function bound(limit: Limit): number {
	return limit ?? Number.POSITIVE_INFINITY;
}
