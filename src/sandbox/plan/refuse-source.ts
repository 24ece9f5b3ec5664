import type { Writ } from "../../engine/index.ts";
import { isWithin } from "./is-within.ts";
import type { PlanFacts } from "./plan-facts.ts";
import type { PlanProblem } from "./plan-problem.ts";

/** What the kernel makes up: nothing of it is ever bound. */
const KERNEL = ["/proc", "/sys", "/dev"];

/** Why a path on the host is never mounted, or `undefined`. */
export function refuseSource(path: string, entry: string, what: string, writ: Writ, facts: PlanFacts): PlanProblem | undefined {
	const refuse = (why: string, cure: string): PlanProblem => ({
		code: "path-outside",
		exit: 3,
		what,
		message: `'${entry}' would mount '${path}', ${why}.`,
		cure,
	});
	if (path === "/") return refuse("the whole machine", "Name the directories that the agent needs.");
	if (KERNEL.some((directory) => isWithin(path, directory)))
		return refuse("which belongs to the kernel", "Remove the entry; the sandbox has its own /proc and /dev.");
	if (isWithin(facts.home, path))
		return refuse(`which holds writ's own files ('${facts.home}')`, "Choose a directory that does not hold WRIT_HOME, or move WRIT_HOME.");
	if (isWithin(path, facts.home) && !ownDirectories(writ, facts).some((directory) => isWithin(path, directory)))
		return refuse("which is another agent's or writ's own", "Share files through ./exports, ./shared or the session instead.");
	if (isWithin(path, "/sandbox") && !isWithin(path, facts.home))
		return refuse("where the sandbox has its own places", "Move the directory away from /sandbox.");
	return undefined;
}

/** The directories below `$WRIT_HOME` that are this agent's, or that it was given. */
function ownDirectories({ places }: Writ, { managed, session, parent }: PlanFacts): readonly string[] {
	const { shared, exports, claude, session: share, operator, own } = places.real;
	const nested = own === undefined ? undefined : `${own}/nested`;
	// SECURITY: a person's `--workspace` may not name a directory of writ's own.
	const workspace = managed ? places.real.workspace : undefined;
	return [workspace, shared, exports, claude, share, operator, nested, session?.workspace, parent?.workspace].filter(
		(directory) => directory !== undefined,
	);
}
