import { type Place, type SealProfileOptions, sealProfile, type Writ } from "../../../src/engine/index.ts";
import { type DiskEntry, type PlanFacts, type PlanOutcome, planSandbox, type SandboxPlan } from "../../../src/sandbox/index.ts";

export const HOME = "/home/ann/.writ";
export const PROJECT = "/home/ann/project";
const AGENT = "00000000-0000-4000-8000-000000000001";
const SESSION = "00000000-0000-4000-8000-0000000000aa";

/** A disk that holds directories, files (`!`) and links (`@`) by name, and whatever leads to them. */
export function disk(...names: readonly string[]): (path: string) => DiskEntry {
	const marked = names.map((name) => ({ path: name.replace(/[!@]$/, ""), mark: /[!@]$/.exec(name)?.[0] ?? "" }));
	return (path) => {
		const viaLink = marked.some((known) => known.mark === "@" && `${path}/`.startsWith(`${known.path}/`));
		const exact = marked.find((known) => known.path === path);
		const leads = marked.some((known) => known.path.startsWith(`${path}/`));
		const kind = exact?.mark === "!" ? "file" : exact !== undefined || leads ? "directory" : "missing";
		return { kind, viaLink };
	};
}

/** The directories of an agent in writ's own storage. */
export function storage(
	agent = AGENT,
	session: string | null = null,
): Readonly<Record<Exclude<Place, "workspace">, string>> & { workspace: string } {
	const own = `${HOME}/sandboxes/agents/${agent}`;
	const operator = `${HOME}/sandboxes/shared`;
	const share = session === null ? operator : `${HOME}/sandboxes/sessions/${session}/shared`;
	return {
		workspace: `${own}/workspace`,
		exports: `${own}/exports`,
		claude: `${own}/claude`,
		own,
		operator,
		shared: share,
		session: share,
	};
}

/** A writ for the example disk; `workspace` is a person's directory unless told. */
export function writFor(profile: unknown, options: Partial<SealProfileOptions> = {}): Writ {
	const { workspace: _, session: __, ...places } = storage();
	const sealed = sealProfile(profile, { agent: "ann", root: PROJECT, places, ...options });
	if (!sealed.ok) throw new Error(JSON.stringify(sealed.problems));
	return sealed.writ;
}

/** The storage, the project and what a test adds. */
export function facts(names: readonly string[] = [], rest: Partial<PlanFacts> = {}): PlanFacts {
	const own = storage().own;
	const known = ["workspace", "exports", "claude", "nested"].map((name) => `${own}/${name}`);
	const session = ["workspace", "shared"].map((name) => `${HOME}/sandboxes/sessions/${SESSION}/${name}`);
	return {
		level: "L3",
		home: HOME,
		managed: false,
		look: disk(...known, ...session, `${HOME}/sandboxes/shared`, PROJECT, ...names),
		...rest,
	};
}

/** Facts for an agent that works in writ's own storage. */
export function managedFacts(names: readonly string[] = [], rest: Partial<PlanFacts> = {}): PlanFacts {
	return facts(names, { managed: true, ...rest });
}

/** The plan that a test expects to be made. */
export function planOf(outcome: PlanOutcome): SandboxPlan {
	if (!outcome.ok) throw new Error(JSON.stringify(outcome.problems));
	return outcome.plan;
}

/** The plan for a profile with these filesystem keys. */
export function planFor(
	filesystem: Readonly<Record<string, unknown>>,
	names: readonly string[] = [],
	rest: Partial<PlanFacts> = {},
): SandboxPlan {
	return planOf(planSandbox(writFor({ filesystem }), facts(names, rest)));
}

/** The problems of a profile with these filesystem keys. */
export function problemsFor(filesystem: Readonly<Record<string, unknown>>, names: readonly string[] = [], rest: Partial<PlanFacts> = {}) {
	const outcome = planSandbox(writFor({ filesystem }), facts(names, rest));
	return outcome.ok ? [] : outcome.problems;
}

/** Binds as `target ← source` and `target ⇐ source` for those that can be written. */
export function binds({ mounts }: SandboxPlan): readonly string[] {
	return mounts.flatMap(({ source, target, writable }) => (source === null ? [] : [`${target} ${writable ? "⇐" : "←"} ${source}`]));
}

export { SESSION };
