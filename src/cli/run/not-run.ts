import type { Reply } from "../../points/socket/index.ts";

/** What `--json` says last of a program that was not run. */
export function notRun(why: Reply): Reply {
	return { agent_id: null, level: null, sandbox: null, exit_code: null, usage: null, violations: [], ...why };
}
