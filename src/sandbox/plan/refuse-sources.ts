import { patternsAt, splitEntry, type Writ } from "../../engine/index.ts";
import { grantedTrees } from "./path-lists.ts";
import { isWithin } from "./paths.ts";
import type { PlanFacts } from "./plan-facts.ts";
import type { PlanProblem } from "./planned.ts";

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

/**
 * Refuses granted entries that a link moved, when the link lies where agents can write.
 * SECURITY: one run leaves `dist → /home/person`, and the writ of the next one grants `dist`: followed, the link would be the grant. Links
 * that a person's absolute entry leads through elsewhere (`/var/run`) are followed, and what they lead to is judged like any source.
 */
export function refuseLinks(writ: Writ, facts: PlanFacts): readonly PlanProblem[] {
	const { read_paths, write_paths } = writ.terms.filesystem;
	const { places } = writ;
	const moved = new Set([...read_paths, ...write_paths].flat().filter((entry) => Object.hasOwn(places.relocated, entry)));
	if (moved.size === 0) return [];
	const agentsWrite = [...Object.values(places.real), ...grantedTrees(write_paths, places).map(({ path }) => path)];
	const links = new Set([...moved].flatMap((entry) => linksOf(entry, writ, facts, agentsWrite)));
	return links.size === 0 ? [] : [linkProblem([...links])];
}

/** The links that speak against an entry. */
function linksOf(entry: string, { places }: Writ, { look }: PlanFacts, agentsWrite: readonly string[]): readonly string[] {
	const real = patternsAt([entry], places, "real", "grant");
	const written = patternsAt([entry], { ...places, relocated: {} }, "real", "grant");
	const isOfPerson = splitEntry(entry)?.place === null;
	return written.flatMap(({ prefix }, index) => {
		const { via } = look(prefix);
		const turned = (via?.links ?? []).filter((link) => agentsWrite.some((directory) => isWithin(link, directory)));
		if (turned.length > 0) return turned;
		// What leads elsewhere than when the writ was sealed was turned since.
		return isOfPerson && via?.real === real[index]?.prefix ? [] : [prefix];
	});
}

function linkProblem(links: readonly string[]): PlanProblem {
	const named = links.slice(0, 5).map((path) => `'${path}'`);
	const rest = links.length > named.length ? ` and ${links.length - named.length} more` : "";
	return {
		code: "path-symlink",
		exit: 3,
		what: "filesystem",
		message: `What the profile grants leads through symbolic links that an agent could have made: ${named.join(", ")}${rest}.`,
		cure: "Remove each link, or replace it by what it leads to.",
	};
}
