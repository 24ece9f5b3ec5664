import { chownSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sealProfile } from "../../src/engine/index.ts";
import { type HeldStubs, holdStubs, lookPastStubs, nodeInside, planRun, runSandboxed, type SandboxPlan } from "../../src/sandbox/index.ts";
import { type NetworkAuthority, runNetwork } from "../../src/supervise/run-network.ts";
import { USER } from "./programs.ts";

/** Where sandboxes are measured. */
export interface Ground {
	readonly home: string;
	readonly workspace: string;
}

const NODE = nodeInside(process.execPath);

/** What sandboxes are measured with: an agent that works in one directory. */
const FILESYSTEM = { read_paths: ["./workspace"], write_paths: ["./workspace"] };

/** A plan as `writ run` makes it, with its stubs. */
export async function planOn(ground: Ground, profile: unknown = { filesystem: FILESYSTEM }): Promise<HeldStubs> {
	const { home, workspace } = ground;
	const sealed = sealProfile(profile, { agent: "ann", root: workspace });
	if (!sealed.ok) throw new Error(JSON.stringify(sealed.problems));
	const planned = await planRun(sealed.writ, { level: "L3", home, managed: false, look: lookPastStubs(home) });
	if (!planned.ok) throw new Error(JSON.stringify(planned.problems));
	const held = holdStubs(home, planned.plan);
	if (!held.ok) throw new Error(held.message);
	return held;
}

/** A plan that covers so many files of the workspace. */
export function planProtecting({ home, workspace }: Ground, count: number): Promise<HeldStubs> {
	const inner = join(workspace, `protects-${count}`);
	mkdirSync(inner);
	if (USER !== null) chownSync(inner, USER.uid, USER.gid);
	for (let index = 0; index < count; index++) writeFileSync(join(inner, `file-${index}`), "");
	const protectedPaths = Array.from({ length: count }, (_, index) => `./workspace/file-${index}`);
	return planOn({ home, workspace: inner }, { filesystem: { ...FILESYSTEM, protected_paths: protectedPaths } });
}

/** A plan with a network of one host. */
export function planWithNetwork(ground: Ground): Promise<HeldStubs> {
	return planOn(ground, {
		filesystem: FILESYSTEM,
		network: { allow: ["registry.test"] },
		capabilities: { network_access: true },
	});
}

/** Runs a command in a sandbox and waits until nothing of it is left. */
export async function runConfined(plan: SandboxPlan, command: readonly string[]): Promise<void> {
	const whole = plan.network.allow ? { ...plan, mounts: [...plan.mounts, ...NODE.mounts] } : plan;
	const network = runNetwork(whole, NODE.node, { local: new Set(), forwards: [] }, SILENT);
	const outcome = await runSandboxed(whole, command, {
		stdio: ["ignore", "ignore", "inherit"],
		environment: {},
		...(USER === null ? {} : { user: USER }),
		...network?.options,
		onStart: ({ link }) => {
			if (link !== null) network?.serve(link);
		},
	});
	await network?.close();
	if (!outcome.ok) throw new Error(outcome.message);
	if (outcome.exitCode !== 0) throw new Error(`${command.join(" ")}: exit ${outcome.exitCode}`);
}

/** Nothing that is measured asks for a connection. */
const SILENT: NetworkAuthority = {
	decide: async () => ({ effect: "deny", code: "host-not-allowed", message: "not asked for" }),
	record: async () => undefined,
};
