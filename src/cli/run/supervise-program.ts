import { type KnownMachine, type RunOrder, superviseRun, superviseUnconfined } from "../../authority/index.ts";
import type { ServerReply } from "../../points/socket/index.ts";
import { type FinishedRun, finishedRun } from "./finished-run.ts";
import { holdSignals } from "./hold-signals.ts";
import type { RunSettings } from "./read-settings.ts";
import { runAuthority } from "./run-authority.ts";
import type { RunClient } from "./run-client.ts";
import type { RunOptions } from "./run-words.ts";
import type { RunTeller } from "./tell-run.ts";

/** Starts a program as its machine can confine it, and sees it to its end. */
export async function superviseProgram(
	order: RunOrder,
	client: RunClient,
	{ keep = false }: RunOptions,
	{ allowUnsandboxed = false }: RunSettings,
	tell: RunTeller,
): Promise<FinishedRun> {
	const { prepared, machine } = order;
	let tellLaunch: ServerReply = {};
	const authority = runAuthority(client, prepared, machine, keep, (planDigest) => {
		holdSignals();
		tell.progress({ event: "launched", agent_id: prepared.agent, level: machine.level, plan_digest: planDigest, ...tellLaunch });
	});
	if (isWeak(machine)) {
		const launch = ({ argvDigest, missing }: { readonly argvDigest: string; readonly missing: RunMissing }) => {
			tellLaunch = { coarse: [], missing };
			tell.notice(missing);
			return authority.launch({ argv_digest: argvDigest, missing });
		};
		return finishedRun(await superviseUnconfined(order, { isPermitted: allowUnsandboxed, launch }));
	}
	const report = await superviseRun(order, {
		...authority,
		launch: ({ plan, argvDigest }) => {
			tellLaunch = { coarse: plan.coarse, missing: plan.missing };
			tell.notice(plan.missing);
			return authority.launch({ plan, argv_digest: argvDigest, missing: plan.missing });
		},
	});
	return finishedRun(report);
}

type RunMissing = readonly { readonly what: string; readonly why: string }[];

/** What is weaker than bubblewrap is not built: such a machine confines nothing. */
function isWeak({ level }: KnownMachine): boolean {
	return level !== "L3" && level !== "L4";
}
