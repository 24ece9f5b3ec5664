import type { Writ } from "../../engine/index.ts";
import { proxyEnvironment } from "../network/proxy-environment.ts";
import { INSIDE } from "./place-targets.ts";
import type { EnvironmentFacts } from "./plan-facts.ts";
import type { Missing, SandboxPlan } from "./sandbox-plan.ts";

/** The environment of the command, from nothing; values of the caller's variables are never part of it. */
export function planEnvironment(
	{ agent, terms }: Writ,
	proxyPort: number | null,
	{ person = [], runner }: EnvironmentFacts = {},
): { readonly environment: SandboxPlan["environment"]; readonly missing: readonly Missing[] } {
	const fixed = { ...OWN, WRIT_AGENT_ID: agent, ...(proxyPort === null ? {} : proxyEnvironment(proxyPort)) };
	const set = { ...DEFAULTS, ...runner?.set, ...fixed };
	const asked = [...new Set([...terms.environment.allow, ...(runner?.pass ?? []), ...person])].toSorted();
	return {
		environment: { set, pass: [...Object.keys(DEFAULTS), ...asked.filter((name) => !Object.hasOwn(set, name))] },
		missing: asked.flatMap((name) => {
			if (Object.hasOwn(fixed, name)) return [{ what: "environment.allow", why: `${name} is set by the sandbox itself.` }];
			return isVariableName(name) ? [] : [{ what: "environment.allow", why: `${name} is no name that shells pass on.` }];
		}),
	};
}

/** Whether shells pass a variable of this name on; one starts the command. */
export function isVariableName(name: string): boolean {
	return /^[A-Za-z_]\w*$/.test(name);
}

/** Overridden by the caller's own. */
const DEFAULTS = { LANG: "C.UTF-8", TERM: "dumb" };

const OWN = { HOME: INSIDE.home, PATH: "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", TMPDIR: "/tmp", USER: "writ" };

/** Variables that every sandbox sets by itself, so that nobody can pass their own on. */
export const SANDBOX_VARIABLES: readonly string[] = [...Object.keys(OWN), "WRIT_AGENT_ID"];
