import type { ServerReply } from "../../points/socket/index.ts";

/** What `--json` says last of a program that was not run. */
export function notRun(why: ServerReply): ServerReply {
	return { agent_id: null, level: null, sandbox: null, exit_code: null, usage: null, violations: [], ...why };
}
