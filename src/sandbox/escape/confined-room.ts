import { randomUUID } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { connect as connectTo, type Socket } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { decide, sealProfile, type Writ } from "../../engine/index.ts";
import { WritError } from "../../platform/index.ts";
import { type RunOptions, runSandboxed } from "../bubblewrap/run-sandboxed.ts";
import type { StartedSandbox } from "../bubblewrap/start-sandboxed.ts";
import { beginExitScan } from "../exit-scan/begin-exit-scan.ts";
import { watchTotalSize } from "../limits/watch-total-size.ts";
import { createProxy } from "../network/create-proxy.ts";
import { insideWords, nodeInside, RELAY_PROCESSES } from "../network/inside-words.ts";
import type { SandboxPlan } from "../plan/sandbox-plan.ts";
import { removeTree } from "../storage/remove-tree.ts";
import { openScratch } from "../storage/run-scratch.ts";
import { holdStubs } from "../stubs/hold-stubs.ts";
import { lookPastStubs } from "../stubs/look-past-stubs.ts";
import { planRun } from "../survey/plan-run.ts";
import type { Attempt } from "./attempt.ts";
import { FOLDER, type Launch } from "./launch.ts";
import { ENDED, type Entered, type Room, runSupervised } from "./room.ts";
import type { World } from "./world.ts";

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
			const scratch = openScratch(join(home, "sandboxes", "agents", randomUUID()), world.user);
			try {
				const planned = await planRun(writ, { level: "L3", home, managed: false, look: lookPastStubs(home), scratch: scratch.path });
				if (!planned.ok) return { outcome: "refused", why: planned.problems.map(({ code }) => code).join(", ") };
				const held = holdStubs(home, planned.plan);
				if (!held.ok) return { outcome: "refused", why: held.code };
				try {
					return await inside(launch, writ, held.plan, world, home, options);
				} finally {
					held.release();
				}
			} finally {
				scratch.remove();
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
		// A link that leads nowhere is not a stub.
		return kind === "missing" && !viaLink;
	};
	const scan = await beginExitScan(writ, plan, { home, isStub });
	let running: StartedSandbox | null = null;
	const network = plan.network.proxyPort === null ? null : openNetwork(writ, plan.network.proxyPort, world);
	const bytes = (plan.limits.totalSizeMb ?? 0) * MEBIBYTE;
	const written = [launch.workspace, ...plan.mounts.flatMap(({ source, make }) => (source !== null && make === true ? [source] : []))];
	const watch = await watchTotalSize(written, { bytes, counts: "growth" }, () => running?.kill());
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

/** `writ run` as a launcher, with a home of its own in the world. */
interface WritCommand {
	enter(launch: Launch): Promise<Entered>;
	/** Ends the daemon of the home. */
	close(): Promise<void>;
}

/** Makes the command enter launches; `writ` are the words that start it. */
function writCommand(world: World, writ: readonly string[]): WritCommand {
	const home = join(world.base, "home-of-run");
	mkdirSync(home, { mode: 0o700 });
	/** Launches go on side by side: a profile that another one reads is not written again. */
	const written = new Set<string>();
	return {
		async enter(launch) {
			const profile = join(home, `profile-${launch.stage ?? "usual"}.yaml`);
			if (!written.has(profile)) writeFileSync(profile, JSON.stringify(attackerProfile(world, launch.stage)));
			written.add(profile);
			const words = [...writ, "run", "--home", home, "--profile", profile, "--workspace", launch.workspace, "--", ...launch.command];
			const patient = { ...launch, seconds: launch.seconds + SECONDS_TO_START };
			const { code, complaints } = await runSupervised(words, patient, world, { asCaller: true });
			const why = complaints.trim().split("\n")[0]?.slice(0, 200) ?? "";
			const refused = code !== null && REFUSALS.includes(code) && why !== "" && !isBegun(launch);
			return refused ? { outcome: "refused", why } : ENDED;
		},
		async close() {
			const name = readdirSync(home).find((one) => one.endsWith(".pid"));
			if (name === undefined) return;
			const pid = Number(readFileSync(join(home, name), "utf8"));
			for (let waited = 0; waited < 100 && ends(pid); waited++) await sleep(50);
		},
	};
}

/** The exit codes of a command that was never started. */
const REFUSALS = [1, 2, 3];
/** The first launch starts a daemon too. */
const SECONDS_TO_START = 20;

/** Whether any of its attempts was made. */
function isBegun({ workspace, command }: Launch): boolean {
	try {
		return !command.includes(`${FOLDER}/all`) || readdirSync(join(workspace, FOLDER)).some((name) => name.endsWith(".said"));
	} catch {
		// It took its own answers away.
		return true;
	}
}

function ends(pid: number): boolean {
	try {
		return process.kill(pid, "SIGTERM");
	} catch {
		return false;
	}
}

/** The way out of a sandbox into a world where names mean what the attempts need, and where every address is the host's server. */
interface OpenNetwork {
	readonly options: Pick<RunOptions, "proxy" | "before" | "moreProcesses">;
	serve(link: Socket): void;
	close(): void;
}

/** Addresses by name; each question takes the next answer, and the last one stays. */
const NAMES: Readonly<Record<string, readonly string[]>> = {
	"allowed.test": ["93.184.216.34"],
	"inward.test": ["127.0.0.1"],
	"private.test": ["10.1.2.3"],
	"metadata.test": ["169.254.169.254"],
	"rebinding.test": ["93.184.216.35", "127.0.0.1"],
};

/** Addresses that may be connected to; whatever else is, was let through. */
const PUBLIC = new Set(["93.184.216.34", "93.184.216.35"]);

/** Makes the proxy of a network attempt, with the real rules over made-up names. */
function openNetwork(writ: Writ, port: number, world: World): OpenNetwork {
	const asked = new Map<string, number>();
	const proxy = createProxy({
		decide: async (host, to) => {
			const { effect, reasons } = decide(writ, { kind: "network", host, port: to });
			return { effect, code: reasons[0].code, message: reasons[0].message };
		},
		record: async () => undefined,
		localPorts: new Set(),
		resolve: async (name) => {
			const times = asked.get(name) ?? 0;
			asked.set(name, times + 1);
			const answers = NAMES[name] ?? ["93.184.216.36"];
			return [answers[Math.min(times, answers.length - 1)] ?? ""];
		},
		connect: (address) => (PUBLIC.has(address) ? toNowhere(world) : toHost(world)),
	});
	const { node } = nodeInside(process.execPath);
	return {
		options: {
			proxy: "pipe",
			before: insideWords({ node, descriptor: 3, ports: { proxy: port, forwards: [] } }),
			moreProcesses: RELAY_PROCESSES,
		},
		serve: (link) => void proxy.serve(link),
		close: () => proxy.close(),
	};
}

/** The granted hosts answer, and what they are told is nobody's concern. */
function toNowhere({ servers }: World): Promise<Socket> {
	return open(servers.grantedPort);
}

function toHost({ servers }: World): Promise<Socket> {
	return open(servers.port);
}

function open(port: number): Promise<Socket> {
	return new Promise((resolve, reject) => {
		const socket = connectTo({ port, host: "127.0.0.1" }, () => resolve(socket));
		socket.once("error", reject);
	});
}

/** What the attempts are granted: a workspace, one tree to read, and small limits. */
function attackerProfile({ base }: Pick<World, "base">, stage: Attempt["stage"]): Readonly<Record<string, unknown>> {
	return {
		filesystem: {
			sandbox_root: "./workspace",
			read_paths: ["./workspace", join(base, "readable")],
			write_paths: ["./workspace"],
			allow_symlinks: false,
			max_file_size_mb: 8,
			max_total_size_mb: stage === "small-disk" ? 16 : 1024,
		},
		resources: { max_processes: 24, max_memory_mb: 128, max_runtime_seconds: stage === "short" ? 1 : 120 },
		capabilities: { network_access: stage === "network" },
		network: { allow: stage === "network" ? GRANTED.map((name) => `${name}:80`) : [] },
		sandbox: { unix_sockets: stage === "unix-sockets" },
	};
}

/** Hosts that the network attempts are granted, on port 80. */
const GRANTED = ["allowed.test", "inward.test", "private.test", "metadata.test", "rebinding.test"] as const;

/** The writ of the attempts, sealed for a workspace. */
function attackerWrit(world: World, workspace: string, stage: Attempt["stage"]): Writ {
	const sealed = sealProfile(attackerProfile(world, stage), { agent: "attacker", root: workspace });
	if (!sealed.ok) throw new WritError("escape-profile", JSON.stringify(sealed.problems));
	return sealed.writ;
}
