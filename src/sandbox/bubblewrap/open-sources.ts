import { closeSync, constants, fstatSync, openSync, readlinkSync } from "node:fs";
import { errorCode } from "../../platform/index.ts";
import type { Cover, Mount, SandboxPlan } from "../plan/sandbox-plan.ts";
import { type Refusal, refusal } from "./refusal.ts";

/** What `openSources` must know of the machine. */
export interface SourceFacts {
	/** Whether this bubblewrap binds descriptors. */
	readonly bindsDescriptors: boolean;
	/** Directories that agents can write, besides those of this plan. */
	readonly agentsWrite: readonly string[];
}

/** The sources of a plan, held by descriptors of this process; `close` gives them back. */
export interface OpenSources {
	readonly ok: true;
	readonly descriptors: ReadonlyMap<Mount | Cover, number>;
	close(): void;
}

/**
 * Opens what a plan binds, without following links, and checks that each is what the plan names.
 * SECURITY: between a check by path and a mount by path another agent could swap the directory for a link; a descriptor stays what it is.
 */
export function openSources(plan: Pick<SandboxPlan, "mounts" | "readOnly">, facts: SourceFacts): OpenSources | Refusal {
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

function openChecked(source: string, file: boolean): number | Refusal {
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
	if (real === source && (file ? stats.isFile() : stats.isDirectory())) return descriptor;
	closeSync(descriptor);
	return refusal("path-symlink", `${source} is reached through a link, or is no ${file ? "regular file" : "directory"}.`);
}

function isInside(directory: string, path: string): boolean {
	return path !== directory && path.startsWith(directory === "/" ? "/" : `${directory}/`);
}
