import type { CommandPolicy, FileAccess, PatternSet } from "../match/index.ts";
import type { Decision, Facts, Origins, Places, Terms, Writ } from "../vocabulary/index.ts";
import { checkAddress } from "./check-host.ts";
import type { ToolPlan } from "./compiled-tools.ts";
import { fileAccess } from "./file-access.ts";
import { pathContext } from "./path-context.ts";
import type { ToolContext } from "./tool-context.ts";

interface Kept {
	readonly terms: Terms;
	readonly places: Places;
	readonly facts: Facts;
	readonly origins: Origins;
	readonly policy: KeptPolicy;
}

/** A policy with the answers that hang on its rules alone. */
export interface KeptPolicy extends CommandPolicy {
	/** How often a path or host was looked at: what the disk says may change, so such answers are not kept. */
	readonly looks: { count: number };
	/** Answers by command text. */
	readonly answers: Map<string, Decision>;
}

const kept = new WeakMap<ToolPlan, Kept>();

/** What the command walk judges by, for one tool call; the last one is kept, since calls come in runs. */
export function commandPolicy(context: ToolContext): KeptPolicy {
	const { plan, terms, facts, writ } = context;
	const known = kept.get(plan);
	if (
		known !== undefined &&
		known.facts === facts &&
		known.terms === terms &&
		known.places === writ.places &&
		known.origins === writ.origins
	)
		return known.policy;
	const policy = makePolicy(context);
	kept.set(plan, { terms, places: writ.places, facts, origins: writ.origins, policy });
	return policy;
}

/** The policy of the last call of a tool, if it still holds; none while something is granted. */
export function keptPolicy(plan: ToolPlan, terms: Terms, writ: Writ, facts: Facts): KeptPolicy | null {
	const known = kept.get(plan);
	if (known === undefined || known.facts !== facts || known.terms !== terms || known.places !== writ.places) return null;
	// Reasons show where rules were written.
	return known.origins === writ.origins && facts.grants === undefined ? known.policy : null;
}

function makePolicy(context: ToolContext): KeptPolicy {
	const { plan, granted, terms, writ } = context;
	const looks = { count: 0 };
	return {
		looks,
		answers: new Map(),
		allowed: plan.allowed.map((rules) => join(rules.commands, granted.commands)),
		disallowed: without(plan.disallowed.commands),
		ask: without(plan.ask.commands),
		files: counted(fileAccess(pathContext(context)), looks),
		host: (url) => {
			looks.count++;
			const outcome = checkAddress(terms, url);
			return outcome === null ? null : { effect: "deny", code: outcome.reason.code, message: outcome.reason.message };
		},
		home: writ.places.home,
	};
}

function counted(files: FileAccess, looks: { count: number }): FileAccess {
	const count =
		<R>(method: (path: string, cwd: string) => R) =>
		(path: string, cwd: string): R => {
			looks.count++;
			return method(path, cwd);
		};
	return {
		everythingReadable: files.everythingReadable,
		read: count(files.read),
		blocked: count(files.blocked),
		readTree: count(files.readTree),
		readGlob: count(files.readGlob),
		write: count(files.write),
		writeTree: count(files.writeTree),
		remove: count(files.remove),
		enter: count(files.enter),
	};
}

/** A rule for the whole tool was judged before the walk. */
function without(set: PatternSet): PatternSet {
	return set.any === null ? set : { any: null, byProgram: set.byProgram };
}

/** What was granted widens every set alike. */
function join(set: PatternSet, granted: PatternSet): PatternSet {
	if (granted.any === null && granted.byProgram.size === 0) return set;
	const byProgram = new Map(set.byProgram);
	for (const [program, rules] of granted.byProgram) byProgram.set(program, [...(byProgram.get(program) ?? []), ...rules]);
	return { any: set.any ?? granted.any, byProgram };
}
