import { type LastingClient, rowsOf, type ServerReply, textOf } from "../../client/index.ts";
import { type Effect, present, type ReasonCode } from "../../engine/index.ts";
import {
	type KnownMachine,
	type PreparedRun,
	type RunAuthority,
	type RunOrder,
	superviseRun,
	superviseUnconfined,
} from "../../supervise/index.ts";
import type { RunSettings } from "./read-settings.ts";
import type { RunOptions } from "./run-words.ts";
import { type FinishedRun, finishedRun, type RunTeller } from "./tell-run.ts";

/** Starts a program as its machine can confine it, and sees it to its end. */
export async function superviseProgram(
	order: RunOrder,
	client: LastingClient,
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
			tellLaunch = { coarse: plan.coarse, missing: plan.missing, exposed: plan.exposed ?? [] };
			tell.begin({
				profile: prepared.writ.profile,
				workspace: plan.workspace.managed ? "a directory of its own" : plan.workspace.source,
				network: networkText(plan.network.allow, prepared.writ.terms.network.allow),
				level: machine.level,
			});
			tell.notice(plan.missing);
			tell.exposed(plan.exposed ?? [], plan.workspace.source);
			return authority.launch({ plan, argv_digest: argvDigest, missing: plan.missing });
		},
	});
	return finishedRun(report);
}

function networkText(allows: boolean, lists: readonly (readonly string[])[]): string {
	if (!allows) return "no network";
	const [hosts = []] = lists.toSorted((one, other) => one.length - other.length);
	return hosts.length === 1 ? `network: ${hosts[0]}` : `network: ${hosts.length} hosts`;
}

type RunMissing = readonly { readonly what: string; readonly why: string }[];

/** What is weaker than bubblewrap is not built: such a machine confines nothing. */
function isWeak({ level }: KnownMachine): boolean {
	return level !== "L3" && level !== "L4";
}

type Refused = { readonly code: string; readonly message: string } | null;

/** The authority as the supervisor of a program sees it: every question goes over the one connection. */
interface SocketAuthority extends Omit<RunAuthority, "launch"> {
	/** Records a launch before it happens. */
	readonly launch: (launch: ServerReply) => Promise<Refused>;
}

/** Speaks for the program of one agent. */
function runAuthority(
	client: LastingClient,
	{ agent }: PreparedRun,
	{ level }: KnownMachine,
	keep: boolean,
	launched: (planDigest: unknown) => void,
): SocketAuthority {
	return {
		async launch(launch) {
			const answer = await client.send("sandbox:launch", { agent_id: agent, pid: process.pid, level, keep, ...launch });
			if (!answer.ok) return answer;
			launched(answer.reply.plan_digest);
			return null;
		},
		async decide(host, port) {
			const answer = await client.send("permission:decide", { agent_id: agent, request: { kind: "network", host, port } });
			if (!answer.ok) return { effect: "deny", code: "authority-unavailable", message: answer.message };
			const [reason] = rowsOf(answer.reply.reasons);
			// SECURITY: whatever is not plainly an allow is a denial; the proxy lets nothing else through.
			return { effect: textOf(answer.reply.effect) as Effect, code: textOf(reason?.code) as ReasonCode, message: textOf(reason?.message) };
		},
		async record({ port, address, sentBytes, receivedBytes, ...seen }) {
			const data = {
				agent_id: agent,
				...seen,
				port: port ?? undefined,
				address: address ?? undefined,
				sent: sentBytes,
				received: receivedBytes,
			};
			const answer = await client.send("sandbox:connection", present(data));
			if (!answer.ok) throw new Error(answer.message);
		},
	};
}

const HELD = ["SIGTERM", "SIGINT", "SIGHUP", "SIGQUIT"] as const;

/**
 * Keeps signals from ending this process: from the start of a program they are the program's own, and after its end what it left is
 * looked at and recorded, whatever a person presses meanwhile.
 */
function holdSignals(): void {
	for (const name of HELD) process.on(name, () => undefined);
}
