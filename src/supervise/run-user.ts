import { accessSync, constants, lchownSync, readFileSync, statSync } from "node:fs";
import type { HostUser, SandboxPlan } from "../sandbox/index.ts";

/** As whom a program runs on the host, or why nobody was found. */
export type RunUser = ChosenUser | { readonly ok: false; readonly message: string };

/** As whom a program runs on the host. */
export interface ChosenUser {
	readonly ok: true;
	/** `null`: as the caller, who is not root. */
	readonly user: HostUser | null;
	readonly name: string;
}

/**
 * Chooses the user as whom root has a program run: the one asked for, else the owner of the workspace, else that of the settings,
 * `writ`, `nobody`.
 * SECURITY: never root, whatever is asked for.
 */
export function runUser(workspace: string, managed: boolean, asked: string | undefined, setting: string | undefined): RunUser {
	const caller = process.getuid?.() ?? 0;
	if (caller !== 0) {
		const named = asked === undefined ? undefined : findUser(asked);
		if (asked === undefined || named?.uid === caller) return { ok: true, user: null, name: asked ?? `${caller}` };
		return { ok: false, message: `Only root can run a program as another user (--run-as ${asked}).` };
	}
	if (asked !== undefined) return named(asked);
	const owner = managed ? undefined : statSync(workspace, { throwIfNoEntry: false });
	if (owner !== undefined && owner.uid !== 0)
		return { ok: true, user: { uid: owner.uid, gid: groupOf(owner.gid) }, name: nameOf(owner.uid) };
	if (setting !== undefined) return named(setting);
	const fallback = ["writ", "nobody"].find((name) => findUser(name) !== undefined);
	return fallback === undefined ? { ok: true, user: NOBODY, name: "65534" } : named(fallback);
}

/** Gives the directories that writ made for an agent to the user as whom it runs; they lie where only root changes names. */
export function giveDirectories(directories: readonly (string | undefined)[], user: HostUser | null): void {
	if (user === null) return;
	for (const directory of directories) {
		if (directory === undefined) continue;
		const stats = statSync(directory, { throwIfNoEntry: false });
		if (stats !== undefined && stats.uid === 0) lchownSync(directory, user.uid, user.gid);
	}
}

/** A person's directory that the plan opens for writing and that the user cannot write. */
export function unwritable(plan: SandboxPlan, user: HostUser | null): string | null {
	const granted = plan.mounts.flatMap(({ source, writable, make }) => (source !== null && writable && make !== true ? [source] : []));
	return granted.find((path) => !mayWrite(path, user)) ?? null;
}

/** What a person types so that the user can write a directory. */
export function openingWords(path: string, { user, name }: ChosenUser): string {
	const isOwner = statSync(path, { throwIfNoEntry: false })?.uid === (user?.uid ?? process.getuid?.());
	return isOwner ? `chmod u+rwx ${path}` : `chown -R ${name} ${path}`;
}

/** Whether a directory is the system's own, which nobody should be told to give away. */
export function isOfSystem(path: string): boolean {
	const [, top = "", second] = path.split("/");
	return SYSTEM.has(top) || second === undefined;
}

const SYSTEM: ReadonlySet<string> = new Set([
	"bin",
	"boot",
	"dev",
	"etc",
	"lib",
	"lib32",
	"lib64",
	"proc",
	"run",
	"sbin",
	"sys",
	"usr",
	"var",
]);

const NOBODY: HostUser = { uid: 65_534, gid: 65_534 };
const NO_GROUP = 65_534;

function named(name: string): RunUser {
	const found = findUser(name);
	if (found === undefined) return { ok: false, message: `There is no user '${name}' on this machine.` };
	if (found.uid === 0) return { ok: false, message: "Nothing runs as root: name another user with --run-as." };
	return { ok: true, user: { uid: found.uid, gid: groupOf(found.gid) }, name };
}

/** The group root opens files too. */
function groupOf(gid: number): number {
	return gid === 0 ? NO_GROUP : gid;
}

function mayWrite(path: string, user: HostUser | null): boolean {
	if (user === null) return isWritableForUs(path);
	const stats = statSync(path, { throwIfNoEntry: false });
	if (stats === undefined) return true;
	const { mode, uid, gid } = stats;
	const bit = uid === user.uid ? 0o200 : gid === user.gid ? 0o020 : 0o002;
	return (mode & bit) !== 0;
}

function isWritableForUs(path: string): boolean {
	try {
		accessSync(path, constants.W_OK);
		return true;
	} catch {
		return false;
	}
}

function findUser(name: string): HostUser | undefined {
	return users().find((row) => row.name === name || `${row.uid}` === name);
}

function nameOf(uid: number): string {
	return users().find((row) => row.uid === uid)?.name ?? `${uid}`;
}

function users(): readonly (HostUser & { readonly name: string })[] {
	return readFileSync("/etc/passwd", "utf8")
		.split("\n")
		.flatMap((line) => {
			const [name = "", , uid = "", gid = ""] = line.split(":");
			return /^\d+$/.test(uid) && /^\d+$/.test(gid) ? [{ name, uid: Number(uid), gid: Number(gid) }] : [];
		});
}
