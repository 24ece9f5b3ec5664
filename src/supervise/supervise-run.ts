import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Writ } from "../engine/index.ts";
import { errorCode, wasChanged } from "../platform/index.ts";
import {
	type CgroupUsage,
	holdStubs,
	isWithin,
	type LimitViolation,
	localPorts,
	openCgroup,
	openScratch,
	RELAY_FAILED,
	RELAY_PROCESSES,
	type RunScratch,
	runSandboxed,
	type SandboxPlan,
	type SandboxUsage,
	type StartedSandbox,
	type TakenCaches,
	unlockDirectory,
} from "../sandbox/index.ts";
import { runCaches, settleCaches } from "./caches.ts";
import { passIdentity } from "./git-identity.ts";
import { guardDisk } from "./guard-disk.ts";
import { planLaunch } from "./plan.ts";
import { digestOf, type NotStarted, type RunAuthority, type RunOrder, type RunReport, refuseRun } from "./run.ts";
import type { RunNetwork } from "./run-network.ts";
import { type ChosenUser, giveDirectories, isOfSystem, openingWords, runUser, unwritable } from "./run-user.ts";
import { standardStreams } from "./streams.ts";

/** Runs a program in its sandbox, from the plan to the scan of what it left. */
export async function superviseRun(order: RunOrder, authority: RunAuthority): Promise<RunReport> {
	const { prepared, home } = order;
	const { writ, own, managed } = prepared;
	const workspace = writ.places.real.workspace ?? own;
	const chosen = runUser(workspace, managed, order.runAs, order.usualUser);
	if (!chosen.ok) return refuseRun(3, "sandbox-user", chosen.message, "Name a user with --run-as, or run_as in config.yaml of the home.");
	const { exports, claude, session } = writ.places.real;
	const made = [exports, claude, join(own, "nested"), session, workspace, prepared.parent?.workspace];
	giveDirectories(
		made.filter((directory) => directory !== undefined && isWithin(directory, join(home, "sandboxes"))),
		chosen.user,
	);

	const scratch = scratchOf(order, chosen.user);
	if (typeof scratch === "string")
		return refuseRun(
			3,
			"not-started",
			`The home of the program cannot be made in ${own} (${scratch}).`,
			"Look at that directory and its disk.",
		);
	let report: RunReport | null = null;
	let caches: TakenCaches | null = null;
	try {
		report = await runPlanned(order, authority, chosen, scratch, () => {
			caches = runCaches(order, chosen, scratch);
		});
		return report;
	} finally {
		settleCaches(caches, order, report);
		scratch.remove();
	}
}

/** The scratch of a run, or the code of the error for which there is none. */
function scratchOf({ prepared: { own }, personsHome }: RunOrder, user: ChosenUser["user"]): RunScratch | string {
	try {
		const scratch = openScratch(own, user);
		if (personsHome !== undefined) passIdentity(personsHome, join(scratch.path, "home"), user);
		return scratch;
	} catch (error) {
		return errorCode(error);
	}
}

/** Plans and runs a program that has its user and its scratch. */
async function runPlanned(
	order: RunOrder,
	authority: RunAuthority,
	chosen: ChosenUser,
	scratch: RunScratch,
	takeCaches: () => void,
): Promise<RunReport> {
	const { prepared, machine, home } = order;
	const { writ, own } = prepared;
	const planned = await planLaunch(prepared, order.command, { ...order, level: machine.level, scratch: scratch.path });
	if (!planned.ok) return { started: false, exit: strongest(planned.problems), problems: eachOnce(planned.problems) };
	const { plan } = planned;
	const unusable = refuseVariables(plan.environment.pass, order.variables);
	if (unusable !== null) return unusable;
	const closed = unwritable(plan, chosen.user);
	if (closed !== null)
		return refuseRun(
			3,
			"path-outside",
			`The user ${chosen.name} cannot write ${closed}, which the writ grants.`,
			isOfSystem(closed) ? "Name another workspace: this one belongs to the system." : openingWords(closed, chosen),
		);

	const streams = order.streams?.(planned.command) ?? standardStreams(planned.command, home, order.onErrors);
	if (streams === null)
		return refuseRun(3, "not-started", `The pipes to the program cannot be made in ${home}/run.`, "Look at that directory, and at mkfifo.");

	// After the survey, which has nothing to find in them, and before the first look at what is written, which does not count them.
	takeCaches();
	let running: StartedSandbox | null = null;
	let exceeded: LimitViolation | null = null;
	const disk = await guardDisk(plan, writ, home, (violation) => {
		// It may be too much already when it starts.
		exceeded = violation;
		running?.kill(violation);
	});
	const network = plan.network.allow ? await openNetwork(plan, planned.node, writ, authority) : null;
	const held = holdStubs(home, plan);
	if (!held.ok) return refuseRun(3, held.code, held.message, "Look at the workspace, and try again.");
	const refused = await authority.launch({ plan: held.plan, argvDigest: digestOf(order.command) });
	if (refused !== null) {
		held.release();
		return refuseRun(3, refused.code, refused.message, "See run/daemon.log of the home.");
	}
	const group = openCgroup(withRelay(plan, network !== null));
	if (group === null && machine.level === "L4") {
		held.release();
		return refuseRun(3, "sandbox-level", "The control group that makes this machine level L4 cannot be made.", "See `writ doctor`.");
	}
	const outcome = await runSandboxed(held.plan, streams.command, {
		stdio: streams.stdio,
		environment: order.variables,
		forwardSignals: order.streams === undefined,
		hasTerminal: streams.hasTerminal === true,
		bindsDescriptors: machine.bindsDescriptors,
		agentsWrite: prepared.agentsWrite,
		...(chosen.user === null ? {} : { user: chosen.user }),
		...(machine.bwrap === null ? {} : { bwrap: machine.bwrap }),
		...(group === null ? {} : { onSpawn: group.add }),
		...network?.options,
		onStart(started) {
			running = started;
			order.ended?.addEventListener("abort", () => started.kill());
			if (order.ended?.aborted === true) started.kill();
			if (exceeded !== null) started.kill(exceeded);
			streams.connect(started);
			if (started.link !== null) network?.serve(started.link);
		},
	});
	const isBegun = outcome.ok && !(network !== null && outcome.exitCode === RELAY_FAILED && !(await network.isReady()));
	await network?.close();
	const lost = await streams.restore();
	const counted = group?.usage();
	await group?.close();
	// SECURITY: a directory that the program has closed would keep its stubs, hide what it holds from the scan, and keep the next run out.
	for (const { source, writable } of plan.mounts) if (writable && source !== null) unlockDirectory(source, chosen.user?.uid);
	held.release();
	const findings = await disk.finish(join(home, "quarantine", own.slice(own.lastIndexOf("/") + 1)));
	if (!outcome.ok) return refuseRun(3, outcome.code, outcome.message, "See `writ doctor` for what is missing and how to get it.");
	if (!isBegun) return refuseRun(3, "sandbox-level", "The network of the sandbox did not start.", "See `writ doctor`.");
	const { sent, received } = network?.bytes ?? { sent: 0, received: 0 };
	return {
		started: true,
		// What was not written does not count as a success, although the program had ended before that was known.
		exitCode: lost !== null && outcome.exitCode === 0 ? 1 : outcome.exitCode,
		plan: held.plan,
		missing: plan.missing,
		lost,
		usage: { ...withCounted(outcome.usage, counted), diskBytes: disk.usedBytes(), sentBytes: sent, receivedBytes: received },
		limits: [...outcome.violations, ...memoryKills(plan, counted), ...refusedProcesses(plan, counted, outcome.violations)],
		findings,
		denials: network?.denials ?? [],
	};
}

/** Only who has a network waits for what serves it: Node reads a lot for it. */
async function openNetwork(plan: SandboxPlan, node: string, writ: Writ, authority: RunAuthority): Promise<RunNetwork | null> {
	const { runNetwork } = await import("./run-network.ts");
	return runNetwork(plan, node, networkPorts(writ), authority);
}

/** The relay is not a process of the program's. */
function withRelay({ limits }: SandboxPlan, hasNetwork: boolean): Pick<SandboxPlan["limits"], "processes" | "memoryMb"> {
	const { processes, memoryMb } = limits;
	return { memoryMb, processes: processes === null || !hasNetwork ? processes : processes + RELAY_PROCESSES };
}

/** What the kernel counted is more than what was seen once a second. */
function withCounted(usage: SandboxUsage, counted: CgroupUsage | undefined): SandboxUsage {
	return {
		...usage,
		peakMemoryMb: counted?.peakMemoryMb ?? usage.peakMemoryMb,
		peakProcesses: counted?.peakProcesses ?? usage.peakProcesses,
	};
}

function memoryKills({ limits: { memoryMb } }: SandboxPlan, counted: CgroupUsage | undefined): readonly LimitViolation[] {
	if (counted === undefined || counted.memoryKills === 0 || memoryMb === null) return [];
	return [{ limit: "max_memory_mb", allowed: memoryMb, used: Math.max(memoryMb, counted.peakMemoryMb ?? memoryMb) }];
}

/** What the kernel refused between two looks. */
function refusedProcesses(
	{ limits: { processes } }: SandboxPlan,
	counted: CgroupUsage | undefined,
	seen: readonly LimitViolation[],
): readonly LimitViolation[] {
	const isNew = (counted?.refusedProcesses ?? 0) > 0 && !seen.some(({ limit }) => limit === "max_processes");
	return isNew && processes !== null ? [{ limit: "max_processes", allowed: processes, used: processes }] : [];
}

/** What is granted for reading and for writing would be told twice. */
function eachOnce(problems: NotStarted["problems"]): NotStarted["problems"] {
	return [...new Map(problems.map((problem) => [problem.message, problem])).values()];
}

/** A mistake in the words is told before a denial, and that before what this machine cannot do. */
function strongest(problems: readonly { readonly exit: NotStarted["exit"] }[]): NotStarted["exit"] {
	const exits = problems.map(({ exit }) => exit);
	return exits.includes(2) ? 2 : exits.includes(1) ? 1 : 3;
}

/** Linux gives a program at most 131,072 bytes in one text, the name of the variable and what starts the program included. */
const LONGEST_VALUE = 131_000;

/** Why the caller's variables of these names cannot be passed on as they are. SECURITY: values are never told. */
function refuseVariables(names: readonly string[], variables: RunOrder["variables"]): NotStarted | null {
	for (const name of names) {
		const value = Object.hasOwn(variables, name) ? variables[name] : undefined;
		if (value === undefined) continue;
		if (Buffer.byteLength(value) > LONGEST_VALUE)
			return refusal(`The variable ${name} holds more than ${LONGEST_VALUE.toLocaleString("en")} bytes, which no program can be given.`);
		if (wasChanged(value, () => givenEntry(name)))
			return refusal(`The variable ${name} is not UTF-8, and would come to mean something else.`);
	}
	return null;
}

function refusal(message: string): NotStarted {
	return refuseRun(2, "invalid-request", message, "Hand its value over in a file.");
}

/** What this process was given for a variable, as bytes; nothing when the value is not from there. */
function givenEntry(name: string): Uint8Array {
	const entries = readFileSync("/proc/self/environ", "latin1").split("\0");
	return Buffer.from(entries.find((entry) => entry.startsWith(`${name}=`)) ?? "", "latin1");
}

/** The ports of this machine that a writ names: as `localhost`, through the proxy, and as `127.0.0.1`, which also answers inside. */
function networkPorts({ terms }: Writ): { readonly local: ReadonlySet<number>; readonly forwards: readonly number[] } {
	const { allow } = terms.network;
	return { local: localPorts(allow, "localhost"), forwards: [...localPorts(allow, "127.0.0.1")] };
}
