import { closeSync, constants, openSync, statfsSync } from "node:fs";
import { basename, dirname } from "node:path";
import { isWithin } from "../plan/paths.ts";
import type { Mask, SandboxPlan } from "../plan/sandbox-plan.ts";

/**
 * SECURITY: bubblewrap's own process inside, which is of the same user. Writing its memory would take it over, and with it what ends the
 * sandbox with its supervisor and what no limit is set for (`first-process-memory` of the escape suite).
 */
export const FIRST_PROCESS: Mask = { source: "/proc/1", target: "/proc/1", file: false, exists: true };

/** Directories in memory that a command can fill with names, held so that nobody moves them away. */
export interface MemoryDirectories {
	/** Memory that the names in them take, in MiB. */
	usedMb(): number;
	/** Those of a fixed size in which nothing more has room, by their paths inside; known also when the sandbox has ended. */
	full(): readonly string[];
	close(): void;
}

/**
 * Holds the directories in memory of a sandbox, whose command has not been started yet.
 * SECURITY: a directory in memory has a size, and names without content count nothing there (`memory-names` of the escape suite). A mask is
 * found below the directory that it lies in, wherever that is moved; the mask itself nobody can move.
 */
export function holdMemoryDirectories(init: number, plan: Pick<SandboxPlan, "mounts" | "masks">): MemoryDirectories {
	const held = new Map<string, number>();
	const root = `/proc/${init}/root`;
	const hold = (directory: string): string => {
		const descriptor = held.get(directory) ?? openSync(`${root}${directory}`, O_PATH | constants.O_DIRECTORY);
		held.set(directory, descriptor);
		return `/proc/self/fd/${descriptor}`;
	};
	const close = () => {
		for (const descriptor of held.values()) closeSync(descriptor);
		held.clear();
	};
	try {
		const own = plan.mounts.filter(({ source, writable }) => source === null && writable);
		const masks = plan.masks.filter((mask) => isDirectory(mask) && isCounted(plan, mask));
		const isRoot = process.geteuid?.() === 0;
		// Held by itself, so that it can still be looked at when the sandbox has ended.
		const sized = own.map(({ target }) => ({ target, path: hold(target) }));
		const others = [FIRST_PROCESS, ...masks].map(({ target }) => {
			// SECURITY: an ordinary user cannot look through a directory that the command closes (`chmod 000 .`), so holds each by itself.
			if (!isRoot) return hold(target);
			const lies = dirname(target);
			// What lies in no mount lies in the root directory, which is read-only.
			const isMovable = held.has(lies) || plan.mounts.some((mount) => isWithin(lies, mount.target));
			return `${isMovable ? hold(lies) : `${root}${lies}`}/${basename(target)}`;
		});
		const paths = [...sized.map(({ path }) => path), ...others];
		return {
			usedMb: () => paths.reduce((sum, path) => sum + namesIn(path), 0) / NAMES_IN_MEBIBYTE,
			full: () => sized.flatMap(({ target, path }) => (isFull(path) ? [target] : [])),
			close,
		};
	} catch (error) {
		close();
		throw error;
	}
}

/** Masked directories that are not counted, and must not be filled: for each of them another directory would have to be held. */
export function uncountedMasks(plan: Pick<SandboxPlan, "mounts" | "masks">): readonly string[] {
	return plan.masks.filter((mask) => isDirectory(mask) && !isCounted(plan, mask)).map(({ target }) => target);
}

/** What covers a name is a directory, unless the name is that of a file that exists. */
export function isDirectory({ file, exists }: Mask): boolean {
	return !(file && exists);
}

/** Those that lie at the top of a mount, as protected names do. */
function isCounted({ mounts }: Pick<SandboxPlan, "mounts">, mask: Mask): boolean {
	return mounts.some(({ target }) => target === dirname(mask.target));
}

/** `O_PATH` of Linux, which Node does not name: a handle that neither reads nor needs the right to. */
const O_PATH = 0o10000000;
/** The kernel takes about a kibibyte for each. */
const NAMES_IN_MEBIBYTE = 1024;

const TMPFS = 0x01021994;

function isFull(path: string): boolean {
	try {
		const { type, bfree } = statfsSync(path);
		return type === TMPFS && bfree === 0;
	} catch {
		return false;
	}
}

function namesIn(path: string): number {
	try {
		const { type, files, ffree } = statfsSync(path);
		return type === TMPFS ? files - ffree : 0;
	} catch {
		// The sandbox has ended, or somebody outside has removed the place on which the mask lay.
		return 0;
	}
}
