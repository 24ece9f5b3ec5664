import type { Writ } from "../../engine/index.ts";
import { isWithin, moved } from "./paths.ts";
import { INSIDE } from "./places.ts";
import type { PlannedMount, PlanProblem } from "./planned.ts";
import type { Missing, Mount, Workspace } from "./sandbox-plan.ts";

/** The mounts of a plan with its size limit worked in. */
export interface HeldQuota {
	readonly mounts: readonly Mount[];
	readonly problems: readonly PlanProblem[];
	readonly missing: readonly Missing[];
}

/**
 * Zero means that nothing is written; a hard quota turns what is writable in the workspace into memory of that size, with
 * what was there to be read at `/sandbox/input`.
 */
export function holdQuota(mounts: readonly PlannedMount[], workspace: Omit<Workspace, "writable">, { terms }: Writ): HeldQuota {
	const { max_total_size_mb: total, max_file_size_mb: each } = terms.filesystem;
	const plain = mounts.map(asMount);
	if (total === 0 || each === 0) return { mounts: plain.filter(({ make }) => make !== true).map(readOnly), problems: [], missing: [] };
	const inWorkspace = (mount: Mount): boolean => mount.writable && mount.source !== null && isWithin(mount.source, workspace.source);
	const count = plain.filter(inWorkspace).length;
	if (terms.sandbox.quota === "soft" || count === 0) return { mounts: plain, problems: [], missing: [] };
	const problem = refuseQuota(terms.sandbox.mode === "shared", total, plain.filter(inWorkspace));
	if (problem !== undefined || total === null) return { mounts: plain, problems: problem === undefined ? [] : [problem], missing: [] };
	return {
		// Several trees share the limit, so that their sum holds.
		mounts: [
			...inputs(plain.filter(inWorkspace), workspace.source),
			...plain.map((mount) => (inWorkspace(mount) ? inMemory(mount, total / count) : mount)),
		],
		problems: [],
		missing: plain
			.filter((mount) => mount.writable && !inWorkspace(mount))
			.map(({ target }) => ({ what: "sandbox.quota", why: `'${target}' is on the disk: its size is held by polling (soft).` })),
	};
}

/** What was there, to be read: memory lies over it in its own place. */
function inputs(trees: readonly Mount[], workspace: string): readonly Mount[] {
	const sources = [...new Set(trees.flatMap(({ source }) => source ?? []))];
	const widest = sources.filter((source) => !sources.some((other) => other !== source && isWithin(source, other)));
	return widest.map((source) => ({ kind: "bind", source, target: moved(source, workspace, INSIDE.input), writable: false }));
}

function inMemory({ target }: Mount, sizeMb: number): Mount {
	return { kind: "tmpfs", source: null, target, writable: true, sizeMb };
}

function readOnly(mount: Mount): Mount {
	return { ...mount, writable: false };
}

function asMount({ kind, source, target, writable, file, make }: PlannedMount): Mount {
	return { kind, source, target, writable, ...(file === true ? { file } : {}), ...(make === true ? { make } : {}) };
}

function refuseQuota(shared: boolean, total: number | null, trees: readonly Mount[]): PlanProblem | undefined {
	const refuse = (message: string, cure: string): PlanProblem => ({
		code: "mode-not-available",
		exit: 3,
		what: "sandbox.quota",
		message,
		cure,
	});
	if (total === null) return refuse("A hard quota needs a size.", "Set filesystem.max_total_size_mb.");
	if (shared) {
		return refuse(
			"A hard quota keeps the workspace in one agent's memory, which others cannot share.",
			"Set sandbox.quota: soft, or sandbox.mode: isolated.",
		);
	}
	const file = trees.find((tree) => tree.file === true);
	if (file !== undefined)
		return refuse(
			`A hard quota holds directories, not the single file '${file.source}'.`,
			"Grant its directory, or set sandbox.quota: soft.",
		);
	const absent = trees.find((tree) => tree.make === true);
	if (absent !== undefined)
		return refuse(`A hard quota needs '${absent.source}' to exist.`, "Make the directory, or set sandbox.quota: soft.");
	return undefined;
}
