/** An environment in two parts: what all programs inside find, and what only the command finds. */
export interface SplitEnvironment {
	/** For bubblewrap to set; values of the other part are among it, under names that mean nothing. */
	readonly set: Readonly<Record<string, string>>;
	/** Words before the command that give the values their names; none when there are none. */
	readonly words: readonly string[];
}

/**
 * Keeps variables from the programs that start the command.
 * SECURITY: a variable such as LD_PRELOAD has code run in whatever program is started, also in those that come before the limits.
 */
export function lateEnvironment(environment: Readonly<Record<string, string>>): SplitEnvironment {
	const names = Object.keys(environment).filter((name) => !INERT.test(name));
	if (names.length === 0) return { set: environment, words: [] };
	const early = Object.entries(environment).filter(([name]) => INERT.test(name));
	const late = names.map((name, index) => [`${PREFIX}${index}`, environment[name] ?? ""]);
	const script = names.map((name, index) => `export ${name}="$${PREFIX}${index}"; unset ${PREFIX}${index}; `).join("");
	return { set: Object.fromEntries([...early, ...late]), words: ["/usr/bin/sh", "-c", `${script}exec "$@"`, "writ"] };
}

const PREFIX = "WRIT_LATE_";

/** What neither a shell nor the dynamic loader cares about. */
const INERT = /^(?:HOME|PATH|TMPDIR|USER|LANG|TERM|WRIT_(?!LATE_)\w+|NODE_USE_ENV_PROXY|(?:https?|all|no)_proxy)$/i;
