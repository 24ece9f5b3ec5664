import type { Writ } from "../../engine/index.ts";
import { type GrantedTree, grantedTrees } from "./path-lists.ts";
import { isWithin } from "./paths.ts";
import type { Inside } from "./places.ts";
import type { PlanFacts } from "./plan-facts.ts";
import { joinPlanned, type Planned, type PlannedMount, type PlanProblem } from "./planned.ts";
import { refuseLinks, refuseSource } from "./refuse-sources.ts";
import type { Missing } from "./sandbox-plan.ts";

/** The mounts that the writ's path lists ask for; anything else stays absent. */
export function mountGrants(writ: Writ, facts: PlanFacts, inside: Inside): Planned {
	const { read_paths, write_paths } = writ.terms.filesystem;
	const reads = grantedTrees(read_paths, writ.places).map((tree) => mountTree(tree, false, writ, facts, inside));
	const writes = grantedTrees(write_paths, writ.places).map((tree) => mountTree(tree, true, writ, facts, inside));
	return joinPlanned(...reads, ...writes, { mounts: [], problems: refuseLinks(writ, facts), missing: [] });
}

function mountTree(tree: GrantedTree, write: boolean, writ: Writ, facts: PlanFacts, inside: Inside): Planned {
	const { path, place, entry } = tree;
	const what = write ? "filesystem.write_paths" : "filesystem.read_paths";
	const refused = refuseSource(path, entry, what, writ, facts);
	if (refused !== undefined) return problem(refused);
	const { kind, viaLink } = facts.look(path);
	if (viaLink) return problem(throughLink(path, entry, what));
	if (kind === "other") return problem(noTree(path, entry, what));
	const exact = tree.exact || (tree.single && kind === "file");
	if (write && !exact) return problem(writeGlob(entry, what));
	if (!write && kind === "missing") return nothing({ what, why: `'${entry}' does not exist (${path}).` });
	const shared = write && isReadOnlyPlace(path, writ);
	const mount: PlannedMount = {
		kind: "bind",
		source: path,
		target: inside(path, place),
		writable: write && !shared,
		...(kind === "file" ? { file: true } : {}),
		...(kind === "missing" && !shared ? { make: true } : {}),
		what,
		entry,
		coarse: !exact,
		own: isWithin(path, facts.home),
	};
	return {
		mounts: [mount],
		problems: [],
		missing: shared ? [{ what, why: `'${entry}' is shared with other agents, so it is mounted read-only.` }] : [],
	};
}

/** What others own is not written: the operator's files by nobody, the session's share only in mode `shared`. */
function isReadOnlyPlace(path: string, { terms, places }: Writ): boolean {
	const { operator, session, shared } = places.real;
	const kept = terms.sandbox.mode === "shared" ? [operator] : [operator, session, shared];
	return kept.some((directory) => directory !== undefined && isWithin(path, directory));
}

function problem(found: PlanProblem): Planned {
	return { mounts: [], problems: [found], missing: [] };
}

function nothing(missing: Missing): Planned {
	return { mounts: [], problems: [], missing: [missing] };
}

function throughLink(path: string, entry: string, what: string): PlanProblem {
	return {
		code: "path-symlink",
		exit: 3,
		what,
		message: `'${entry}' leads through a symbolic link (${path}), which could be turned elsewhere before it is mounted.`,
		cure: "Write the real path into the profile, or replace the link by a directory.",
	};
}

function noTree(path: string, entry: string, what: string): PlanProblem {
	return {
		code: "path-outside",
		exit: 3,
		what,
		message: `'${entry}' is neither a file nor a directory (${path}).`,
		cure: "Name a file or a directory; sockets and devices are not mounted.",
	};
}

function writeGlob(entry: string, what: string): PlanProblem {
	return {
		code: "invalid-definition",
		exit: 2,
		what,
		message: `'${entry}' is a pattern: a sandbox can open a whole tree for writing, not the names that match.`,
		cure: "Write a directory, 'dir/**' or '{a,b}/**'.",
	};
}
