import type { Writ } from "../../engine/index.ts";
import { INSIDE } from "./places.ts";
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
			return isVariableName(name) ? [] : [{ what: "environment.allow", why: `${name} is not a name that shells pass on.` }];
		}),
	};
}

/** Whether shells pass a variable of this name on; one starts the command. */
function isVariableName(name: string): boolean {
	return /^[A-Za-z_]\w*$/.test(name);
}

/** Overridden by the caller's own. */
const DEFAULTS = { LANG: "C.UTF-8", TERM: "dumb" };

const OWN = { HOME: INSIDE.home, PATH: "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", TMPDIR: "/tmp", USER: "writ" };

/** Variables that every sandbox sets by itself, so that nobody can pass their own on. */
export const SANDBOX_VARIABLES: readonly string[] = [...Object.keys(OWN), "WRIT_AGENT_ID"];

/** Variables that make programs inside use the proxy on 127.0.0.1:`port`, for every host. */
export function proxyEnvironment(port: number): Readonly<Record<string, string>> {
	const url = `http://127.0.0.1:${port}`;
	return {
		HTTP_PROXY: url,
		http_proxy: url,
		HTTPS_PROXY: url,
		https_proxy: url,
		ALL_PROXY: url,
		all_proxy: url,
		NO_PROXY: "",
		no_proxy: "",
		// Node's own fetch and http read the variables above only when told to.
		NODE_USE_ENV_PROXY: "1",
	};
}

/** What the command finds in its environment: what the plan sets, and the caller's values of the names that it passes on. */
export function sandboxEnvironment(
	{ set, pass }: SandboxPlan["environment"],
	callers: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string>> {
	const passed = pass.flatMap((name): readonly (readonly [string, string])[] => {
		const value = Object.hasOwn(callers, name) ? callers[name] : undefined;
		return value === undefined ? [] : [[name, value]];
	});
	return Object.fromEntries([...Object.entries(set), ...passed].filter(([name]) => isVariableName(name)));
}
