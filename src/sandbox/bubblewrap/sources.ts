import { closeSync, constants, existsSync, fstatSync, lchownSync, lstatSync, mkdirSync, openSync, readlinkSync, statSync } from "node:fs";
import { basename, dirname, join, relative, sep } from "node:path";
import { errorCode } from "../../platform/index.ts";
import type { Cover, Mount, SandboxPlan } from "../plan/sandbox-plan.ts";
import { type OpenDirectory, openDirectory } from "../storage/open-directory.ts";
import { refusal, type SandboxRefusal } from "./sandbox-outcome.ts";
import type { HostUser } from "./start-options.ts";

/** Makes the directories that a plan names and that do not exist yet, for the user as whom the sandbox runs. */
export function makeSources(plan: Pick<SandboxPlan, "mounts">, user: HostUser | null): SandboxRefusal | null {
	for (const { source, make } of plan.mounts) {
		if (source === null || make !== true) continue;
		const above = existingAbove(source);
		if (above === source) continue;
		const refused = makeBelow(above, source, user);
		if (refused !== null) return refused;
	}
	return null;
}

function existingAbove(path: string): string {
	return statSync(path, { throwIfNoEntry: false }) === undefined ? existingAbove(dirname(path)) : path;
}

/**
 * SECURITY: made through a link, a directory of root's making would appear wherever an agent points. Each one is made in a directory that
 * is held and is where it should be, and then held itself.
 */
function makeBelow(above: string, source: string, user: HostUser | null): SandboxRefusal | null {
	let folder: OpenDirectory | null = null;
	try {
		folder = openDirectory(above, false);
		if (readlinkSync(folder.path) !== above) return throughLink(source, above);
		for (const part of relative(above, source).split(sep)) {
			const path = folder.at(Buffer.from(part));
			const isMade = made(path);
			const next = openDirectory(path, false);
			folder.close();
			folder = next;
			if (isMade && user !== null) lchownSync(`${folder.path}/.`, user.uid, user.gid);
		}
		return null;
	} catch (error) {
		const code = errorCode(error);
		return ["ELOOP", "ENOTDIR"].includes(code) ? throughLink(source, above) : refusal("not-started", `${source} cannot be made (${code}).`);
	} finally {
		folder?.close();
	}
}

/** `false` when another run has made it meanwhile; a link that leads nowhere is there too, and is not opened afterwards. */
function made(path: Buffer): boolean {
	try {
		mkdirSync(path, { mode: 0o700 });
		return true;
	} catch (error) {
		if (errorCode(error) === "EEXIST") return false;
		throw error;
	}
}

function throughLink(source: string, above: string): SandboxRefusal {
	return refusal("path-symlink", `${source} would be made through a link (below ${above}).`);
}

/**
 * Refuses a plan that mounts on a path inside a bound tree when a component of it is a link.
 * SECURITY: bubblewrap before 0.12 follows it and makes files outside of the sandbox (`.git → /oldroot/…`).
 */
export function refuseLinkedTargets(plan: Pick<SandboxPlan, "mounts" | "readOnly" | "masks">): SandboxRefusal | null {
	const targets = [...plan.mounts, ...plan.readOnly, ...plan.masks].map(({ target }) => target);
	const linked = [...new Set(targets.filter((target) => isThroughLink(plan, target)))];
	if (linked.length === 0) return null;
	const named = linked.slice(0, 5).join(", ");
	return refusal("path-symlink", `Nothing is mounted on a path that leads through a link: ${named}. Replace the link by a directory.`);
}

/** Walks from the innermost mount that holds the target down to it, on the host. */
function isThroughLink(plan: Pick<SandboxPlan, "mounts">, target: string): boolean {
	let holder: Mount | null = null;
	for (const mount of plan.mounts)
		if (target.startsWith(`${mount.target}/`) && mount.target.length > (holder?.target.length ?? -1)) holder = mount;
	if (holder === null || holder.source === null) return false;
	let path = holder.source;
	for (const part of target.slice(holder.target.length + 1).split("/")) {
		path = `${path}/${part}`;
		const stats = lstatSync(path, { throwIfNoEntry: false });
		if (stats === undefined) return false;
		if (stats.isSymbolicLink()) return true;
	}
	return false;
}

/** What `openSources` must know of the machine. */
interface SourceFacts {
	/** Whether this bubblewrap binds descriptors. */
	readonly bindsDescriptors: boolean;
	/** Directories that agents can write, besides those of this plan. */
	readonly agentsWrite: readonly string[];
}

/** The sources of a plan, held by descriptors of this process; `close` gives them back. */
interface OpenSources {
	readonly ok: true;
	readonly descriptors: ReadonlyMap<Mount | Cover, number>;
	close(): void;
}

/**
 * Opens what a plan binds, without following links, and checks that each is what the plan names.
 * SECURITY: between a check by path and a mount by path another agent could swap the directory for a link; a descriptor stays what it is.
 */
export function openSources(plan: Pick<SandboxPlan, "mounts" | "readOnly">, facts: SourceFacts): OpenSources | SandboxRefusal {
	const descriptors = new Map<Mount | Cover, number>();
	const close = () => {
		for (const descriptor of descriptors.values()) closeSync(descriptor);
		descriptors.clear();
	};
	const writable = [
		...facts.agentsWrite,
		...plan.mounts.flatMap((mount) => (mount.writable && mount.source !== null ? [mount.source] : [])),
	];
	for (const bound of [...plan.mounts, ...plan.readOnly]) {
		if (bound.source === null) continue;
		const opened = openChecked(bound.source, bound.file === true);
		if (typeof opened !== "number") {
			close();
			return opened;
		}
		descriptors.set(bound, opened);
		if (!facts.bindsDescriptors && writable.some((directory) => isInside(directory, bound.source ?? ""))) {
			close();
			return refusal(
				"sandbox-level",
				`${bound.source} lies in a directory that an agent can write, and this bubblewrap binds only by path. Install bubblewrap 0.11 or newer.`,
			);
		}
	}
	return { ok: true, descriptors, close };
}

/** `O_PATH` of Linux, which Node does not name: a handle that neither reads nor needs the right to. */
const O_PATH = 0o10000000;

function openChecked(source: string, file: boolean): number | SandboxRefusal {
	let descriptor: number;
	try {
		descriptor = openSync(source, O_PATH | constants.O_NOFOLLOW | (file ? 0 : constants.O_DIRECTORY));
	} catch (error) {
		const code = errorCode(error);
		if (code === "ELOOP" || code === "ENOTDIR") return refusal("path-symlink", `${source} is not a directory, or is a link.`);
		return refusal("not-started", `${source} cannot be opened (${code}).`);
	}
	const stats = fstatSync(descriptor);
	const real = readlinkSync(`/proc/self/fd/${descriptor}`);
	// A stub is a socket.
	if (real === source && (file ? stats.isFile() || stats.isSocket() : stats.isDirectory())) return descriptor;
	closeSync(descriptor);
	return refusal("path-symlink", `${source} is reached through a link, or is no ${file ? "regular file" : "directory"}.`);
}

function isInside(directory: string, path: string): boolean {
	return path !== directory && path.startsWith(directory === "/" ? "/" : `${directory}/`);
}

/** A plan whose sources a user can reach, and how bubblewrap is started so that this is so. */
interface ReachablePlan {
	readonly plan: SandboxPlan;
	/** Program and words before bubblewrap's own path, which also make it run as the user; empty = it is started itself. */
	readonly before: readonly string[];
}

/**
 * Makes the sources of a plan reachable for the user as whom root has bubblewrap run, or `null` when there is no place for it.
 * Directories above a source may be closed to that user (`/root`, the configuration home), and bubblewrap looks even descriptors up
 * by their path. Root then binds such sources to an open place, in a mount namespace that only this sandbox has.
 */
export function reachSources(plan: SandboxPlan, user: HostUser, opened: ReadonlyMap<Mount | Cover, number>): ReachablePlan | null {
	const bound = [...plan.mounts, ...plan.readOnly].flatMap((entry) => (entry.source === null ? [] : [{ entry, source: entry.source }]));
	const closed = bound.filter(({ source }) => !isReachable(dirname(source), user));
	if (closed.length === 0) return { plan, before: [] };
	const place = PLACES.find((path) => existsSync(path) && !bound.some(({ source }) => `${source}/`.startsWith(`${path}/`)));
	if (place === undefined) return null;
	const together = holderOf(
		closed.map(({ source }) => source),
		user,
	);
	const moved = new Map<Mount | Cover, string>(
		closed.map(({ entry, source }, index) => [entry, join(place, together === null ? `${index}` : basename(source))]),
	);
	const places = closed.map(({ entry }) => ({
		path: moved.get(entry) ?? "",
		file: entry.file === true,
		identity: identity(opened.get(entry)),
	}));
	return {
		plan: {
			...plan,
			mounts: plan.mounts.map((mount) => withSource(mount, moved.get(mount))),
			readOnly: plan.readOnly.map((cover) => withSource(cover, moved.get(cover))),
		},
		before: [
			...UNSHARE,
			"/bin/sh",
			"-c",
			bindScript(place, places, together !== null),
			"writ",
			`${user.uid}`,
			`${user.gid}`,
			...(together === null ? closed.map(({ source }) => source) : [together]),
		],
	};
}

/** Directories that systems have for mounts; one is taken below which nothing lies that is bound. */
const PLACES = ["/mnt", "/media", "/srv", "/opt"];

const UNSHARE = ["/usr/bin/unshare", "--mount", "--propagation", "private", "--"];

/** The one directory that holds all sources, if the user may enter it: then it is bound in their stead, which takes fewer programs. */
function holderOf(sources: readonly string[], user: HostUser): string | null {
	const [holder = "/", ...others] = [...new Set(sources.map((source) => dirname(source)))];
	const isPlain = others.length === 0 && sources.every((source) => /^[a-z]+$/.test(basename(source)));
	return isPlain && mayEnter(holder, user) ? holder : null;
}

/** Where a source is bound to, which has no character that means anything to a shell. */
interface BoundPlace {
	readonly path: string;
	readonly file: boolean;
	readonly identity: string;
}

/**
 * Binds the sources, which follow the user and the group, to their places, and becomes the rest of its words as that user. As few programs as
 * can be, since each is a part of every start.
 * SECURITY: a source that was swapped since it was checked has another identity, and then nothing is started.
 */
function bindScript(place: string, places: readonly BoundPlace[], isTogether: boolean): string {
	const paths = places.map(({ path }) => path).join(" ");
	const directories = places.flatMap(({ path, file }) => (file ? [] : [path]));
	const bindEach = [
		`mount -t tmpfs -o mode=755,size=1m writ ${place}`,
		...(directories.length === 0 ? [] : [`mkdir ${directories.join(" ")}`]),
		...places.flatMap(({ path, file }) => (file ? [`: >${path}`] : [])),
		...places.flatMap(({ path }) => [`mount --rbind "$1" ${path}`, "shift"]),
	];
	return [
		"set -e",
		"PATH=/usr/bin:/bin",
		"uid=$1 gid=$2",
		"shift 2",
		...(isTogether ? [`mount --rbind "$1" ${place}`, "shift"] : bindEach),
		`[ "$(stat -c %d:%i ${paths})" = "${places.map((one) => one.identity).join("\n")}" ] || { echo "writ: what is to be mounted was replaced" >&2; exit 1; }`,
		"unset PATH",
		'exec /usr/bin/setpriv --reuid "$uid" --regid "$gid" --clear-groups --inh-caps=-all "$@"',
	].join("\n");
}

/** What the script compares: of the descriptor that was checked, so that it is not asked of the path again. */
function identity(descriptor: number | undefined): string {
	if (descriptor === undefined) return "unknown";
	const { dev, ino } = fstatSync(descriptor, { bigint: true });
	return `${dev}:${ino}`;
}

/** Entries that stay are the same objects, because their descriptors are kept by them. */
function withSource<Entry extends Mount | Cover>(entry: Entry, source: string | undefined): Entry {
	return source === undefined ? entry : { ...entry, source };
}

function isReachable(directory: string, user: HostUser): boolean {
	return mayEnter(directory, user) && (directory === "/" || isReachable(dirname(directory), user));
}

function mayEnter(directory: string, user: HostUser): boolean {
	const { mode, uid, gid } = statSync(directory);
	const bit = uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001;
	return (mode & bit) !== 0;
}
