import type { Writ } from "../../engine/index.ts";
import { INSIDE } from "./places.ts";
import type { PlanFacts } from "./plan-facts.ts";
import type { Planned, PlannedMount, PlanProblem } from "./planned.ts";
import { refuseSource } from "./refuse-sources.ts";
import type { Missing } from "./sandbox-plan.ts";

/** The mounts that come with the mode: the parent's workspace, the session's, the children's exports, the runner's state, programs. */
export function mountMode(writ: Writ, facts: PlanFacts): Planned {
	const { mode, parent_share, session_share } = writ.terms.sandbox;
	const problems: PlanProblem[] = [];
	const missing: Missing[] = [];
	const mounts: PlannedMount[] = [];
	const add = (source: string, target: string, what: string, rest: Partial<PlannedMount>): void => {
		const refused = refuseSource(source, what, what, writ, facts);
		const { kind, viaLink } = facts.look(source);
		if (refused !== undefined) problems.push(refused);
		else if (viaLink) problems.push(linked(source, what));
		else if (kind === "missing" || kind === "other") missing.push({ what, why: `'${source}' is not there.` });
		else
			mounts.push({
				kind: "bind",
				source,
				target,
				writable: false,
				what,
				entry: what,
				coarse: false,
				own: false,
				...asFile(kind),
				...rest,
			});
	};

	if (mode === "shared" && (facts.session ?? null) === null) problems.push(needs("shared", "a session", "Name one with --session."));
	if (mode === "nested" && (facts.parent ?? null) === null)
		problems.push(needs("nested", "a live parent", "Name one with --parent, or choose --mode isolated."));
	if (mode === "nested" && facts.parent && parent_share !== "none") {
		const writable = parent_share === "read_write" && facts.parent.writable;
		add(facts.parent.workspace, INSIDE.parent, "sandbox.parent_share", { writable, cut: true });
		if (parent_share === "read_write" && !writable)
			missing.push({ what: "sandbox.parent_share", why: `'${facts.parent.agent}' may not write its workspace itself: read-only.` });
	}
	if (session_share && mode !== "shared") {
		if (facts.session) add(facts.session.workspace, INSIDE.session, "sandbox.session_share", { cut: true });
		else missing.push({ what: "sandbox.session_share", why: "The agent is in no session." });
	}
	const { own, claude } = writ.places.real;
	if (own !== undefined && (writ.children.length > 0 || writ.terms.capabilities.spawn_agents))
		add(`${own}/nested`, INSIDE.nested, "capabilities.spawn_agents", { own: true, exempt: true });
	if (facts.claude === true && claude !== undefined) add(claude, INSIDE.claude, "claude", { writable: true, own: true, exempt: true });
	for (const program of facts.programs ?? []) add(program, program, "program", { exempt: true });
	return { mounts, problems, missing };
}

function asFile(kind: "file" | "directory"): { readonly file?: true } {
	return kind === "file" ? { file: true } : {};
}

function needs(mode: string, thing: string, cure: string): PlanProblem {
	return { code: "invalid-request", exit: 2, what: "sandbox.mode", message: `Mode '${mode}' needs ${thing}.`, cure };
}

function linked(source: string, what: string): PlanProblem {
	return {
		code: "path-symlink",
		exit: 3,
		what,
		message: `'${source}' leads through a symbolic link.`,
		cure: "Replace the link by the directory, or name the real path.",
	};
}
