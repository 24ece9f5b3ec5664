import type { Writ } from "../../engine/index.ts";
import { type BlockedView, showBlocked } from "../git/show-blocked.ts";
import { deniedPaths } from "../plan/path-lists.ts";
import { moved } from "../plan/paths.ts";
import type { FoundPath, PlanFacts } from "../plan/plan-facts.ts";
import { type PlanOutcome, planSandbox } from "../plan/plan-sandbox.ts";
import type { PlanProblem } from "../plan/planned.ts";
import type { SandboxPlan } from "../plan/sandbox-plan.ts";
import { breakHardLinks } from "./break-hard-links.ts";
import { shownPath } from "./byte-names.ts";
import { type Survey, surveyTrees } from "./survey-trees.ts";

/** What is done with files in writable trees that have another name outside: mounted read-only, replaced by copies, or refused. */
export type HardLinkTreatment = "read_only" | "copy" | "refuse";

/** The plan of a run on this disk: planned, its trees walked, hard links treated, and planned again with what was found. */
export async function planRun(writ: Writ, facts: PlanFacts, hardLinks: HardLinkTreatment = "read_only"): Promise<PlanOutcome> {
	const first = planSandbox(writ, facts);
	if (!first.ok) return first;
	const survey = async (): Promise<Survey> => {
		const seen = await surveyTrees(first.plan.mounts, writ, facts.home);
		return seen.blocked.length === 0 ? seen : { ...seen, ...viewOf(seen, first.plan, writ, facts.home) };
	};
	const found = await survey();
	const uncovered = notCovered(writ, found);
	if (uncovered.length > 0) return { ok: false, problems: uncovered };
	if (isNothing(found)) return first;
	const { linkedFiles } = found;
	if (linkedFiles.length === 0 || hardLinks === "read_only") return planSandbox(writ, withFound(facts, found));
	if (hardLinks === "refuse") return { ok: false, problems: [outside(linkedFiles)] };
	const failed = breakHardLinks(linkedFiles);
	if (failed.length > 0) return { ok: false, problems: [unbroken(failed)] };
	// Another name may have appeared meanwhile, so that it is looked at again.
	return planSandbox(writ, withFound(facts, await survey()));
}

/** What is seen of blocked paths; of a repository only what is mounted and not blocked itself shows anything. */
function viewOf({ blocked }: Survey, { mounts }: SandboxPlan, writ: Writ, home: string): BlockedView {
	const isBlocked = deniedPaths(writ.terms.filesystem.blocked_paths, writ, home);
	const trees = mounts.flatMap(({ source, target, file }) =>
		source === null || file === true ? [] : [{ source, isShown: (path: string) => !isBlocked(path, moved(path, source, target)) }],
	);
	return showBlocked(blocked, trees);
}

/** What the survey found, or could not, and no mount of bubblewrap covers. */
function notCovered({ terms }: Writ, { blocked, protected: guarded, linked, sockets, closed }: Survey): readonly PlanProblem[] {
	const covered = [...blocked, ...guarded, ...linked].map(({ path }) => path);
	const nameless = [...covered, ...(terms.sandbox.unix_sockets ? sockets : [])].filter((path) => !path.isWellFormed());
	return [...(closed.length === 0 ? [] : [unread(closed)]), ...(nameless.length === 0 ? [] : [unnamed(nameless)])];
}

/** Whether a second plan would be the first one again. */
function isNothing({ blocked, exposed = [], protected: guarded, trusted, sockets, linked, linkedFiles }: Survey): boolean {
	return [blocked, exposed, guarded, trusted, sockets, linked, linkedFiles].every((paths) => paths.length === 0);
}

/** A stub of another run is on the disk, and is nothing that was there. */
function withFound(facts: PlanFacts, found: Survey): PlanFacts {
	const isThere = ({ path }: Pick<FoundPath, "path">): boolean => facts.look(path).kind !== "missing";
	const sockets = found.sockets.filter((path) => isThere({ path }));
	return { ...facts, found: { ...found, blocked: found.blocked.filter(isThere), protected: found.protected.filter(isThere), sockets } };
}

function outside(files: readonly string[]): PlanProblem {
	return {
		code: "path-outside",
		exit: 3,
		what: "hardlinks",
		message: `Writable files are hard-linked outside the workspace: ${firstFive(files)}.`,
		cure: "Use --break-hardlinks to replace them with copies, or --hardlinks=read-only to mount what holds them read-only.",
	};
}

function unbroken(files: readonly string[]): PlanProblem {
	return {
		code: "path-outside",
		exit: 3,
		what: "hardlinks",
		message: `Files that are hard-linked outside cannot be replaced with copies: ${firstFive(files)}.`,
		cure: "Make their directories writable for you, or use --hardlinks=read-only.",
	};
}

function unread(directories: readonly string[]): PlanProblem {
	return {
		code: "path-outside",
		exit: 3,
		what: "filesystem",
		message: `Directories cannot be read, so nothing in them can be hidden: ${firstFive(directories)}.`,
		cure: "Make them readable for you (chmod u+rwx), or remove them.",
	};
}

function unnamed(paths: readonly string[]): PlanProblem {
	return {
		code: "path-outside",
		exit: 3,
		what: "filesystem",
		message: `Names that are not text (UTF-8) cannot be hidden or closed: ${firstFive(paths)}.`,
		cure: "Rename them, or what holds them.",
	};
}

function firstFive(files: readonly string[]): string {
	const named = files.slice(0, 5).map((path) => `'${shownPath(path)}'`);
	return files.length > named.length ? `${named.join(", ")} and ${files.length - named.length} more` : named.join(", ");
}
