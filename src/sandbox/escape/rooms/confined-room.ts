import { randomUUID } from "node:crypto";
import { join } from "node:path";
import type { Writ } from "../../../engine/index.ts";
import { runSandboxed, type StartedSandbox } from "../../bubblewrap/index.ts";
import { nodeInside } from "../../network/index.ts";
import type { SandboxPlan } from "../../plan/index.ts";
import { beginExitScan, watchTotalSize } from "../../quota/index.ts";
import { removeTree } from "../../storage/index.ts";
import { holdStubs, lookPastStubs } from "../../stubs/index.ts";
import { planRun } from "../../survey/index.ts";
import type { Launch } from "../launch.ts";
import type { World } from "../world.ts";
import { attackerWrit } from "./attacker-writ.ts";
import { openNetwork } from "./open-network.ts";
import { ENDED, type Entered, type Room } from "./room.ts";
import { writCommand } from "./writ-command.ts";

/** How the sandbox of writ is built here. */
export interface ConfinedOptions {
	readonly bwrap: string;
	readonly bindsDescriptors: boolean;
	/** The words that start `writ`; `null` when it is not at hand. */
	readonly writ: readonly string[] | null;
	/** Every launch by `writ run`, as far as it can be; else only those that need a launcher of their own. */
	readonly byCommand: boolean;
}

/** The sandbox of writ, entered as `writ run` does: planned, watched and scanned. */
export function confinedRoom(world: World, options: ConfinedOptions): Room {
	const home = join(world.base, "writs");
	const command = options.writ === null ? null : writCommand(world, options.writ);
	return {
		name: "writ",
		async enter(launch) {
			// The names of the network attempts mean nothing to a real resolver.
			const needed = launch.stage === "supervised" || (options.byCommand && launch.stage !== "network");
			if (needed) return command === null ? NO_COMMAND : command.enter(launch);
			const writ = attackerWrit(world, launch.workspace, launch.stage);
			const planned = await planRun(writ, { level: "L3", home, managed: false, look: lookPastStubs(home) });
			if (!planned.ok) return { outcome: "refused", why: planned.problems.map(({ code }) => code).join(", ") };
			const held = holdStubs(home, planned.plan);
			if (!held.ok) return { outcome: "refused", why: held.code };
			try {
				return await inside(launch, writ, held.plan, world, home, options);
			} finally {
				held.release();
			}
		},
		async remove(workspace) {
			try {
				return removeTree(workspace);
			} catch {
				return false;
			}
		},
		close: async () => command?.close(),
	};
}

const NO_COMMAND: Entered = { outcome: "not-tried", why: "it needs a launcher of its own, and writ is not at hand" };

const MEBIBYTE = 1024 * 1024;

async function inside(
	launch: Launch,
	writ: Writ,
	plan: SandboxPlan,
	world: World,
	home: string,
	options: ConfinedOptions,
): Promise<Entered> {
	const look = lookPastStubs(home);
	const isStub = (path: string): boolean => {
		const { kind, viaLink } = look(path);
		// A link that leads nowhere is no stub.
		return kind === "missing" && !viaLink;
	};
	const scan = await beginExitScan(writ, plan, { home, isStub });
	let running: StartedSandbox | null = null;
	const network = plan.network.proxyPort === null ? null : openNetwork(writ, plan.network.proxyPort, world);
	const bytes = (plan.limits.totalSizeMb ?? 0) * MEBIBYTE;
	const watch = await watchTotalSize([launch.workspace], { bytes, counts: "growth" }, () => running?.kill());
	const mounts = network === null ? plan.mounts : [...plan.mounts, ...nodeInside(process.execPath).mounts];
	const outcome = await runSandboxed({ ...plan, mounts }, launch.command, {
		stdio: ["ignore", "ignore", "ignore"],
		environment: world.environment,
		bwrap: options.bwrap,
		bindsDescriptors: options.bindsDescriptors,
		...(world.user === null ? {} : { user: world.user }),
		...network?.options,
		onStart(started) {
			running = started;
			if (started.link !== null) network?.serve(started.link);
		},
	});
	watch.stop();
	network?.close();
	await scan.finish(join(world.base, "quarantine", randomUUID()));
	return outcome.ok ? ENDED : { outcome: "refused", why: `${outcome.code}: ${outcome.message}` };
}
