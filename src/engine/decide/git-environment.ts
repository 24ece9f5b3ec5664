/**
 * Settings that take the word from what a repository says in its own configuration: a name of git's, the value, and what it
 * would run or reach otherwise. git hands them on to what it runs in submodules.
 */
const SETTINGS: readonly (readonly [name: string, value: string, instead: string])[] = [
	["core.fsmonitor", "false", "a program that is asked what has changed"],
	["core.hooksPath", "/dev/null", "hooks"],
	["core.sshCommand", "ssh", "another program in place of ssh"],
	["core.askPass", "", "a program that is asked for a password"],
	["http.followRedirects", "false", "the host that an allowed one sends on to"],
	["log.showSignature", "false", "the program that checks signatures"],
	["format.pretty", "medium", "the program that checks signatures, by a format with %G"],
	["maintenance.auto", "false", "what tidying up calls"],
	["safe.bareRepository", "explicit", "all of this in a directory that only looks like a repository"],
];

/** The environment in which a judged git must run, so that as little as possible runs besides it (SECURITY.md says what still does). */
export const GIT_ENVIRONMENT: Readonly<Record<string, string>> = Object.freeze({
	GIT_PAGER: "cat",
	PAGER: "cat",
	// Messages that git proposes are taken as they are; where there is none git ends.
	GIT_EDITOR: "true",
	GIT_SEQUENCE_EDITOR: "true",
	GIT_PROXY_COMMAND: "",
	// Without `ext::` and other helpers that an address in the configuration could name.
	GIT_ALLOW_PROTOCOL: "file:git:http:https:ssh",
	GIT_CONFIG_COUNT: String(SETTINGS.length),
	...Object.fromEntries(
		SETTINGS.flatMap(([name, value], at) => [
			[`GIT_CONFIG_KEY_${at}`, name],
			[`GIT_CONFIG_VALUE_${at}`, value],
		]),
	),
});

/** Whether one of the programs that a command runs is git, or brings its own part of it. */
export function runsGit(programs: ReadonlySet<string>): boolean {
	for (const program of programs) if (program === "git" || program.startsWith("git-")) return true;
	return false;
}
