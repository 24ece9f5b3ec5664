/** For whom a key is. */
export interface HolderOptions {
	readonly scope?: string;
	readonly agent?: string;
	readonly email?: string;
	readonly role?: string;
}

/**
 * What is wrong with the words that say whose key is made.
 * SECURITY: a key for nobody in particular would be the caller's own, and on a laptop that is the administrator's.
 */
export function holderProblem({ scope, agent, email, role }: HolderOptions): string | null {
	if (agent !== undefined && email !== undefined) return "a key is a person's or an agent's: leave out --email or --agent";
	if (role !== undefined && email === undefined) return "--role says what a new person may do, and needs their --email";
	if (scope === "agent" && agent === undefined) return "--scope agent needs --agent ID";
	if (scope !== undefined && scope !== "agent" && agent !== undefined) return `--agent goes with --scope agent, and not with ${scope}`;
	if (scope !== undefined && scope !== "user" && email !== undefined) return `--email goes with --scope user, and not with ${scope}`;
	if (scope !== undefined || agent !== undefined || email !== undefined) return null;
	return "say whose key it is: --email ADDRESS, --agent ID, --scope system, or --scope user for one of your own, which can do all that you may do";
}
