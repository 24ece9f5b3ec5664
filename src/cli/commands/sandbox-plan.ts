import { realpathSync } from "node:fs";
import { resolve } from "node:path";
import type { Command } from "commander";
import type { PlanProblem, SandboxPlan } from "../../authority/index.ts";
import type { ConfinementLevel } from "../../engine/index.ts";
import { configurationHome } from "../../platform/index.ts";
import { imagineDirectories, knownMachine, previewPlan } from "../../supervise/index.ts";
import { complain, withClient } from "../ask.ts";
import { openCatalog } from "../open-catalog.ts";
import { complainOfProblems, complainOfWords } from "../output/problems.ts";
import { facts, table } from "../output/table.ts";
import { visible } from "../output/visible.ts";
import { type CommonOptions, EXIT, type ExitCode, type Invocation } from "../subcommand.ts";
import type { Palette, Terminal } from "../terminal.ts";
import { sealNamed } from "../words/subject.ts";

interface PlanOptions extends CommonOptions {
	readonly profile?: string;
	readonly agentId?: string;
	readonly workspace?: string;
	readonly managed?: boolean;
}

/** `writ sandbox plan`: what a program would find inside, and what would hold it. */
export function addPlan(command: Command, session: Invocation): void {
	command
		.command("plan")
		.summary("show what a program would find inside")
		.description(
			"Show the sandbox that a profile or an agent gives to a program: mounts, network, limits, and what is not enforced. Nothing is started.",
		)
		.option("--profile <name>", "a profile, by its name or file (default: interactive)")
		.option("--agent-id <id>", "a living agent instead")
		.option("--workspace <dir>", "where the program would work (default: here)")
		.option("--managed", "in a directory of its own instead")
		.action((options: PlanOptions) => showPlan(session, options));
}

async function showPlan(session: Invocation, options: PlanOptions): Promise<void> {
	const { terminal, end } = session;
	const { profile, agentId, workspace, managed = false } = options;
	if (agentId !== undefined && (profile !== undefined || workspace !== undefined || managed))
		return end(complainOfWords("a living agent has its profile and its workspace: --agent-id stands alone", terminal));
	if (workspace !== undefined && managed)
		return end(complainOfWords("--workspace and --managed say different things: choose one", terminal));
	const home = configurationHome(options.home);
	const { level } = await knownMachine(home, process.env.PATH ?? "");
	if (agentId !== undefined) return planOfAgent(session, options, agentId, level);
	return end(await planOfProfile(terminal, options, realHome(home), level));
}

function planOfAgent(session: Invocation, options: PlanOptions, agent: string, level: ConfinementLevel): Promise<void> {
	return withClient(session, options, async (client, terminal) => {
		const answer = await client.send("sandbox:plan", { agent_id: agent, level });
		if (!answer.ok) return complain(answer, "sandbox:plan", terminal, options);
		// The authority of this very version made it.
		const { plan, problems } = answer.reply as unknown as { readonly plan: SandboxPlan | null; readonly problems: readonly PlanProblem[] };
		return plan === null ? tellProblems(problems, terminal, options) : tellPlan(plan, terminal, options);
	});
}

async function planOfProfile(terminal: Terminal, options: PlanOptions, home: string, level: ConfinementLevel): Promise<ExitCode> {
	const directories = imagineDirectories(home);
	const root = options.managed === true ? directories.workspace : realDirectory(resolve(terminal.directory, options.workspace ?? "."));
	if (root === null) return complainOfWords(`the workspace ${options.workspace} is not a directory`, terminal);
	const catalog = openCatalog(options.home, options.managed === true ? terminal.directory : root);
	const holder = { agent: "planned", root, places: directories.places };
	const sealed = sealNamed({ profile: options.profile ?? DEFAULT_PROFILE }, catalog, holder, terminal.directory);
	if (!sealed.ok) return complainOfProblems(sealed.problems, terminal, options.json);
	const planned = await previewPlan(sealed.writ, home, level, directories);
	return planned.ok ? tellPlan(planned.plan, terminal, options) : tellProblems(planned.problems, terminal, options);
}

const DEFAULT_PROFILE = "interactive";

function tellPlan(plan: SandboxPlan, { write, paint }: Terminal, { json = false }: PlanOptions): ExitCode {
	write(json ? `${JSON.stringify({ ok: true, plan })}\n` : planText(plan, paint));
	return EXIT.ok;
}

function tellProblems(problems: readonly PlanProblem[], terminal: Terminal, { json = false }: PlanOptions): ExitCode {
	const { bad, faint } = terminal.paintComplaint;
	if (json) terminal.write(`${JSON.stringify({ ok: false, problems })}\n`);
	else for (const { message, cure, code } of problems) terminal.complain(`${bad("writ:")} ${message} ${faint(`[${code}]`)}\n  ${cure}\n`);
	const exits = problems.map(({ exit }) => exit);
	return exits.includes(2) ? EXIT.invalid : exits.includes(1) ? EXIT.denied : EXIT.broken;
}

function realDirectory(path: string): string | null {
	try {
		return realpathSync(`${path}/`);
	} catch {
		return null;
	}
}

/** A home that does not exist yet has nothing in it. */
function realHome(home: string): string {
	return realDirectory(home) ?? home;
}

/** A plan as people read it: what there is inside, what is closed, how far it may go, and what is not held. */
function planText(plan: SandboxPlan, paint: Palette): string {
	return [
		`${paint.name(visible(plan.agent))}\n`,
		facts(
			[
				["mode", plan.mode],
				["level", `${plan.level} or stronger`],
				["starts in", plan.workdir],
				["network", networkText(plan.network)],
				["unix sockets", plan.network.unixSockets ? "open, those that are found are hidden" : "closed"],
				["environment", [...new Set([...Object.keys(plan.environment.set), ...plan.environment.pass])].toSorted().join(" ")],
			],
			paint,
		),
		section("Inside", mountTable(plan, paint), paint),
		section("Closed inside", closedTable(plan, paint), paint),
		section("Blocked, and seen: git has committed what they hold", lines(plan.exposed ?? []), paint),
		section("Limits", facts(limitRows(plan), paint), paint),
		section("Mounted wider than written", lines(plan.coarse), paint),
		section("Not enforced, or less strictly than written", lines(plan.missing.map(({ what, why }) => `${what}: ${why}`)), paint),
	].join("");
}

/** The limits of a plan; beside each figure stands how strongly it holds. */
function limitRows({ limits, quota, missing, mounts }: SandboxPlan): readonly (readonly [string, string])[] {
	const row = (name: string, value: number | null, unit: string, strength: string): readonly [string, string] => [
		name,
		value === null ? "no limit" : `${value}${unit} (${strength})`,
	];
	const isSoft = missing.some(({ what }) => what === "resources.max_memory_mb");
	const memory = isSoft ? "hard for each process, soft in all" : "hard";
	return [
		row("processes", limits.processes, "", "hard"),
		row("memory", limits.memoryMb, " MB", memory),
		row("one file", limits.fileSizeMb, " MB", "hard"),
		row("all files", limits.totalSizeMb, " MB", quota),
		row("open files", limits.openFiles, "", "hard"),
		["home and /tmp", scratchText(mounts)],
		row("/dev/shm", MEMORY_MB, " MB", "hard"),
		row("time", limits.runtimeSeconds, " s", "hard"),
	];
}

const MEMORY_MB = 64;

/** Where a program has its home and its `/tmp`, and what bounds them. */
function scratchText(mounts: SandboxPlan["mounts"]): string {
	const isOnDisk = mounts.some(({ target, source }) => target === "/tmp" && source !== null);
	return isOnDisk ? "on disk for the run, counted with all files" : `${MEMORY_MB} MB of memory each (hard)`;
}

function networkText({ allow, proxyPort }: SandboxPlan["network"]): string {
	return allow ? `the listed hosts, through a proxy at 127.0.0.1:${proxyPort}` : "none";
}

function mountTable({ mounts, links }: SandboxPlan, paint: Palette): string {
	const rows = [
		...mounts.map(({ target, source, writable, sizeMb, make }) => ({
			target,
			access: writable ? "write" : "read",
			from: source === null ? `memory, ${sizeMb ?? MEMORY_MB} MB (hard)` : `${source}${make === true ? " (made)" : ""}`,
		})),
		...links.map(({ at, to }) => ({ target: at, access: "link", from: to })),
	];
	return table(
		rows,
		[
			{ head: "PATH", of: ({ target }) => target, paint: paint.name },
			{ head: "ACCESS", of: ({ access }) => access },
			{ head: "IS", of: ({ from }) => from, paint: paint.faint },
		],
		paint,
	);
}

function closedTable({ readOnly, masks }: SandboxPlan, paint: Palette): string {
	const rows = [
		...readOnly.map(({ target }) => ({ target, how: "read-only" })),
		...masks.map(({ target, exists, shows }) => ({
			target,
			how: !exists ? "cannot be made" : shows === undefined ? "hidden" : INSTEAD[shows.as],
		})),
	];
	if (rows.length === 0) return "";
	return table(
		rows.toSorted((one, other) => (one.target < other.target ? -1 : 1)),
		[
			{ head: "PATH", of: ({ target }) => target, paint: paint.name },
			{ head: "HOW", of: ({ how }) => how },
		],
		paint,
	);
}

const INSTEAD = { empty: "empty", settings: "its harmless settings", committed: "as it is committed, read-only" } as const;

function lines(texts: readonly string[]): string {
	return texts.map((text) => `  ${visible(text)}\n`).join("");
}

function section(title: string, text: string, paint: Palette): string {
	return text === "" ? "" : `\n${paint.strong(title)}\n${text}`;
}
