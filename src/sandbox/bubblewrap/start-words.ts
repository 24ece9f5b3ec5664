import { readFileSync } from "node:fs";
import type { SandboxPlan } from "../plan/sandbox-plan.ts";
import { STARTER } from "./bwrap-arguments.ts";
import { SHELL } from "./host-layout.ts";
import { rememberProcess } from "./memory.ts";

/** How a command is started inside. */
interface Start {
	/** The descriptor of the line to us. */
	readonly gate: number;
	readonly bounds: readonly Bound[];
	/** Which program `/usr/bin/sh` is. */
	readonly shell: string;
	/** What is done last, before the command. */
	readonly steps: readonly string[];
	readonly command: readonly string[];
}

/**
 * Words inside that take the limits, wait for a word from outside, and become the command: without that word nothing is started.
 * SECURITY: bubblewrap's processes ask to die with their parents one after the other, and one that asks too late outlives us. So the
 * command starts only when all have asked; should we be killed before, the line to us ends and with it the sandbox.
 */
export function startWords({ gate, bounds, shell, steps, command }: Start): readonly string[] {
	// A shell takes a first word that looks like an option for one of its own.
	const limits = command[0]?.startsWith("-") === true ? null : limitSteps(bounds, shell);
	const wait = [...(limits ?? []), `read -r go <&${gate}`].join(" && ");
	const script = (own: readonly string[]) =>
		`${wait} || { echo >&${gate}; exit 1; }; ${own.map((step) => `${step}; `).join("")}exec "$@" ${gate}<&-`;
	if (limits !== null) return [STARTER, "-c", script(isName(command) ? [...steps, FIND] : steps), "writ", ...command];
	return [STARTER, "-c", script([]), "writ", ...limitWords(bounds), ...afterLimits(steps, command), ...command];
}

/** A program that is looked for by its name: a shell that does not find it would tell of its own lines. */
export const FIND = `command -v -- "$1" >/dev/null || { printf 'writ: %s: not found\\n' "$1" >&2; exit 127; }`;

function isName([first = ""]: readonly string[]): boolean {
	return !first.includes("/");
}

/** SECURITY: the program that sets the limits must not find the late variables, which may load code into it. */
function afterLimits(steps: readonly string[], [first = ""]: readonly string[]): readonly string[] {
	if (steps.length === 0) return [];
	return [SHELL, "-c", `${steps.join("; ")}; exec ${first.startsWith("-") ? '/usr/bin/env -- "$@"' : '"$@"'}`, "writ"];
}

/** One limit of the command, for its soft and its hard value alike. */
interface Bound {
	readonly limit: "nproc" | "data" | "fsize" | "nofile" | "core";
	readonly value: number;
}

/** The limits of a command. They are set inside, where processes are counted for this sandbox and not for all that the user runs. */
export function boundsOf({ processes, memoryMb, fileSizeMb, openFiles }: SandboxPlan["limits"], hard: HardLimits): readonly Bound[] {
	const bound = (limit: Bound["limit"], named: string, value: number | null): readonly Bound[] =>
		value === null ? [] : [{ limit, value: Math.min(value, hard.get(named) ?? value) }];
	return [
		// One more, for bubblewrap's own process inside.
		...bound("nproc", "Max processes", processes === null ? null : processes + 1),
		...bound("data", "Max data size", bytes(memoryMb)),
		...bound("fsize", "Max file size", bytes(fileSizeMb)),
		...bound("nofile", "Max open files", openFiles),
		...bound("core", "Max core file size", 0),
	];
}

/** What a shell does to take limits upon itself; `null` for a shell that is not known well enough. It saves a program. */
export function limitSteps(bounds: readonly Bound[], shell: string): readonly string[] | null {
	const processes = PROCESSES_OPTION[shell];
	if (processes === undefined) return null;
	return bounds.map(({ limit, value }) => {
		const { option, unit } = limit === "nproc" ? { option: processes, unit: 1 } : SHELL_LIMITS[limit];
		return `ulimit -${option} ${Math.floor(value / unit)}`;
	});
}

/** Words before a command that set its limits, by a program of util-linux. */
export function limitWords(bounds: readonly Bound[]): readonly string[] {
	return ["/usr/bin/prlimit", ...bounds.map(({ limit, value }) => `--${limit}=${value}:${value}`), "--"];
}

/** Shells disagree only about this one. */
const PROCESSES_OPTION: Readonly<Record<string, string>> = { dash: "p", bash: "u" };

/** The units are those of the standard, which a shell called `sh` keeps. */
const SHELL_LIMITS = {
	data: { option: "d", unit: 1024 },
	fsize: { option: "f", unit: 512 },
	nofile: { option: "n", unit: 1 },
	core: { option: "c", unit: 512 },
} as const;

function bytes(mebibytes: number | null): number | null {
	return mebibytes === null ? null : Math.floor(mebibytes * 1024 * 1024);
}

/** Highest values that this process may hand on, by their names in /proc/self/limits; absent = no bound. */
type HardLimits = ReadonlyMap<string, number>;

/** Those of this process, read once: only who has power over it can change them, and a limit above what is left starts nothing. */
export const hardLimits: () => HardLimits = rememberProcess(() => parseHardLimits(readFileSync("/proc/self/limits", "utf8")));

/** Reads the text of /proc/self/limits. */
export function parseHardLimits(text: string): HardLimits {
	const rows = text.split("\n").flatMap((line): readonly (readonly [string, number])[] => {
		const found = /^(Max [a-z ]+?)\s{2,}\S+\s+(\d+)\s/.exec(line);
		return found?.[1] === undefined ? [] : [[found[1], Number(found[2])]];
	});
	return new Map(rows);
}

/** An environment in two parts: what all programs inside find, and what only the command finds. */
interface SplitEnvironment {
	/** For bubblewrap to set; values of the other part are among it, under names that mean nothing. */
	readonly set: Readonly<Record<string, string>>;
	/** What a shell does before it becomes the command, by which the values get their names. */
	readonly steps: readonly string[];
}

/**
 * Keeps variables from the programs that start the command.
 * SECURITY: a variable such as LD_PRELOAD has code run in whatever program is started, also in those that come before the limits.
 */
export function lateEnvironment(environment: Readonly<Record<string, string>>): SplitEnvironment {
	const names = Object.keys(environment).filter((name) => !INERT.test(name));
	const early = Object.entries(environment).filter(([name]) => INERT.test(name));
	let prefix = PREFIX;
	while (names.some((name) => name.startsWith(prefix))) prefix += "_";
	const late = names.map((name, index) => [`${prefix}${index}`, environment[name] ?? ""]);
	const steps = names.map((name, index) => `export ${name}="$${prefix}${index}"; unset ${prefix}${index}`);
	return { set: Object.fromEntries([...early, ...late]), steps };
}

const PREFIX = "WRIT_LATE_";

/** What neither a shell nor the dynamic loader cares about. */
const INERT = /^(?:HOME|PATH|TMPDIR|USER|LANG|TERM|WRIT_(?!LATE_)\w+|NODE_USE_ENV_PROXY|(?:https?|all|no)_proxy)$/i;
