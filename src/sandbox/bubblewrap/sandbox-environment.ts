import { isVariableName } from "../plan/plan-environment.ts";
import type { SandboxPlan } from "../plan/sandbox-plan.ts";

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
