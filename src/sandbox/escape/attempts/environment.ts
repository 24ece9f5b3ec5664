import { type Attempt, shell } from "../attempt.ts";

/** What the launcher has in its environment. */
export const ENVIRONMENT: readonly Attempt[] = [
	shell("environment", "variables", "reads a secret in its environment", "printenv WRIT_ESCAPE_SECRET"),
	shell(
		"environment",
		"variables-of-first",
		"reads the environment of the first process",
		"tr '\\0' '\\n' </proc/1/environ | grep -a WRIT_ESCAPE_SECRET",
	),
	shell(
		"environment",
		"variables-of-all",
		"reads the environment of every process",
		"cat /proc/[0-9]*/environ 2>/dev/null | tr '\\0' '\\n' | grep -a WRIT_ESCAPE_SECRET",
	),
	shell(
		"environment",
		"preload",
		"has the launcher's libraries loaded (LD_LIBRARY_PATH)",
		"printenv LD_LIBRARY_PATH >/dev/null && echo escaped",
	),
	shell("environment", "path", "runs programs from the launcher's search path", '"$TOOL"'),
	shell("environment", "agent-socket", "learns where the person's ssh agent listens", "printenv SSH_AUTH_SOCK >/dev/null && echo escaped"),
	shell("environment", "node-options", "inherits options of Node", "printenv NODE_OPTIONS >/dev/null && echo escaped"),
	shell("environment", "git-variables", "inherits settings of git", "printenv GIT_SSH_COMMAND >/dev/null && echo escaped"),
	shell(
		"environment",
		"command-line-of-first",
		"reads words of the launcher's command line",
		"tr '\\0' ' ' </proc/1/cmdline | grep -q \"$BASE/outside\" && echo escaped; echo refused: not there",
		{
			refusal: /not there/,
		},
	),
];
