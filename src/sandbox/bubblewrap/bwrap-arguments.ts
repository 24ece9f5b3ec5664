import type { Cover, Mask, Mount, SandboxPlan } from "../plan/sandbox-plan.ts";
import { type HostLayout, SHELL } from "./host-layout.ts";
import { FIRST_PROCESS, isDirectory, uncountedMasks } from "./memory-directories.ts";

/** Numbers that descriptors have in bubblewrap, which reads and closes them before the command starts. */
export interface BwrapDescriptors {
	/** Closed when everything is built, before anything is started inside. */
	readonly built: number;
	readonly seccomp: number;
	readonly status: number;
	/** Contents of small files, by their path inside, which are copied into the root directory. */
	readonly files: Readonly<Record<string, number>>;
	/** Opened and checked sources; a source without one is bound by its path. */
	readonly sources: ReadonlyMap<Mount | Cover, number>;
	/** Contents that stand in place of files; a masked file without one cannot be opened. */
	readonly contents: ReadonlyMap<Mask, InsteadFile>;
}

/** A file that is read in place of another. */
export interface InsteadFile {
	readonly descriptor: number;
	readonly executable: boolean;
}

/** What bubblewrap is told besides the plan. */
export interface BwrapFacts {
	readonly host: HostLayout;
	/** Everything that the command finds in its environment. */
	readonly environment: Readonly<Record<string, string>>;
}

/** The arguments by which bubblewrap builds a sandbox; the command is not among them. */
export interface BwrapArguments {
	/** Read from a descriptor (`--args`), so that neither their number nor what they say matters. */
	readonly file: readonly string[];
	/** On the command line, after those of the file. */
	readonly line: readonly string[];
}

/**
 * The program inside by which every command starts: a link to the shell, whose name tells shells to keep to the standard. It lies in the mask
 * of the first process, which is in memory and stays open until all else is closed.
 */
export const STARTER = `${FIRST_PROCESS.target}/sh`;

/** Tells bubblewrap what a plan says. */
export function bwrapArguments(plan: SandboxPlan, descriptors: BwrapDescriptors, { host, environment }: BwrapFacts): BwrapArguments {
	return {
		file: [
			"--clearenv",
			...Object.entries(environment).flatMap(([name, value]) => ["--setenv", name, value]),
			...systemMounts(host),
			...Object.entries(descriptors.files).flatMap(([path, descriptor]) => ["--perms", "0444", "--file", `${descriptor}`, path]),
			...plan.mounts.flatMap((mount) => mountArguments(mount, descriptors)),
			...plan.links.flatMap(({ at, to }) => ["--symlink", to, at]),
			...plan.readOnly.flatMap((cover) => bind(cover, cover.source, false, descriptors)),
			// Before the masks, because bubblewrap reads the whole table of mounts for each.
			// SECURITY: its /dev has no size, so a file in it could fill the machine's memory.
			...["/dev", "/"].flatMap(closed),
			...[FIRST_PROCESS, ...plan.masks].flatMap((mask) => maskArguments(mask, descriptors.contents.get(mask))),
			...[...uncountedMasks(plan), ...emptyMounts(plan)].flatMap(closed),
			// INVARIANT: last, so that a list which was cut off anywhere starts nothing.
			"--symlink",
			SHELL,
			STARTER,
		],
		line: [
			...ISOLATION,
			"--chdir",
			plan.workdir,
			"--block-fd",
			`${descriptors.built}`,
			"--seccomp",
			`${descriptors.seccomp}`,
			"--json-status-fd",
			`${descriptors.status}`,
		],
	};
}

const MEBIBYTE = 1024 * 1024;
const SCRATCH_BYTES = `${64 * MEBIBYTE}`;

const ISOLATION = [
	"--unshare-user",
	"--unshare-pid",
	"--unshare-ipc",
	"--unshare-uts",
	"--unshare-net",
	"--unshare-cgroup-try",
	// SECURITY: in a user namespace of its own a process could unmount what protects and covers.
	"--disable-userns",
	"--assert-userns-disabled",
	"--uid",
	"1000",
	"--gid",
	"1000",
	"--hostname",
	"writ",
	"--cap-drop",
	"ALL",
	"--die-with-parent",
	"--new-session",
];

function systemMounts(host: HostLayout): readonly string[] {
	return [
		"--size",
		`${4 * MEBIBYTE}`,
		"--tmpfs",
		"/",
		"--ro-bind",
		"/usr",
		"/usr",
		...host.beside.flatMap(({ path, link }) => (link === null ? ["--ro-bind", path, path] : ["--symlink", link, path])),
		...host.configuration.flatMap(({ path, as }) => (as === "copy" ? [] : as === "bind" ? ["--ro-bind-try", path, path] : ["--dir", path])),
		"--proc",
		"/proc",
		// SECURITY: sysctls belong to the host where the kernel has no namespace for them.
		"--ro-bind",
		"/proc/sys",
		"/proc/sys",
		"--dev",
		"/dev",
	];
}

function mountArguments(mount: Mount, descriptors: BwrapDescriptors): readonly string[] {
	if (mount.source !== null) return bind(mount, mount.source, mount.writable, descriptors);
	return [...(mount.sizeMb === undefined ? ["--size", SCRATCH_BYTES] : sizeOf(mount.sizeMb)), "--tmpfs", mount.target];
}

/** INVARIANT: bubblewrap reads a size of 0 as an error, the kernel as "no limit"; the least is one page. */
function sizeOf(mebibytes: number): readonly string[] {
	return ["--size", `${Math.max(4096, Math.floor(mebibytes * MEBIBYTE))}`];
}

function bind(of: Mount | Cover, source: string, writable: boolean, { sources }: BwrapDescriptors): readonly string[] {
	const descriptor = sources.get(of);
	const kind = writable ? "--bind" : "--ro-bind";
	return descriptor === undefined ? [kind, source, of.target] : [`${kind}-fd`, `${descriptor}`, of.target];
}

/**
 * A file is hidden by what is read in its place, or by a device that cannot be opened (binds have `nodev`), a directory by an empty one in memory, and so is a name that
 * does not exist: an empty directory is the only stub that git does not show. It is read-only by its mode alone where it is counted,
 * since bubblewrap reads the whole table of mounts to mount anything read-only: what its owner puts there never reaches the host.
 */
function maskArguments(mask: Mask, instead: InsteadFile | undefined): readonly string[] {
	if (instead !== undefined && !isDirectory(mask))
		return ["--perms", instead.executable ? "0555" : "0444", "--ro-bind-data", `${instead.descriptor}`, mask.target];
	return isDirectory(mask) ? ["--perms", "0555", "--size", "4096", "--tmpfs", mask.target] : ["--ro-bind", "/dev/null", mask.target];
}

function closed(target: string): readonly string[] {
	return ["--remount-ro", target];
}

/** Directories in memory that are closed only after everything inside them is mounted. */
function emptyMounts({ mounts }: SandboxPlan): readonly string[] {
	return mounts.filter(({ source, writable }) => source === null && !writable).map(({ target }) => target);
}
