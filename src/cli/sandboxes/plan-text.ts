import type { SandboxPlan } from "../../authority/index.ts";
import { facts, table } from "../output/table.ts";
import { visible } from "../output/visible.ts";
import type { Palette } from "../terminal.ts";

/** A plan as people read it: what there is inside, what is closed, how far it may go, and what is not held. */
export function planText(plan: SandboxPlan, paint: Palette): string {
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
		section("Limits", facts(limitRows(plan), paint), paint),
		section("Mounted wider than written", lines(plan.coarse), paint),
		section("Not held, or less than it reads", lines(plan.missing.map(({ what, why }) => `${what}: ${why}`)), paint),
	].join("");
}

/** The limits of a plan; beside each figure stands how strongly it holds. */
export function limitRows({ limits, quota, missing }: SandboxPlan): readonly (readonly [string, string])[] {
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
		row("/tmp, /dev/shm", SCRATCH_MB, " MB each", "hard"),
		row("time", limits.runtimeSeconds, " s", "hard"),
	];
}

const SCRATCH_MB = 64;

function networkText({ allow, proxyPort }: SandboxPlan["network"]): string {
	return allow ? `the listed hosts, through a proxy at 127.0.0.1:${proxyPort}` : "none";
}

function mountTable({ mounts, links }: SandboxPlan, paint: Palette): string {
	const rows = [
		...mounts.map(({ target, source, writable, sizeMb, make }) => ({
			target,
			access: writable ? "write" : "read",
			from: source === null ? `memory, ${sizeMb ?? SCRATCH_MB} MB (hard)` : `${source}${make === true ? " (made)" : ""}`,
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
		...masks.map(({ target, exists }) => ({ target, how: exists ? "hidden" : "cannot be made" })),
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

function lines(texts: readonly string[]): string {
	return texts.map((text) => `  ${visible(text)}\n`).join("");
}

function section(title: string, text: string, paint: Palette): string {
	return text === "" ? "" : `\n${paint.strong(title)}\n${text}`;
}
