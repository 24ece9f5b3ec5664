import { randomUUID } from "node:crypto";
import { accessSync, constants, existsSync, lstatSync, readlinkSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, isAbsolute, join, resolve } from "node:path";
import type { ConfinementLevel, Place, Writ } from "../engine/index.ts";
import {
	type DiskEntry,
	type HardLinkTreatment,
	isWithin,
	lookPastStubs,
	nodeInside,
	type ParentFacts,
	type PlanFacts,
	type PlanOutcome,
	type PlanProblem,
	planRun,
	planSandbox,
	type SandboxPlan,
	scratchFolder,
	workspaceFacts,
} from "../sandbox/index.ts";

/** What a supervisor needs to plan the sandbox of a program. */
export interface PreparedRun {
	readonly agent: string;
	/** As its ancestors leave it now. */
	readonly writ: Writ;
	/** The agent's own directory. */
	readonly own: string;
	/** The workspace was made by writ. */
	readonly managed: boolean;
	readonly session: { readonly workspace: string } | null;
	readonly parent: ParentFacts | null;
	/** Directories that programs of other agents can write; looked up only where it matters. */
	readonly agentsWrite: readonly string[];
	readonly warnings: readonly string[];
}

/** What a plan depends on besides the writ. */
export interface PlanWishes {
	readonly home: string;
	readonly level: ConfinementLevel;
	/** Names of variables that the person passes on. */
	readonly environment: readonly string[];
	readonly hardLinks: HardLinkTreatment;
	readonly searchPath: string;
	/** Where the home and the `/tmp` of the run are. */
	readonly scratch: string;
}

/** A plan with the words of the command as they are found inside. */
type PlannedLaunch =
	| { readonly ok: true; readonly plan: SandboxPlan; readonly command: readonly string[] /** Node, inside. */; readonly node: string }
	| { readonly ok: false; readonly problems: readonly PlanProblem[] };

/** Plans the sandbox of a command on this disk, with what the command and its network need to start. */
export async function planLaunch(prepared: PreparedRun, command: readonly string[], wishes: PlanWishes): Promise<PlannedLaunch> {
	const { writ, managed, session, parent } = prepared;
	const facts: PlanFacts = {
		level: wishes.level,
		home: wishes.home,
		managed,
		look: lookPastStubs(wishes.home),
		session,
		parent,
		environment: { person: wishes.environment },
		...workspaceFacts(wishes.home),
		scratch: wishes.scratch,
	};
	const [word = "", ...rest] = command;
	const { word: found, programs } = findProgram(word, wishes.searchPath, mountedBy(writ, facts));
	const planned = await planRun(writ, { ...facts, programs }, wishes.hardLinks);
	if (!planned.ok) return planned;
	const { node, mounts } = nodeInside(process.execPath);
	const own = managed ? withoutVisibleStubs(planned.plan) : planned.plan;
	const plan = own.network.allow ? { ...own, mounts: [...own.mounts, ...mounts] } : own;
	return { ok: true, plan, command: [found, ...rest], node };
}

/** A new workspace looks empty: a name that `ls` would show is not masked there while it is missing, but caught at the exit. */
function withoutVisibleStubs(plan: SandboxPlan): SandboxPlan {
	const isVisible = (path: string): boolean => !path.slice(path.lastIndexOf("/") + 1).startsWith(".");
	return { ...plan, masks: plan.masks.filter(({ exists, source }) => exists || !isVisible(source)) };
}

/** Tells what the writ itself mounts, planned when it is first asked; what cannot be planned is refused later, with its reasons. */
function mountedBy(writ: PreparedRun["writ"], facts: PlanFacts): (path: string) => boolean {
	let sources: readonly string[] | null = null;
	const find = (): readonly string[] => {
		const planned = planSandbox(writ, facts);
		return planned.ok ? planned.plan.mounts.flatMap(({ source }) => (source === null ? [] : [source])) : [];
	};
	return (path) => {
		sources ??= find();
		return sources.some((source) => isWithin(path, source));
	};
}

/** A program on this machine: what starts it, and what of the disk it needs. */
interface FoundProgram {
	/** The first word of the command, as it is found inside. */
	readonly word: string;
	/** Directories or files outside of /usr, to be read. */
	readonly programs: readonly string[];
}

/** Where programs are inside anyway. */
const SYSTEM = ["/usr/", "/bin/", "/sbin/", "/lib/", "/lib64/"];
/** What is inside in another form, or not at all. */
const NEVER = ["/etc/", "/dev/", "/proc/", "/sys/", "/run/", "/sandbox/"];
const INSIDE_PATH = ["/usr/local/sbin", "/usr/local/bin", "/usr/sbin", "/usr/bin"];

/**
 * Finds what a program outside of /usr needs: exactly its package. Names are looked for where they are found inside, and only then on
 * the caller's search path.
 */
export function findProgram(word: string, searchPath: string, mounted: (path: string) => boolean): FoundProgram {
	const path = word.includes("/") ? word : lookUp(word, searchPath);
	if (path === null || !isAbsolute(path) || isSystem(path)) return { word, programs: [] };
	const real = realOf(path);
	if (real === null || !isProgram(real) || NEVER.some((folder) => real.startsWith(folder))) return { word, programs: [] };
	// SECURITY: where a link leads that an agent may have made is not the person's word.
	if (mounted(real) || isLed(resolve(path), mounted)) return { word: word.includes("/") ? word : path, programs: [] };
	if (isSystem(real)) return { word: real, programs: [] };
	return { word: real, programs: [packageOf(real)] };
}

function lookUp(name: string, searchPath: string): string | null {
	const inside = INSIDE_PATH.map((folder) => join(folder, name)).find(isProgram);
	if (inside !== undefined) return inside;
	const folders = searchPath.split(":").filter(isAbsolute);
	return folders.map((folder) => join(folder, name)).find(isProgram) ?? null;
}

/**
 * The directory of a package, or the program's own file where no package can be told.
 * SECURITY: `~/bin/tool` must not open the home, nor `~/.local/bin/tool` all that is kept in `~/.local`.
 */
function packageOf(real: string): string {
	const [, modules] = /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(real) ?? [];
	if (modules !== undefined) return modules;
	const folder = dirname(real);
	const prefix = dirname(folder);
	const isPrefix = basename(folder) === "bin" && existsSync(join(prefix, "lib")) && !basename(prefix).startsWith(".");
	const isDeep = prefix.split("/").length > 2 && prefix !== process.env.HOME;
	return isPrefix && isDeep ? prefix : real;
}

/** Whether a link that lies in a mounted tree is on the way to a program. */
function isLed(path: string, mounted: (path: string) => boolean): boolean {
	let at = "/";
	for (const left = path.split("/"); left.length > 0; ) {
		const next = join(at, left.shift() ?? "");
		const stats = lstatSync(next, { throwIfNoEntry: false });
		if (stats === undefined) return true;
		if (!stats.isSymbolicLink()) at = next;
		else if (mounted(next)) return true;
		else {
			const target = readlinkSync(next);
			left.unshift(...target.split("/"));
			if (isAbsolute(target)) at = "/";
		}
	}
	return false;
}

function isSystem(path: string): boolean {
	return SYSTEM.some((folder) => path.startsWith(folder)) && !path.includes("/../");
}

function isProgram(path: string): boolean {
	try {
		accessSync(path, constants.X_OK);
		return statSync(path).isFile();
	} catch {
		return false;
	}
}

function realOf(path: string): string | null {
	try {
		return realpathSync(path);
	} catch {
		return null;
	}
}

/** Directories that an agent would get, and that do not exist. */
interface ImaginedDirectories {
	readonly own: string;
	readonly places: Readonly<Record<Exclude<Place, "workspace" | "session">, string>>;
	/** In place of a directory of a person. */
	readonly workspace: string;
}

/** Where an agent's directories would be; nothing is made. */
export function imagineDirectories(home: string): ImaginedDirectories {
	const own = join(home, "sandboxes", "agents", randomUUID());
	const operator = join(home, "sandboxes", "shared");
	const places = { own, operator, shared: operator, exports: join(own, "exports"), claude: join(own, "claude") };
	return { own, workspace: join(own, "workspace"), places };
}

/** The plan that a program would get under a writ sealed for imagined directories. */
export function previewPlan(writ: Writ, home: string, level: ConfinementLevel, { own }: ImaginedDirectories): Promise<PlanOutcome> {
	const look = lookPastStubs(home);
	const { workspace = "/" } = writ.places.real;
	const imagined: DiskEntry = { kind: "directory", viaLink: false };
	const operator = join(home, "sandboxes", "shared");
	return planRun(writ, {
		level,
		home,
		managed: isWithin(workspace, own),
		look: (path) => ([own, ...IN_OWN.map((name) => join(own, name)), operator].includes(path) ? imagined : look(path)),
		session: null,
		parent: null,
		...workspaceFacts(home),
		scratch: scratchFolder(own),
	});
}

const IN_OWN = ["workspace", "exports", "claude", "nested"];
