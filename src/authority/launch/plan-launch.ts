import type { ConfinementLevel, Writ } from "../../engine/index.ts";
import {
	type HardLinkTreatment,
	isWithin,
	lookPastStubs,
	nodeInside,
	type ParentFacts,
	type PlanFacts,
	type PlanProblem,
	planRun,
	planSandbox,
	type SandboxPlan,
} from "../../sandbox/index.ts";
import { findProgram } from "./find-program.ts";

/** What whoever supervises a program needs to plan its sandbox. */
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

/** What a plan hangs on besides the writ. */
export interface PlanWishes {
	readonly home: string;
	readonly level: ConfinementLevel;
	/** Names of variables that the person passes on. */
	readonly environment: readonly string[];
	readonly hardLinks: HardLinkTreatment;
	readonly searchPath: string;
}

/** A plan with the words of the command as they are found inside. */
export type PlannedLaunch =
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
