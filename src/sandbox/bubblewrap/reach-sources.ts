import { existsSync, fstatSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Cover, Mount, SandboxPlan } from "../plan/sandbox-plan.ts";
import type { HostUser } from "./choose-user.ts";

/** A plan whose sources a user can reach, and how bubblewrap is started so that this is so. */
export interface ReachablePlan {
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
	const moved = new Map<Mount | Cover, string>(closed.map(({ entry }, index) => [entry, join(place, `${index}`)]));
	const words = closed.flatMap(({ entry, source }) => [
		moved.get(entry) ?? "",
		source,
		entry.file === true ? "file" : "directory",
		identity(opened.get(entry)),
	]);
	return {
		plan: {
			...plan,
			mounts: plan.mounts.map((mount) => withSource(mount, moved.get(mount))),
			readOnly: plan.readOnly.map((cover) => withSource(cover, moved.get(cover))),
		},
		before: [...UNSHARE, "/bin/sh", "-c", SCRIPT, "writ", place, `${user.uid}`, `${user.gid}`, ...words, "--"],
	};
}

/** Directories that systems have for mounts; one is taken below which nothing lies that is bound. */
const PLACES = ["/mnt", "/media", "/srv", "/opt"];

const UNSHARE = ["/usr/bin/unshare", "--mount", "--propagation", "private", "--"];

// SECURITY: a source that was swapped since it was checked has another identity, and then nothing is started.
const SCRIPT = `set -e
PATH=/usr/bin:/bin
place=$1 uid=$2 gid=$3
shift 3
mount -t tmpfs -o mode=755,size=1m writ "$place"
while [ "$1" != -- ]; do
	if [ "$3" = file ]; then : >"$1"; else mkdir "$1"; fi
	mount --rbind "$2" "$1"
	[ "$(stat -c %d:%i "$1")" = "$4" ] || { echo "writ: $2 was replaced" >&2; exit 1; }
	shift 4
done
shift
unset PATH
exec /usr/bin/setpriv --reuid "$uid" --regid "$gid" --clear-groups --inh-caps=-all "$@"`;

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
	const { mode, uid, gid } = statSync(directory);
	const bit = uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001;
	return (mode & bit) !== 0 && (directory === "/" || isReachable(dirname(directory), user));
}
