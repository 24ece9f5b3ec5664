import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { stringify } from "yaml";
import { shippedCatalog } from "../../../src/definitions/index.ts";
import type { Writ } from "../../../src/engine/index.ts";
import { type PlanFacts, planSandbox } from "../../../src/sandbox/index.ts";
import { facts, HOME, managedFacts, PROJECT, SESSION, storage, writFor } from "./example-plan.ts";

const REPOSITORY = [".git/hooks", ".git/config!", ".claude", "src", "docs", "dist"].map((name) => `${PROJECT}/${name}`);
const FOUND = {
	trusted: [],
	blocked: [{ path: `${PROJECT}/.env`, file: true }],
	protected: [{ path: `${PROJECT}/sub/.mcp.json`, file: true }],
	sockets: [`${PROJECT}/run/agent.sock`],
	linked: [{ path: `${PROJECT}/node_modules`, file: false }],
};
const SESSION_DIRECTORY = `${HOME}/sandboxes/sessions/${SESSION}`;
const PARENT = `${HOME}/sandboxes/agents/00000000-0000-4000-8000-0000000000ff/workspace`;

describe("[sandbox-plan-snapshots] the plans of the shipped profiles, as data", () => {
	it.each(Object.keys(shippedCatalog.profiles))("%s, in a person's repository", async (name) => {
		await expectPlan(`${name.replace("/", "-")}.yaml`, writFor(name, { catalog: shippedCatalog }), facts(REPOSITORY, { found: FOUND }));
	});

	it("standard, isolated in writ's own storage", async () => {
		await expectPlan("mode-isolated.yaml", managed({}), managedFacts());
	});

	it("standard, shared in a session", async () => {
		const { own, claude, operator } = storage();
		const share = `${SESSION_DIRECTORY}/shared`;
		const places = { own, claude, operator, exports: `${SESSION_DIRECTORY}/exports`, shared: share, session: share };
		const writ = managed({ mode: "shared" }, { root: `${SESSION_DIRECTORY}/workspace`, places });
		const session = { workspace: `${SESSION_DIRECTORY}/workspace` };
		await expectPlan("mode-shared.yaml", writ, managedFacts([`${SESSION_DIRECTORY}/exports`], { session }));
	});

	it("standard, nested below a parent, with the session's workspace", async () => {
		const parent = { agent: "boss", workspace: PARENT, writable: true, plan: null };
		const session = { workspace: `${SESSION_DIRECTORY}/workspace` };
		const writ = managed({ mode: "nested", session_share: true });
		await expectPlan("mode-nested.yaml", writ, managedFacts([PARENT], { parent, session }));
	});

	it("standard, with a hard quota", async () => {
		await expectPlan("quota-hard.yaml", managed({ quota: "hard" }), managedFacts());
	});
});

function managed(sandbox: object, options: Parameters<typeof writFor>[1] = {}): Writ {
	const wish = { profile: "standard", overrides: { sandbox } };
	return writFor(wish, { root: storage().workspace, catalog: shippedCatalog, mayWiden: true, ...options });
}

async function expectPlan(file: string, writ: Writ, known: PlanFacts): Promise<void> {
	const outcome = planSandbox(writ, known);
	const text = stringify(outcome.ok ? outcome.plan : { problems: outcome.problems }, { lineWidth: 0 });
	await expect(text).toMatchFileSnapshot(join(import.meta.dirname, "plans", file));
}
