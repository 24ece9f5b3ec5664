/** An environment in two parts: what all programs inside find, and what only the command finds. */
export interface SplitEnvironment {
	/** For bubblewrap to set; values of the other part are among it, under names that mean nothing. */
	readonly set: Readonly<Record<string, string>>;
	/** What a shell does before it becomes the command, by which the values get their names. */
	readonly steps: readonly string[];
}

/**
 * Keeps variables from the programs that start the command.
 * SECURITY: a variable such as LD_PRELOAD has code run in whatever program is started, also in those that come before the limits.
 */
export function lateEnvironment(environment: Readonly<Record<string, string>>): SplitEnvironment {
	const names = Object.keys(environment).filter((name) => !INERT.test(name));
	const early = Object.entries(environment).filter(([name]) => INERT.test(name));
	let prefix = PREFIX;
	while (names.some((name) => name.startsWith(prefix))) prefix += "_";
	const late = names.map((name, index) => [`${prefix}${index}`, environment[name] ?? ""]);
	const steps = names.map((name, index) => `export ${name}="$${prefix}${index}"; unset ${prefix}${index}`);
	return { set: Object.fromEntries([...early, ...late]), steps };
}

const PREFIX = "WRIT_LATE_";

/** What neither a shell nor the dynamic loader cares about. */
const INERT = /^(?:HOME|PATH|TMPDIR|USER|LANG|TERM|WRIT_(?!LATE_)\w+|NODE_USE_ENV_PROXY|(?:https?|all|no)_proxy)$/i;
